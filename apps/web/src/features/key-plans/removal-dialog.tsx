import type { KeyPlan } from '@key2xs/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '#components/delete-dialog';
import { useDeleteKeyPlan } from '#data/plans/key-plans';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';

type Props = { plan: KeyPlan; onClose: () => void };

/** Deletes a plan that is not active and goes to the list; says of an active one that it has to be deactivated first. */
export function RemovalDialog({ plan: current, onClose }: Props) {
  // Keeps the question stable while the plan changes and the dialog closes.
  const [plan] = useState(current);
  return plan.is_active ? <StillActive plan={plan} onClose={onClose} /> : <Removal plan={plan} onClose={onClose} />;
}

function StillActive({ plan: { name }, onClose }: Props) {
  const { t } = useTranslation('key-plans');
  return (
    <ConfirmDialog
      title={t('remove.title', { name })}
      confirmLabel={t('remove.close')}
      onConfirm={onClose}
      onCancel={onClose}
    >
      {t('remove.active')}
    </ConfirmDialog>
  );
}

function Removal({ plan: { id, name, rules }, onClose }: Props) {
  const { t } = useTranslation('key-plans');
  const navigate = useNavigate();
  const remove = useDeleteKeyPlan();
  const toast = useToast();
  const leave = () => {
    toast.success(t('remove.toast', { name }));
    void navigate({ to: '/keys/key-plans' });
  };
  return (
    <DeleteDialog
      title={t('remove.title', { name })}
      confirmLabel={t('remove.action')}
      closeLabel={t('remove.close')}
      remove={() => remove.mutateAsync(id)}
      onDeleted={leave}
      onFailed={(error) => toast.failure(error instanceof Error ? error.message : t('failed'))}
      onClose={onClose}
    >
      {t('remove.effect', { rules: t('remove.rules', { count: rules }) })}
    </DeleteDialog>
  );
}
