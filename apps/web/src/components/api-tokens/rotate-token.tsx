import { type ApiToken, apiTokenOverlapHours } from '@key2xs/contract';
import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRotateToken } from '#data/api-tokens';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { endAfter, usualDays } from './token-days';

type Props = { token: ApiToken; maxDays: number; onRotated: (secret: string) => void; onClose: () => void };

/** States what happens to the present secret before there is a new one. */
export function RotateToken({ token: { id, name }, maxDays, onRotated, onClose }: Props) {
  const { t } = useTranslation('api-tokens');
  const rotate = useRotateToken(id);
  const [days, setDays] = useState<number | string>(usualDays(maxDays));
  const isInRange = typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= maxDays;
  const confirm = () => {
    if (isInRange) rotate.mutate(endAfter(days), { onSuccess: ({ secret }) => onRotated(secret) });
  };
  return (
    <ConfirmDialog
      title={t('rotate.title', { name })}
      confirmLabel={t('rotate.confirm')}
      isBusy={rotate.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {rotate.error && <Notice tone="red" title={rotate.error.message} />}
      <p>{t('rotate.text', { count: apiTokenOverlapHours })}</p>
      <NumberInput
        label={t('days.label')}
        description={t('days.hint', { count: maxDays })}
        value={days}
        onChange={setDays}
        allowDecimal={false}
        min={1}
        max={maxDays}
        error={isInRange ? undefined : t('days.outside', { most: maxDays })}
      />
    </ConfirmDialog>
  );
}
