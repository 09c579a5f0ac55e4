import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompleteReview, useStopReview } from '#data/plans/access-reviews';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';

type Props = { id: string; how: 'complete' | 'stop'; onClose: () => void };

/** Ends a review: completed by a second administrator, or stopped. */
export function EndDialog({ id, how, onClose }: Props) {
  const { t } = useTranslation('access-reviews');
  const toast = useToast();
  const [text, setText] = useState('');
  const [complete, stop] = [useCompleteReview(), useStopReview()];
  const isStop = how === 'stop';
  const { error, isPending } = isStop ? stop : complete;
  const done = {
    onSuccess: () => {
      toast.success(t(isStop ? 'stopped' : 'completed'));
      onClose();
    },
  };
  const confirm = () => {
    if (isStop) stop.mutate({ id, reason: text }, done);
    else complete.mutate({ id, note: text.trim() }, done);
  };
  return (
    <ConfirmDialog
      title={t(isStop ? 'stopTitle' : 'complete')}
      confirmLabel={t(isStop ? 'stopTitle' : 'complete')}
      isBusy={isPending}
      isDangerous={isStop}
      reason={{
        label: t(isStop ? 'reasonLabel' : 'note'),
        value: text,
        onChange: setText,
        ...(isStop && { isRequired: true as const }),
      }}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t(isStop ? 'stopText' : 'completeText')}</p>
      {error && <Notice tone="red" title={error.message} />}
    </ConfirmDialog>
  );
}
