import { iam, keySystems, type SyncTask, sync as syncs } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { useReadSource } from '#data/iam';
import { useReadInventory } from '#data/key-systems';
import { useStartSync } from '#data/sync';
import { useToast } from '#ui/toast';

/** Starts the same run anew, over the same connection, and goes to its task. */
export function RunAgain({ task }: { task: SyncTask }) {
  const { t } = useTranslation('tasks');
  const navigate = useNavigate();
  const toast = useToast();
  const start = useSameRun(task);
  const follow = {
    onSuccess: ({ task_id }: SyncTask) => void navigate({ to: '/tasks/$id', params: { id: task_id } }),
    onError: (error: Error) => toast.failure(error.message),
  };
  if (!start.isOpen) return null;
  return (
    <Button loading={start.isPending} onClick={() => start.run(follow)}>
      {t('failed.again')}
    </Button>
  );
}

type Follow = { onSuccess: (task: SyncTask) => void; onError: (error: Error) => void };

function useSameRun({ kind, dry_run, iam_connection_id, key_system_connection_id }: SyncTask) {
  const read = useReadSource();
  const sync = useStartSync();
  const inventory = useReadInventory();
  const isOpen = useMay({ directory: iam.sync, inventory: keySystems.readInventory, key_system: syncs.start }[kind]);
  const run = (follow: Follow) => {
    if (kind === 'directory' && iam_connection_id) read.mutate({ id: iam_connection_id, isDryRun: dry_run }, follow);
    if (!key_system_connection_id) return;
    if (kind === 'inventory') inventory.mutate(key_system_connection_id, follow);
    if (kind === 'key_system') {
      sync.mutate({ target_key_system_connection_id: key_system_connection_id, dry_run }, follow);
    }
  };
  return { run, isOpen, isPending: read.isPending || sync.isPending || inventory.isPending };
}
