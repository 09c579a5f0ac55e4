import type { SyncTask } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMay } from '#data/auth';
import { kindsOfTask } from '#data/tasks/kinds-of-task';
import { type RunOver, useRunAgain } from '#data/tasks/run-again';
import { useToast } from '#ui/toast';

type Props = { of: RunOver; isDryRun: boolean; label: string; variant?: 'filled' | 'default' };

/** Starts the same run again over the same subject, and goes to its task. */
export function RunAgain({ of, isDryRun, label, variant = 'filled' }: Props) {
  const navigate = useNavigate();
  const toast = useToast();
  const start = useRunAgain({ of, isDryRun });
  const follow = {
    onSuccess: ({ task_id }: SyncTask) => void navigate({ to: '/tasks/$id', params: { id: task_id } }),
    onError: (error: Error) => toast.failure(error.message),
  };
  const kind = kindsOfTask[of.kind];
  if (!useMay(...kind.startedBy) || !kind.start) return null;
  return (
    <Button variant={variant} loading={start.isPending} onClick={() => start.mutate(undefined, follow)}>
      {label}
    </Button>
  );
}
