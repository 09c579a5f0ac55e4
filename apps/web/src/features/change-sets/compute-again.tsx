import type { ChangeSet, SyncTask } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useReadSource } from '#data/iam';
import { useStartSync } from '#data/sync';
import { useToast } from '#ui/toast';

/** Starts a new preview of the same flow and goes to its task. */
export function ComputeAgain({ changeSet }: { changeSet: ChangeSet }) {
  const { t } = useTranslation('change-sets');
  const read = useReadSource();
  const sync = useStartSync();
  const navigate = useNavigate();
  const toast = useToast();
  const follow = {
    onSuccess: ({ task_id }: SyncTask) => void navigate({ to: '/tasks/$id', params: { id: task_id } }),
    onError: (error: Error) => toast.failure(error.message),
  };
  const start = () => {
    if (changeSet.kind === 'directory' && changeSet.iam_connection_id) {
      read.mutate({ id: changeSet.iam_connection_id, isDryRun: true }, follow);
    } else if (changeSet.key_system_connection_id) {
      sync.mutate({ target_key_system_connection_id: changeSet.key_system_connection_id, dry_run: true }, follow);
    }
  };
  return (
    <Button loading={read.isPending || sync.isPending} onClick={start}>
      {t('one.computeAgain')}
    </Button>
  );
}
