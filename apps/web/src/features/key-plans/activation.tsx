import { type KeyPlan, keyPlans } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { useUpdateKeyPlan } from '#data/key-plans';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { useToast } from '#ui/toast';

const wayOf = ({ is_active }: KeyPlan) => (is_active ? 'deactivate' : 'activate');

type ButtonProps = { plan: KeyPlan; variant?: 'filled' | 'default'; onAsk: () => void };

/** Opens the dialog, which is rendered elsewhere: clicks in it must not count as clicks on a row. */
export function ActivationButton({ plan, variant = 'default', onAsk }: ButtonProps) {
  const { t } = useTranslation('key-plans');
  const way = wayOf(plan);
  if (!useMay(keyPlans.update)) return null;
  return (
    <Button variant={variant} onClick={onAsk} aria-label={t(`${way}.actionNamed`, { name: plan.name })}>
      {t(`${way}.action`)}
    </Button>
  );
}

/** Explains the effect, then activates a draft or deactivates an active plan. */
export function ActivationDialog({ plan: current, onClose }: { plan: KeyPlan; onClose: () => void }) {
  const { t } = useTranslation('key-plans');
  const update = useUpdateKeyPlan();
  const toast = useToast();
  // Keeps the question stable while the plan changes and the dialog closes.
  const [plan] = useState(current);
  const { name, active_rules, is_active } = plan;
  const way = wayOf(plan);
  const confirm = () =>
    update.mutate(
      { plan, changes: { is_active: !is_active } },
      {
        onSuccess: () => {
          toast.success(t(`${way}.toast`, { name }));
          onClose();
        },
        onError: (error) => toast.failure(error.message),
      },
    );
  return (
    <ConfirmDialog
      title={t(`${way}.title`, { name })}
      confirmLabel={t(`${way}.action`)}
      isDangerous={is_active}
      isBusy={update.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t(`${way}.effect`, { count: active_rules })}</p>
      <p style={{ marginTop: 8 }}>{t(`${way}.after`)}</p>
    </ConfirmDialog>
  );
}
