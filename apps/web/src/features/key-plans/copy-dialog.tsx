import { type KeyPlan, KeyPlanCopy } from '@key2xs/contract';
import { Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCopyKeyPlan } from '#data/plans/key-plans';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';

type Props = { plan: Pick<KeyPlan, 'id' | 'name'>; onClose: () => void };

/** Asks what the copy is to be called, makes it and opens it. */
export function CopyDialog({ plan: { id, name }, onClose }: Props) {
  const { t } = useTranslation('key-plans');
  const [value, setValue] = useState<string>(t('copy.proposed', { name }));
  const [error, setError] = useState<string>();
  const copy = useCopyKeyPlan();
  const navigate = useNavigate();
  const toast = useToast();
  const run = () => {
    const asked = KeyPlanCopy.safeParse({ name: value });
    if (!asked.success) {
      setError(t(value.trim() === '' ? 'errors.name' : 'errors.nameLength'));
      return;
    }
    copy.mutate(
      { id, name: asked.data.name },
      {
        onSuccess: (made) => {
          toast.success(t('copy.toast', { name: made.name }));
          void navigate({ to: '/keys/key-plans/$id', params: { id: made.id } });
        },
        onError: (refusal) => setError(refusal.message),
      },
    );
  };
  return (
    <ConfirmDialog
      title={t('copy.title', { name })}
      confirmLabel={t('copy.submit')}
      isBusy={copy.isPending}
      onConfirm={run}
      onCancel={onClose}
    >
      <Stack gap="sm">
        <p>{t('copy.effect')}</p>
        <TextInput
          label={t('copy.name')}
          value={value}
          error={error}
          data-autofocus
          onChange={(event) => {
            setValue(event.currentTarget.value);
            setError(undefined);
          }}
        />
      </Stack>
    </ConfirmDialog>
  );
}
