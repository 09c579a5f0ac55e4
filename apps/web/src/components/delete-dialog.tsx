import type { DeleteResult } from '@key2xs/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Blocked, blockedBy, deleteFailure } from '#lib/calls/blocking-records';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { BlockedNotice, type RecordPlaces } from './blocked-notice';

type Props = {
  title: string;
  confirmLabel: string;
  /** Label of the close button shown when other records block the deletion; confirming tries again. */
  closeLabel: string;
  remove: () => Promise<DeleteResult>;
  onDeleted: () => void;
  /** Called when nothing was deleted; no `error` when other records block it, which the dialog shows itself. */
  onFailed: (error?: unknown) => void;
  onClose: () => void;
  places?: RecordPlaces;
  /** States the effect, with figures where there are any. */
  children: ReactNode;
};

type Phase = { is: 'asking'; failure?: string } | { is: 'deleting' } | { is: 'blocked'; by: Blocked };

/** Asks, deletes, and stays open with the reason when other records block the deletion. */
export function DeleteDialog({ title, confirmLabel, closeLabel, onClose, places, children, ...deletion }: Props) {
  const { t } = useTranslation('connections');
  const [phase, setPhase] = useState<Phase>({ is: 'asking' });
  const run = async () => {
    setPhase({ is: 'deleting' });
    const outcome: unknown = await deletion.remove().catch((error: unknown) => error);
    const blocked = blockedBy(outcome);
    const failure = deleteFailure(outcome);
    setPhase(blocked ? { is: 'blocked', by: blocked } : { is: 'asking', failure: failure?.message });
    if (blocked) return deletion.onFailed();
    if (failure) return deletion.onFailed(failure);
    deletion.onDeleted();
    onClose();
  };
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={phase.is === 'blocked' ? t('word.tryAgain') : confirmLabel}
      cancelLabel={phase.is === 'blocked' ? closeLabel : undefined}
      isDangerous
      isBusy={phase.is === 'deleting'}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      {phase.is === 'blocked' ? <BlockedNotice blocked={phase.by} places={places} /> : children}
      {phase.is === 'asking' && phase.failure && (
        <Notice tone="red" title={t('blocked.failed')}>
          {phase.failure}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
