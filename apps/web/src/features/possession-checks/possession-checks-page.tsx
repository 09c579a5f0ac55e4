import { type PossessionCheck, possessionCheckList, possessionChecks } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { useMay } from '#data/auth';
import { newestCheckQuery } from '#data/key-systems/possession-checks';
import { formatDate, formatInstant, formatNumber } from '#lib/format';
import { Notice } from '#ui/notice';
import { Page } from '#ui/page';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatusTag } from '#ui/status-tag';
import { useUrlState } from '#ui/table/url-state';
import { useAskedWords } from './asked-words';
import { OneCheck } from './one-check';
import { possessionChecksSearch } from './possession-checks-search';
import '../../components/key-lists.css';

const StartDialog = lazy(async () => ({ default: (await import('./start-dialog')).StartDialog }));

/** Checks in which holders say which keys they have; one of them with its answers. */
export function PossessionChecksPage() {
  const [{ check }, patch] = useUrlState(possessionChecksSearch);
  if (check) return <OneCheck id={check} onClose={() => patch({ check: undefined })} />;
  return <Checks onOpen={(id) => patch({ check: id })} />;
}

function Checks({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTranslation(['possession-checks', 'pickers']); // the dialog that starts a check would vanish while it loads texts
  const [isStarting, setIsStarting] = useState(false);
  const mayStart = useMay(possessionChecks.start);
  return (
    <Page
      title={t('title')}
      about={t('about')}
      back={{ to: '/keys/cases', label: t('back') }}
      actions={
        <>
          <ExportButton list={possessionCheckList} />
          {mayStart && <Button onClick={() => setIsStarting(true)}>{t('start')}</Button>}
        </>
      }
    >
      <Yearly />
      <Panel>
        <RecordList
          list={possessionCheckList}
          columns={useColumns()}
          words={t('words', { returnObjects: true })}
          empty={<Empty title={t('none.title')} hint={t('none.hint')} />}
          rowLabel={({ started_at }) => t('open', { at: formatInstant(started_at) })}
          onOpen={({ id }) => onOpen(id)}
          isMoving={({ rows }) => rows.some(({ to_mail }) => to_mail > 0)}
        />
      </Panel>
      {isStarting && (
        <Suspense>
          <StartDialog onClose={() => setIsStarting(false)} onStarted={onOpen} />
        </Suspense>
      )}
    </Page>
  );
}

const yearMs = 365 * 86_400_000;

/** Once the newest check is older than a year. */
function Yearly() {
  const { t } = useTranslation('possession-checks');
  const { data } = useQuery(newestCheckQuery);
  const [newest] = data?.rows ?? [];
  if (!newest || newest.next_at !== null || Date.now() - Date.parse(newest.started_at) < yearMs) return null;
  return (
    <Notice tone="amber" title={t('yearly')}>
      {t('yearlyHint')}
    </Notice>
  );
}

function useColumns(): RecordColumn<typeof possessionCheckList>[] {
  const { t } = useTranslation('possession-checks');
  const header = t('columns', { returnObjects: true });
  const wordsOf = useAskedWords();
  return [
    {
      key: 'started',
      phone: 'title',
      header: header.started,
      sort: 'started_at',
      cell: ({ started_at }) => formatInstant(started_at),
    },
    { key: 'whom', phone: 'meta', header: header.whom, clip: wordsOf },
    {
      key: 'answered',
      phone: 'meta',
      header: header.answered,
      cell: ({ answered, people }: PossessionCheck) => t('of', { done: answered, all: people }),
    },
    {
      key: 'confirmed',
      header: header.confirmed,
      hideBelow: 1_000,
      cell: ({ confirmed, keys }: PossessionCheck) => t('of', { done: confirmed, all: keys }),
    },
    {
      key: 'differing',
      phone: 'meta',
      header: header.differing,
      cell: ({ differing, also_has }: PossessionCheck) => formatNumber(differing + also_has),
    },
    {
      key: 'unanswered',
      header: header.unanswered,
      hideBelow: 1_000,
      cell: ({ unanswered }: PossessionCheck) => formatNumber(unanswered),
    },
    { key: 'due', phone: 'meta', header: header.due, cell: ({ due_at }: PossessionCheck) => formatDate(due_at) },
    {
      key: 'next',
      header: header.next,
      hideBelow: 1_200,
      cell: ({ next_at }: PossessionCheck) => next_at && formatDate(next_at),
    },
    { key: 'state', phone: 'aside', header: header.state, cell: (check) => <CheckState check={check} /> },
  ];
}

function CheckState({ check: { ended_at, is_overdue } }: { check: PossessionCheck }) {
  const { t } = useTranslation('possession-checks');
  if (ended_at) return <StatusTag tone="grey" label={t('states.ended')} />;
  return <StatusTag tone={is_overdue ? 'red' : 'blue'} label={t(is_overdue ? 'states.overdue' : 'states.open')} />;
}
