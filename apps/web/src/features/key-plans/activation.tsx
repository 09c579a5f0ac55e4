import type { KeyPlan } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadChunk } from '#lib/chunk';

const loadDialog = () => loadChunk('ActivateDraftDialog', () => import('./drafts/activate-draft-dialog'));
const loadSwitch = () => loadChunk('SwitchDialog', () => import('./drafts/switch-dialog'));
const ActivateDraftDialog = lazy(async () => ({ default: (await loadDialog()).ActivateDraftDialog }));
const SwitchDialog = lazy(async () => ({ default: (await loadSwitch()).SwitchDialog }));

const wayOf = ({ is_active }: KeyPlan) => (is_active ? 'deactivate' : 'activate');

type ButtonProps = { plan: KeyPlan; variant?: 'filled' | 'default'; onAsk: () => void };

/** Opens the dialog, which is rendered elsewhere: clicks in it must not count as clicks on a row. */
export function ActivationButton({ plan, variant = 'default', onAsk }: ButtonProps) {
  const { t } = useTranslation('key-plans');
  const way = wayOf(plan);
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
  const Dialog = plan.is_active || plan.takes_effect === 'at_once' ? SwitchDialog : ActivateDraftDialog;
  return (
    <Suspense>
      <Dialog plan={plan} onClose={onClose} />
    </Suspense>
  );
}
