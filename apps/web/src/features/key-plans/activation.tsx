import { type KeyPlan, keyPlans } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { useUpdateKeyPlan } from '#data/key-plans';
import { loadChunk } from '#lib/chunk';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { useToast } from '#ui/toast';

const loadDialog = () => loadChunk('ActivateDraftDialog', () => import('./drafts/activate-draft-dialog'));
const ActivateDraftDialog = lazy(async () => ({ default: (await loadDialog()).ActivateDraftDialog }));

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

type DialogProps = { plan: KeyPlan; onClose: () => void };

/** Explains the effect, then activates a plan or deactivates an active one. */
export function ActivationDialog({ plan: current, onClose }: DialogProps) {
  // Keeps the question stable while the plan changes and the dialog closes.
  const [plan] = useState(current);
  if (plan.is_active || plan.takes_effect === 'at_once') return <SwitchDialog plan={plan} onClose={onClose} />;
  return (
    <Suspense>
      <ActivateDraftDialog plan={plan} onClose={onClose} />
    </Suspense>
  );
}

function SwitchDialog({ plan, onClose }: DialogProps) {
  const { t } = useTranslation('key-plans');
  const update = useUpdateKeyPlan();
  const toast = useToast();
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
