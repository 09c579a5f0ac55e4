import { NumberInput, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyTimesPolicyQuery, useAskForExtension } from '#data/key-systems/key-times';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';

type Props = { keys: readonly string[]; onClose: () => void; onDone?: () => void };

const usualHours = 24;
const minReason = 3;

/** Asks for more hours between the updates of keys. Another super admin approves it. */
export function ExtensionDialog({ keys, onClose, onDone }: Props) {
  const { t } = useTranslation('key-times');
  const { data: policy } = useQuery(keyTimesPolicyQuery);
  const [hours, setHours] = useState<number | string>(usualHours);
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const ask = useAskForExtension();
  const toast = useToast();
  const lacksReason = reason.trim().length < minReason;
  const confirm = () => {
    setIsTried(true);
    if (lacksReason || typeof hours !== 'number') return;
    ask.mutate(
      { keys: [...keys], hours, reason },
      {
        onSuccess: () => {
          toast.success(t('extension.asked'));
          onClose();
          onDone?.();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      title={t('extension.title', { count: keys.length })}
      confirmLabel={t('extension.ask')}
      isBusy={ask.isPending}
      reason={{
        label: t('change.reason'),
        value: reason,
        onChange: setReason,
        isRequired: true,
        ...(isTried && lacksReason && { error: t('extension.reasonMissing') }),
      }}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Stack gap="sm">
        <p>{t('extension.what')}</p>
        <Notice tone="amber" title={t('extension.outTitle')}>
          {t('extension.out')}
        </Notice>
        <NumberInput
          label={t('extension.hours')}
          description={policy && t('extension.most', { count: policy.extension_max_hours })}
          min={1}
          max={policy?.extension_max_hours ?? usualHours}
          allowDecimal={false}
          value={hours}
          onChange={setHours}
          maw={240}
        />
        {ask.error && <Notice tone="red" title={ask.error.message} />}
      </Stack>
    </ConfirmDialog>
  );
}
