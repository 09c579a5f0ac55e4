import { changeSetList, DirectoryChange } from '@key2xs/contract';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { StateTag, useStateWords } from '#components/change-set-state-tag';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { TimeAgo } from '#components/time-ago';
import { isMoving } from '#data/tasks/change-sets';
import { formatNumber } from '#lib/format';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import type { SourceTabProps } from '../source-tab-props';
import { RunsWithoutChanges } from './runs-without-changes';

/** The changes of each run of a source; running and failed ones are listed above. */
export function RunsTab({ source: { id } }: SourceTabProps) {
  const { t } = useTranslation('source');
  const navigate = useNavigate();
  const stateOf = useStateWords();
  return (
    <>
      <RunsWithoutChanges sourceId={id} />
      <Panel title={t('tabs.runs')}>
        <RecordList
          list={changeSetList}
          fixed={{ connection_id: id }}
          columns={useColumns()}
          words={t('runs.words', { returnObjects: true })}
          empty={<Empty title={t('runs.none')} hint={t('runs.noneHint')} />}
          onOpen={(run) => void navigate({ to: '/change-sets/$id', params: { id: run.id } })}
          rowLabel={(run) => t('runs.open', { title: run.title, state: stateOf(run) })}
          isMoving={({ rows }) => rows.some(isMoving)}
        />
      </Panel>
    </>
  );
}

function useColumns(): RecordColumn<typeof changeSetList>[] {
  const { t } = useTranslation('source');
  return [
    {
      key: 'created',
      phone: 'title',
      sort: 'created_at',
      header: t('events.when'),
      cell: ({ created_at }) => <TimeAgo instant={created_at} />,
    },
    {
      key: 'state',
      phone: 'aside',
      header: t('word.outcome'),
      cell: (changeSet) => <StateTag changeSet={changeSet} />,
    },
    {
      key: 'counts',
      phone: 'meta',
      header: t('word.people'),
      cell: ({ counts }) => <RunCounts counts={counts} />,
    },
    {
      key: 'decision',
      phone: 'meta',
      header: t('runs.columns.decision'),
      cell: ({ decision }) => decision && t('runs.by', { name: decision.by }),
      hideBelow: 960,
    },
  ];
}

/** Joined 3 · Left 1 · …; without changes, how many people were read. */
function RunCounts({ counts }: { counts: Readonly<Record<string, number>> }) {
  const { t } = useTranslation(['source', 'change-sets']);
  const parts = DirectoryChange.options.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count > 0 ? [`${t(`change-sets:counts.${kind}`)} ${formatNumber(count)}`] : [];
  });
  if (parts.length > 0) return parts.join(' · ');
  return <span className="mute">{t('runs.unchanged', { count: counts.unchanged ?? 0 })}</span>;
}
