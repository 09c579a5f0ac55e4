import { type GeneratorRun, generatorRunList } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { TimeAgo } from '#components/time-ago';
import { isRunning } from '#data/plans/generator';
import { formatInstant } from '#lib/format';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatusTag, type Tone } from '#ui/status-tag';
import { DeleteRun } from './delete-run';

const tones: Record<GeneratorRun['status'], Tone> = {
  waiting: 'grey',
  running: 'blue',
  finished: 'green',
  stopped: 'amber',
  failed: 'red',
};

export function RunState({ status }: Pick<GeneratorRun, 'status'>) {
  const { t } = useTranslation('generator');
  return <StatusTag tone={tones[status]} label={t(`runs.states.${status}`)} />;
}

/** Runs of all administrators, newest first. */
export function RecentRuns() {
  const { t } = useTranslation('generator');
  const navigate = useNavigate();
  const [deleted, setDeleted] = useState<GeneratorRun>();
  return (
    <Panel title={t('runs.title')}>
      <RecordList
        list={generatorRunList}
        columns={useRunColumns(setDeleted)}
        words={{ caption: t('runs.caption'), loading: t('loading') }}
        empty={<Empty title={t('runs.none')} />}
        rowLabel={({ created_at }) => t('runs.open', { when: formatInstant(created_at) })}
        onOpen={({ id }) => void navigate({ to: '/keyplan-ai/create', search: { run: id } })}
        isMoving={({ rows }) => rows.some(isRunning)}
      />
      {deleted && <DeleteRun run={deleted} onClose={() => setDeleted(undefined)} />}
    </Panel>
  );
}

function useRunColumns(onDelete: (run: GeneratorRun) => void): RecordColumn<typeof generatorRunList>[] {
  const { t } = useTranslation('generator');
  return [
    {
      key: 'started',
      phone: 'title',
      header: t('runs.columns.started'),
      sort: 'created_at',
      cell: ({ created_at, started_by }) => (
        <>
          <TimeAgo instant={created_at} /> <span className="mute">{t('runs.by', { name: started_by })}</span>
        </>
      ),
    },
    {
      key: 'what',
      phone: 'meta',
      header: t('runs.columns.what'),
      hideBelow: 900,
      cell: ({ settings: { mode, generosity } }) =>
        `${t(`form.modes.${mode}`)} · ${t(`form.generosities.${generosity}`)}`,
    },
    {
      key: 'state',
      phone: 'aside',
      header: t('runs.columns.state'),
      width: 130,
      cell: ({ status }) => <RunState status={status} />,
    },
    {
      key: 'result',
      phone: 'meta',
      header: t('runs.columns.result'),
      hideBelow: 760,
      cell: ({ figures }) =>
        figures &&
        t('runs.result', {
          rules: t('runs.rules', { count: figures.rules }),
          profiles: t('runs.profiles', { count: figures.profiles }),
        }),
    },
    {
      key: 'draft',
      phone: 'meta',
      header: t('runs.columns.draft'),
      hideBelow: 1_000,
      cell: ({ draft }) => draft?.name,
    },
    {
      key: 'delete',
      phone: 'foot',
      header: t('word.delete'),
      width: 110,
      cell: (run) =>
        !isRunning(run) && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('runs.deleteNamed', { when: formatInstant(run.created_at) })}
            onClick={(event) => {
              event.stopPropagation();
              onDelete(run);
            }}
          >
            {t('runs.delete')}
          </Button>
        ),
    },
  ];
}
