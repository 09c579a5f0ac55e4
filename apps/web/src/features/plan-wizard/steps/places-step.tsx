import type { KeySystemConnection, LocationTree } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keySystemsQuery, useReadInventory } from '#data/key-systems';
import { proposalQuery, useConfirmProposal } from '#data/locations';
import { formatNumber } from '#lib/format';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatStrip } from '#ui/stat-strip';
import { useToast } from '#ui/toast';
import { PickList } from '../pick-list';
import { SensitiveTag } from '../sensitive-tag';
import { objectKey, toggleColumn } from '../state/choices';
import { type DoorChoice, useDoors } from '../state/use-doors';
import type { StepProps } from './step-props';

/** How many doors have a place, and which places and groups the plan is about. */
export function PlacesStep({ content, change, errorOf }: StepProps) {
  const { t } = useTranslation('plan-wizard');
  const { places, groups, tree, byKey, error, isPending } = useDoors(content);
  const chosen = new Set(content.columns.map(objectKey));
  const toggle = (key: string) => {
    const found = byKey.get(key) ?? content.columns.find((column) => objectKey(column) === key);
    if (!found) return;
    const { object_type, object_identifier, name } = found;
    change((before) => toggleColumn(before, { object_type, object_identifier, name }));
  };
  if (!tree) return error ? <Failure error={error} /> : <Loading />;
  return (
    <div className="plan-wizard-stack">
      <Inventory systemIds={content.key_system_connection_ids} />
      <Placed tree={tree} />
      <div className="plan-wizard-two">
        <Panel title={t('places.places', { count: places.length })} padded>
          <PickList
            label={t('word.places')}
            items={places.map((one) => asPick(one, t))}
            chosen={chosen}
            onToggle={toggle}
            wants="columns"
            error={errorOf('columns')}
          />
        </Panel>
        <Panel title={t('places.groups', { count: groups.length })} padded>
          {isPending ? (
            <Loading />
          ) : (
            <PickList
              label={t('places.groupsLabel')}
              items={groups.map((one) => asPick(one, t))}
              chosen={chosen}
              onToggle={toggle}
            />
          )}
        </Panel>
      </div>
      <p className="mute" role="status">
        {t('places.chosen', { count: content.columns.length })}
      </p>
    </div>
  );
}

const asPick = (
  { key, label, name, doors, depth, protectionClass }: DoorChoice,
  t: (key: 'doors', with_: { count: number }) => string,
) => ({
  key,
  label,
  words: name,
  depth,
  detail: t('doors', { count: doors }),
  mark: <SensitiveTag protectionClass={protectionClass} />,
});

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

/** Key systems of the plan whose doors nobody has read yet. */
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
