import type { ReviewDecision } from '@key2xs/contract';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/calls/api-error';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import type { Decider } from './use-deciding';

/** `isAgain`: it is decided already. */
export type ToDecide = {
  id: string;
  name: string;
  decision: ReviewDecision;
  saw: 'row' | 'details';
  isAgain: boolean;
};

/** Asks for the reason of a removal or change, or of what is decided again. */
export function DecideDialog({ asked, decider, onClose }: { asked: ToDecide; decider: Decider; onClose: () => void }) {
  const { t } = useTranslation('access-reviews');
  const { id, name, decision, saw, isAgain } = asked;
  const [reason, setReason] = useState('');
  const [again, setAgain] = useState(isAgain);
  /** Someone has decided it meanwhile. */
  const isDecided = !isAgain && decider.error instanceof ApiError && decider.error.status === 409;
  const close = () => {
    decider.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t(`decide.${decision}Title`, { name })}
      confirmLabel={t(`decisions.${decision}`)}
      isBusy={decider.isPending}
      reason={{ label: t('reasonLabel'), value: reason, onChange: setReason, isRequired: true }}
      onConfirm={() => decider.send({ items: [id], decision, reason: reason.trim(), again, saw }, close)}
      onCancel={close}
    >
      <p>{t(({ keep: 'decide.keepText', remove: 'decide.text', change: 'decide.changeText' } as const)[decision])}</p>
      {decider.error && <Notice tone="red" title={decider.error.message} />}
      {isDecided && (
        <Checkbox
          mt="sm"
          label={t('decide.again')}
          checked={again}
          onChange={(event) => setAgain(event.currentTarget.checked)}
        />
      )}
    </ConfirmDialog>
  );
}
