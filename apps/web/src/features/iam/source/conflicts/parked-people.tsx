import { iam, type ParkedPerson, parkedList } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '#components/time-ago';
import { useMay } from '#data/auth';
import { recordsQuery } from '#data/calls/records';
import { useReadPerson } from '#data/sources/conflicts';
import { formatInstant } from '#lib/format';
import { Empty, Failure } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { type Column, DataTable } from '#ui/table/data-table';
import { SkeletonRows } from '#ui/table/skeleton-rows';
import { useUrlState } from '#ui/table/url-state';
import { useToast } from '#ui/toast';
import { sourceSearch } from '../../source-search';

const pageSize = 50;

/** People whose data in the source is ambiguous: why, and when they are tried again. They stay unchanged until then. */
export function ParkedPeople({ sourceId }: { sourceId: string }) {
  const { t } = useTranslation('source');
  const [{ parked: offset = 0 }, setUrl] = useUrlState(sourceSearch);
  const query = { connection_id: sourceId, limit: pageSize, offset };
  const { data, error, refetch } = useQuery(recordsQuery(parkedList, { params: undefined, query }));
  const columns = useColumns(sourceId);
  return (
    <Panel title={t('parked.title')}>
      {!data && (error ? <Failure error={error} onRetry={refetch} /> : <SkeletonRows label={t('parked.loading')} />)}
      {data?.total === 0 && <Empty title={t('parked.none')} hint={t('parked.noneHint')} />}
      {data && data.total > 0 && (
        <DataTable
          caption={t('parked.caption')}
          columns={columns}
          rows={data.rows}
          rowKey={({ external_id }) => external_id}
          page={{ offset, limit: pageSize, total: data.total, onChange: (parked) => setUrl({ parked }) }}
        />
      )}
    </Panel>
  );
}

function useColumns(sourceId: string): Column<ParkedPerson>[] {
  const { t } = useTranslation('source');
  return [
    {
      key: 'who',
      phone: 'title',
      header: t('parked.who'),
      cell: ({ label, external_id }) => (
        <>
          {label} <div className="mute">{external_id}</div>
        </>
      ),
    },
    { key: 'why', phone: 'meta', header: t('parked.why'), cell: ({ reason }) => reason },
    {
      key: 'since',
      header: t('parked.since'),
      cell: ({ first_seen_at }) => <TimeAgo instant={first_seen_at} />,
      hideBelow: 960,
    },
    {
      key: 'next',
      phone: 'meta',
      header: t('parked.next'),
      cell: ({ next_try_at, tries }) => (
        <>
          {formatInstant(next_try_at)} <span className="mute">{t('parked.tries', { count: tries })}</span>
        </>
      ),
    },
    {
      key: 'now',
      phone: 'aside',
      header: t('parked.action'),
      cell: (person) => <TryNow sourceId={sourceId} person={person} />,
    },
  ];
}

function TryNow({ sourceId, person: { external_id, label } }: { sourceId: string; person: ParkedPerson }) {
  const { t } = useTranslation('source');
  const navigate = useNavigate();
  const toast = useToast();
  const read = useReadPerson(sourceId);
  if (!useMay(iam.sync)) return null;
  const send = () =>
    read.mutate(external_id, {
      onSuccess: ({ task_id }) => void navigate({ to: '/tasks/$id', params: { id: task_id } }),
      onError: (error) => toast.failure(error.message),
    });
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={read.isPending}
      aria-label={t('parked.tryNamed', { name: label })}
      onClick={send}
    >
      {t('parked.try')}
    </Button>
  );
}
