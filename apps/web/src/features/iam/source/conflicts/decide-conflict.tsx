import type { ConflictDecision, DirectoryConflict } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { useDecideConflict } from '#data/sources/conflicts';
import { useReason } from '#lib/use-reason';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';

export type PersonDecision = { decision: ConflictDecision; who?: DirectoryConflict['people'][number] };

type Props = { conflict: DirectoryConflict; pending: PersonDecision; onClose: () => void };

/** States the effect of a decision before it is made, and asks for a reason. */
export function DecideConflict({ conflict: { id, value, people }, pending: { decision, who }, onClose }: Props) {
  const { t } = useTranslation('source');
  const toast = useToast();
  const decide = useDecideConflict();
  const { field, take } = useReason();
  const confirm = () => {
    const reason = take();
    if (reason === undefined) return;
    decide
      .mutateAsync({ id, decision, reason, ...(who && { chosen: who.external_id }) }) // The dialog may be unmounted before the call ends.
      .then(
        () => toast.success(t('conflicts.decided')),
        (error: Error) => toast.failure(error.message),
      )
      .finally(onClose);
  };
  return (
    <ConfirmDialog
      title={t(`conflicts.decisions.${decision}`)}
      confirmLabel={t('conflicts.confirm')}
      isBusy={decide.isPending}
      reason={field}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>
        {t(`conflicts.effects.${decision}`, {
          value,
          name: who?.name ?? people[0]?.name ?? value,
          count: people.length,
        })}
      </p>
      <p className="mute">{t('conflicts.nextRun')}</p>
    </ConfirmDialog>
  );
}
