import { useTranslation } from 'react-i18next';
import { useDecideConflicts } from '#data/sources/conflicts';
import { useReason } from '#lib/use-reason';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';
import type { BulkDecision, Selection } from './bulk-decisions';

type Props = {
  sourceId: string;
  selection: Selection;
  /** The number of selected conflicts; if it changed by then, nothing is decided. */
  count: number;
  decision: BulkDecision;
  onDone: () => void;
  onClose: () => void;
};

/** States the effect of a decision and on how many people, and asks for a reason. */
export function DecideMany({ sourceId, selection: { kind, ids }, count, decision, onDone, onClose }: Props) {
  const { t } = useTranslation('source');
  const toast = useToast();
  const decide = useDecideConflicts();
  const { field, take } = useReason();
  const confirm = () => {
    const reason = take();
    if (reason === undefined) return;
    const which = ids === 'all' ? {} : { ids: [...ids] };
    decide.mutate(
      { connection_id: sourceId, kind, decision, ...which, expected: count, reason },
      {
        onSuccess: () => {
          toast.success(t('conflicts.decided'));
          onDone();
        },
        onError: (error) => {
          toast.failure(error.message);
          onClose();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      title={t(`conflicts.decisions.${decision}`)}
      confirmLabel={t('conflicts.many.confirm', { count })}
      isBusy={decide.isPending}
      reason={field}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t(`conflicts.many.effects.${kind}.${decision}` as 'conflicts.many.effects.two_sources.both', { count })}</p>
      <p className="mute">{t('conflicts.nextRun')}</p>
    </ConfirmDialog>
  );
}
