import { type LocationProposal, locations } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MayCall } from '#components/may-call';
import { proposalQuery, useConfirmProposal } from '#data/key-systems/locations';
import { formatNumber } from '#lib/format';
import { Notice } from '#ui/notice';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatusTag } from '#ui/status-tag';
import { DataTable } from '#ui/table/data-table';
import { useToast } from '#ui/toast';

const maxShown = 1_000;

/** The tree that location texts describe, shown before it is created; one button creates exactly that. */
export function ProposalPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('locations');
  const { data: proposal, error, refetch } = useQuery(proposalQuery);
  const confirm = useConfirmProposal();
  const toast = useToast();
  if (!proposal) {
    return (
      <Panel>{error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('proposal.loading')} />}</Panel>
    );
  }
  const later = (
    <Button variant="default" onClick={onClose}>
      {t('proposal.later')}
    </Button>
  );
  if (proposal.cylinders === 0) {
    return (
      <Panel>
        <Empty title={t('proposal.none')} hint={t('proposal.noneHint')} />
      </Panel>
    );
  }
  const run = () =>
    confirm.mutate(
      { body: { stamp: proposal.stamp } },
      {
        onSuccess: ({ made, placed }) => {
          const counts = {
            places: t('counted.places', { count: made }),
            cylinders: t('counted.cylinders', { count: placed }),
          };
          toast.success(t('proposal.made', counts));
          onClose();
        },
      },
    );
  const actions = (
    <>
      <MayCall of={[locations.confirmProposal]}>
        <Button loading={confirm.isPending} onClick={run}>
          {t('proposal.confirm')}
        </Button>
      </MayCall>
      {later}
    </>
  );
  return (
    <>
      {confirm.error && (
        <Notice tone="amber" title={t('proposal.failed')}>
          {confirm.error.message}
        </Notice>
      )}
      <Panel title={t('proposal.title')} actions={actions}>
        <p className="mute place-hint">
          {t('proposal.counts', {
            places: t('counted.places', { count: proposal.new_places }),
            cylinders: t('counted.cylinders', { count: proposal.cylinders }),
          })}
        </p>
        <ProposedPlaces places={proposal.places} />
      </Panel>
    </>
  );
}

function ProposedPlaces({ places }: Pick<LocationProposal, 'places'>) {
  const { t } = useTranslation('locations');
  const header = t('proposal.columns', { returnObjects: true });
  return (
    <>
      <DataTable
        caption={t('proposal.caption')}
        rows={places.slice(0, maxShown)}
        rowKey={({ path }) => path.join('/')}
        columns={[
          {
            key: 'place',
            header: header.place,
            width: '55%',
            cell: ({ path }) => <span style={{ paddingLeft: (path.length - 1) * 16 }}>{path.at(-1)}</span>,
          },
          { key: 'type', header: header.type, cell: ({ type }) => t(`types.${type}`) },
          {
            key: 'state',
            header: header.state,
            hideBelow: 480,
            cell: ({ is_new }) => (
              <StatusTag
                tone={is_new ? 'green' : 'grey'}
                label={t(is_new ? 'proposal.isNew' : 'proposal.isThere')}
                isPlain
              />
            ),
          },
          {
            key: 'cylinders',
            header: header.cylinders,
            align: 'right',
            cell: ({ cylinders }) => formatNumber(cylinders),
          },
        ]}
      />
      {places.length > maxShown && (
        <p className="mute place-hint">{t('proposal.more', { count: places.length - maxShown })}</p>
      )}
    </>
  );
}
