import type { GeneratorRun } from '@key2xs/contract';
import { Button, Menu } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { generatorRunQuery, isRunning, runProgressQuery, useStopRun } from '#data/plans/generator';
import { useSyncTask } from '#data/tasks/sync';
import { formatInstant } from '#lib/format';
import { LinkButton } from '#ui/link-button';
import { Page } from '#ui/page';
import { Failure, Loading } from '#ui/page-states';
import { useToast } from '#ui/toast';
import { WriteDraft } from '../decide/write-draft';
import { RunResult } from '../result/run-result';
import { DeleteRun } from '../start/delete-run';
import { RunState } from '../start/recent-runs';
import { Running } from './running';

/** One run: while it works, and what has come of it. */
export function OneRun({ id }: { id: string }) {
  // Texts of the matrix and of reasons too: fetched later, they would hide the whole view for a moment.
  const { t } = useTranslation(['generator', 'matrix', 'connections']);
  const { data: run, error, refetch } = useQuery(generatorRunQuery(id));
  useFocusAfter(run && isRunning(run));
  const back = { to: '/keyplan-ai/create', label: t('back') } as const;
  if (!run)
    return (
      <Page title={t('title')} back={back}>
        {error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('run.loading')} />}
      </Page>
    );
  const subtitle = (
    <>
      <RunState status={run.status} /> {t(`form.modes.${run.settings.mode}`)} ·{' '}
      {t(`form.generosities.${run.settings.generosity}`)} · {t('runs.by', { name: run.started_by })}
    </>
  );
  return (
    <Page
      title={t('run.title', { when: formatInstant(run.created_at) })}
      subtitle={subtitle}
      back={back}
      actions={isRunning(run) ? <StopButton run={run} /> : <ResultActions run={run} />}
    >
      {isRunning(run) ? <Followed run={run} /> : <RunResult run={run} />}
    </Page>
  );
}

/** Stop goes with the end of the run: the focus that was on it would be nowhere. */
function useFocusAfter(isActive: boolean | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown changes with it
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  }, [isActive]);
}

/** Reads the events when its task has moved, and the run again when they say that it has ended. */
function Followed({ run }: { run: GeneratorRun }) {
  const client = useQueryClient();
  const { data: task } = useSyncTask(run.task_id ?? undefined);
  const { data: progress, error, refetch } = useQuery(runProgressQuery(run.id));
  const moved = task && `${task.phase} ${task.done} ${task.status}`;
  const hasEnded = progress?.hasEnded ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a task that has moved has new events
  useEffect(() => void refetch(), [moved, refetch]);
  useEffect(() => {
    if (hasEnded) void client.invalidateQueries({ queryKey: generatorRunQuery(run.id).queryKey });
  }, [hasEnded, run.id, client]);
  if (!progress) return error ? <Failure error={error} onRetry={refetch} /> : <Loading />;
  return <Running run={run} progress={progress} />;
}

function StopButton({ run }: { run: GeneratorRun }) {
  const { t } = useTranslation('generator');
  const toast = useToast();
  const stop = useStopRun();
  const act = () =>
    void stop.mutateAsync(run.id).then(
      () => toast.success(t('run.stopped')), // this button is gone by then
      ({ message }: Error) => toast.failure(message),
    );
  return (
    <Button variant="default" loading={stop.isPending} onClick={act}>
      {t('run.stop')}
    </Button>
  );
}

function ResultActions({ run }: { run: GeneratorRun }) {
  const { t } = useTranslation('generator');
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'draft' | 'delete'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">{t('run.more')}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setDialog('delete')}>{t('run.delete')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <LinkButton to="/keyplan-ai/create" search={{ from: run.id }} variant="default">
        {t('run.settings')}
      </LinkButton>
      {run.figures && <Button onClick={() => setDialog('draft')}>{t('run.draft')}</Button>}
      {dialog === 'draft' && <WriteDraft run={run} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteRun
          run={run}
          onClose={close}
          onDeleted={() => void navigate({ to: '/keyplan-ai/create', search: {} })}
        />
      )}
    </>
  );
}
