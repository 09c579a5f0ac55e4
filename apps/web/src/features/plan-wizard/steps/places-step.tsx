import type { KeySystemConnection, LocationTree } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DoorPicker } from '#components/pickers/door-picker';
import { PlaceTree } from '#components/pickers/place-tree';
import { keySystemsQuery, useReadInventory } from '#data/key-systems/key-systems';
import { locationTreeQuery, proposalQuery, useConfirmProposal } from '#data/key-systems/locations';
import type { PickedDoor } from '#lib/addresses/picked-door';
import { formatNumber } from '#lib/format';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatStrip } from '#ui/stat-strip';
import { useToast } from '#ui/toast';
import { withColumns } from '../state/choices';
import type { StepProps } from './step-props';

/** How many doors have a place, and which places and doors the plan is about. */
export function PlacesStep({ content, change, errorOf }: StepProps) {
  const { t } = useTranslation(['plan-wizard', 'pickers']);
  const { data: tree, error, refetch } = useQuery(locationTreeQuery);
  const { columns, key_system_connection_ids } = content;
  const choose = (doors: PickedDoor[]) => change((before) => withColumns(before, doors));
  if (!tree) return error ? <Failure error={error} onRetry={refetch} /> : <Loading />;
  return (
    <div className="plan-wizard-stack">
      <Inventory systemIds={key_system_connection_ids} />
      <Placed tree={tree} />
      <Panel title={t('places.chosen', { count: columns.length })} padded>
        <div data-wants="columns">
          <DoorPicker
            label={t('places.doors')}
            description={t('pickers:doors.hint')}
            withPlaces
            keySystemIds={key_system_connection_ids}
            value={columns}
            onChange={choose}
            error={errorOf('columns')}
          />
        </div>
        <PlaceTree value={columns} onChange={choose} isShown />
      </Panel>
    </div>
  );
}

function Placed({ tree: { places, unplaced, proposed } }: { tree: LocationTree }) {
  const { t } = useTranslation('plan-wizard');
  const placed = places.reduce((sum, { own_cylinders }) => sum + own_cylinders, 0);
  return (
    <>
      <StatStrip
        items={[
          {
            label: t('places.placed'),
            value: formatNumber(placed),
            hint: t('places.of', { count: placed + unplaced }),
          },
          { label: t('places.unplaced'), value: formatNumber(unplaced) },
          { label: t('word.places'), value: formatNumber(places.length) },
        ]}
      />
      {unplaced > 0 && (
        <Notice
          tone="amber"
          title={t('places.unplacedTitle', { count: unplaced })}
          actions={<WaysToPlace proposed={proposed} />}
        >
          {t('places.unplacedText')}
        </Notice>
      )}
    </>
  );
}

function WaysToPlace({ proposed }: { proposed: number }) {
  const { t } = useTranslation('plan-wizard');
  const toast = useToast();
  const { data: proposal } = useQuery({ ...proposalQuery, enabled: proposed > 0 });
  const confirm = useConfirmProposal();
  const take = () =>
    confirm.mutate(
      { body: { stamp: proposal?.stamp ?? '' } },
      {
        onSuccess: ({ placed }) => toast.success(t('places.took', { count: placed })),
        onError: (error) => toast.failure(error.message),
      },
    );
  return (
    <>
      {proposal && proposal.cylinders > 0 && (
        <Button onClick={take} loading={confirm.isPending}>
          {t('places.take', { count: proposal.cylinders })}
        </Button>
      )}
      <LinkButton to="/keys/locations" variant="default">
        {t('places.open')}
      </LinkButton>
    </>
  );
}

/** Key systems of the plan whose inventory has not been read yet. */
function Inventory({ systemIds }: { systemIds: readonly string[] }) {
  const { data = [] } = useQuery(keySystemsQuery);
  const unread = data.filter(({ id, inventory_read_at }) => systemIds.includes(id) && inventory_read_at === null);
  return unread.map((system) => <Unread key={system.id} system={system} />);
}

function Unread({ system: { id, name } }: { system: Pick<KeySystemConnection, 'id' | 'name'> }) {
  const { t } = useTranslation('plan-wizard');
  const toast = useToast();
  const read = useReadInventory();
  const action = (
    <Button
      loading={read.isPending}
      disabled={read.isSuccess}
      onClick={() => read.mutate(id, { onError: (error) => toast.failure(error.message) })}
    >
      {t('places.read')}
    </Button>
  );
  return (
    <Notice tone="amber" title={t('places.unread', { name })} actions={action}>
      {read.isSuccess ? t('places.reading') : t('places.unreadText')}
    </Notice>
  );
}
