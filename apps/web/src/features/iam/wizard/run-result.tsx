import { changeList, type IamConnection, type SyncTask, type TaskResult } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NextStepButton } from '#components/next-step/next-step-button';
import { useRunOutcome } from '#components/use-run-outcome';
import { useMay } from '#data/auth';
import { useExport } from '#data/calls/records';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { useToast } from '#ui/toast';

const tones = {
  applied: 'green',
  waiting: 'amber',
  nothing_to_do: 'green',
  previewed: 'blue',
  quarantined: 'amber',
  read: 'green',
  suggested: 'green',
} as const;

type Props = { connection: IamConnection; task: SyncTask; result: TaskResult };

/** The outcome of the run, with links to people, change set and problem rows. */
export function RunResult({ connection, task, result }: Props) {
  const { t } = useTranslation(['iam', 'tasks']);
  const { outcome, counts } = result;
  const { change_set_id } = task;
  const { isPartly, title, text } = useRunOutcome()(task.kind, result);
  const isWaiting = outcome === 'previewed' || outcome === 'quarantined';
  const actions = (
    <>
      {change_set_id && (counts.problem ?? 0) > 0 && (
        <ProblemRows changeSetId={change_set_id} count={counts.problem ?? 0} />
      )}
      {change_set_id && (
        <LinkButton to="/change-sets/$id" params={{ id: change_set_id }} variant={isWaiting ? 'filled' : 'default'}>
          {t(isWaiting ? 'tasks:decide' : 'tasks:changeSet')}
        </LinkButton>
      )}
      {!isWaiting && (
        <>
          <LinkButton to="/people" search={{ connection_id: connection.id }} variant="default">
            {t('word.openPeople')}
          </LinkButton>
          <NextStepButton />
        </>
      )}
    </>
  );
  return (
    <Notice tone={isPartly ? 'amber' : tones[outcome]} title={title} actions={actions}>
      {text}
    </Notice>
  );
}

function ProblemRows({ changeSetId, count }: { changeSetId: string; count: number }) {
  const { t } = useTranslation('iam');
  const mayExport = useMay(changeList.csv);
  const save = useExport(changeList.csv, 'problem-rows.csv');
  const toast = useToast();
  const start = () =>
    save.mutate(
      { params: { id: changeSetId }, query: { kind: 'problem' } },
      { onError: () => toast.failure(t('run.problemsFailed')) },
    );
  if (!mayExport) return null;
  return (
    <Button variant="default" loading={save.isPending} onClick={start}>
      {t('run.problems', { count })}
    </Button>
  );
}
