import { keySystems, type SyncTask, sync } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { useReadInventory } from '#data/key-systems/key-systems';
import { useStartSync } from '#data/tasks/sync';
import { useToast } from '#ui/toast';

type Props = {
  system: { id: string; name: string };
  variant?: 'filled' | 'default';
  isDisabled?: boolean;
  /** Replaces the usual label, e.g. "Next: preview sync". */
  label?: string;
};

/** Opens the started task; shows why it could not be started. */
function useFollowTask() {
  const navigate = useNavigate();
  const toast = useToast();
  return {
    onSuccess: (task: SyncTask) => void navigate({ to: '/tasks/$id', params: { id: task.task_id } }),
    onError: (error: Error) => toast.failure(error.message),
  };
}

/** Starts a sync of one key system; a dry run stops before anything is applied. */
export function SyncButton({
  system,
  variant = 'default',
  isDisabled,
  label,
  isDryRun,
}: Props & { isDryRun: boolean }) {
  const { t } = useTranslation('connections');
  const start = useStartSync();
  const follow = useFollowTask();
  const words = isDryRun ? 'preview' : 'now';
  if (!useMay(sync.start)) return null;
  return (
    <Button
      variant={variant}
      loading={start.isPending}
      disabled={isDisabled}
      aria-label={label ?? t(`sync.${words}Named`, { name: system.name })}
      onClick={() => start.mutate({ target_key_system_connection_id: system.id, dry_run: isDryRun }, follow)}
    >
      {label ?? t(`sync.${words}`)}
    </Button>
  );
}

/** Starts reading the inventory: cylinders and groups. */
export function ReadInventoryButton({ system, variant = 'default', isDisabled, label }: Props) {
  const { t } = useTranslation('connections');
  const read = useReadInventory();
  const follow = useFollowTask();
  if (!useMay(keySystems.readInventory)) return null;
  return (
    <Button
      variant={variant}
      loading={read.isPending}
      disabled={isDisabled}
      aria-label={label ?? t('sync.inventoryNamed', { name: system.name })}
      onClick={() => read.mutate(system.id, follow)}
    >
      {label ?? t('sync.inventory')}
    </Button>
  );
}
