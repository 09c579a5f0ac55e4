import { keyCountList, keyCounts } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { useMay } from '#data/auth';
import { keyCountQuery } from '#data/key-systems/key-counts';
import { formatInstant, formatNumber } from '#lib/format';
import { Page } from '#ui/page';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatusTag } from '#ui/status-tag';
import { useUrlState } from '#ui/table/url-state';
import { OneCountView } from './one-count';
import { StartDialog } from './start-dialog';
import { stockTakingSearch } from './stock-taking-search';
import '../key-desk.css';

/** Counts of keys in stock; one of them, while it is counted and as its report. */
export function StockTakingPage() {
  const [{ count }, patch] = useUrlState(stockTakingSearch);
  if (count) return <OneCount id={count} onClose={() => patch({ count: undefined })} />;
  return <Counts onOpen={(id) => patch({ count: id })} />;
}

function OneCount({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('key-desk');
  const { data, error, refetch } = useQuery(keyCountQuery(id));
  if (data) return <OneCountView count={data} onClose={onClose} />;
  return (
    <Page title={t('counts.title')} back={{ label: t('counts.back'), onClick: onClose }}>
      {error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('counts.loading')} />}
    </Page>
  );
}

function Counts({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTranslation('key-desk');
  const [isStarting, setIsStarting] = useState(false);
  const mayStart = useMay(keyCounts.start);
  return (
    <Page
      title={t('counts.title')}
      about={t('counts.about')}
      back={{ to: '/keys/manage', label: t('title') }}
      actions={
        <>
          <ExportButton list={keyCountList} />
          {mayStart && <Button onClick={() => setIsStarting(true)}>{t('counts.start.action')}</Button>}
        </>
      }
    >
      <Panel>
        <RecordList
          list={keyCountList}
          columns={useColumns()}
          words={t('counts.words', { returnObjects: true })}
          empty={<Empty title={t('counts.none.title')} hint={t('counts.none.hint')} />}
          rowLabel={({ started_at }) => t('counts.open', { at: formatInstant(started_at) })}
          onOpen={({ id }) => onOpen(id)}
        />
      </Panel>
      {isStarting && <StartDialog onClose={() => setIsStarting(false)} onStarted={onOpen} />}
    </Page>
  );
}

function useColumns(): RecordColumn<typeof keyCountList>[] {
  const { t } = useTranslation('key-desk');
  return [
    {
      key: 'started',
      phone: 'title',
      header: t('counts.columns.started'),
      sort: 'started_at',
      cell: ({ started_at }) => formatInstant(started_at),
    },
    {
      key: 'state',
      phone: 'aside',
      header: t('counts.columns.state'),
      cell: ({ closed_at }) => (
        <StatusTag tone={closed_at ? 'grey' : 'blue'} label={t(closed_at ? 'counts.closed' : 'counts.isOpen')} />
      ),
    },
    {
      key: 'system',
      phone: 'meta',
      header: t('columns.system'),
      clip: ({ connection_name }) => connection_name ?? t('counts.allSystems'),
    },
    { key: 'storage', header: t('counts.columns.storage'), clip: ({ storage }) => storage || null },
    { key: 'by', header: t('counts.columns.by'), hideBelow: 820, clip: ({ started_by }) => started_by },
    { key: 'scans', phone: 'meta', header: t('counts.columns.scans'), cell: ({ scans }) => formatNumber(scans) },
  ];
}
