import type { ChangeSet } from '@key2xs/contract';
import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRaiseLimit } from '#data/tasks/change-sets';
import { useReason } from '#lib/use-reason';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';
import { EffectList } from './effect-list';
import { limitsOf } from './guard-limits';

type Props = { changeSet: ChangeSet; onClose: () => void };

/** Raises the removal limit of the connection permanently; at least to what this change set needs. */
export function RaiseLimitDialog({ changeSet, onClose }: Props) {
  const { t } = useTranslation('change-sets');
  const raise = useRaiseLimit();
  const toast = useToast();
  const { field, take } = useReason();
  const { limit, needed } = limitsOf(changeSet.guards);
  const [percent, setPercent] = useState<number | string>(needed);
  const chosen = typeof percent === 'number' ? percent : 0;
  const error = chosen < needed ? t('raise.low', { needed }) : chosen > 100 ? t('raise.high') : undefined;
  const confirm = () => {
    const reason = take();
    if (reason === undefined || error) return;
    raise.mutate(
      { id: changeSet.id, limit_percent: chosen, reason },
      {
        onSuccess: () => toast.info(t('apply.toast')),
        onError: (failure) => toast.failure(failure.message),
        onSettled: onClose,
      },
    );
  };
  return (
    <ConfirmDialog
      title={t('raise.title')}
      confirmLabel={t('raise.confirm')}
      isDangerous
      isBusy={raise.isPending}
      reason={field}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <EffectList changeSet={changeSet} />
      <p className="mute">{t('raise.text')}</p>
      <NumberInput
        mt="md"
        label={t('raise.label')}
        description={t('raise.hint', { limit, needed })}
        value={percent}
        onChange={setPercent}
        error={error}
        decimalScale={1}
      />
    </ConfirmDialog>
  );
}
