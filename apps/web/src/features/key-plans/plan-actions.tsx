import type { KeyPlan } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '#components/delete-dialog';
import { useDeleteKeyPlan } from '#data/key-plans';
import { loadChunk } from '#lib/chunk';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { useToast } from '#ui/toast';
import { ActivationButton, ActivationDialog } from './activation';

const loadDrawer = () => loadChunk('EditPlanDrawer', () => import('./form/edit-plan-drawer'));
const EditPlanDrawer = lazy(async () => ({ default: (await loadDrawer()).EditPlanDrawer }));
/** Preloads on hover or focus. After a failure, pressing the button tries again. */
const prepare = () => void loadDrawer().catch(() => undefined);

type Open = 'nothing' | 'edit' | 'delete' | 'activation';

/** Actions on the whole plan. */
export function PlanActions({ plan }: { plan: KeyPlan }) {
  const { t } = useTranslation('key-plans');
  const [open, setOpen] = useState<Open>('nothing');
  const close = () => setOpen('nothing');
  return (
    <>
      <Button variant="default" onPointerEnter={prepare} onFocus={prepare} onClick={() => setOpen('edit')}>
        {t('plan.edit')}
      </Button>
      <Button variant="default" onClick={() => setOpen('delete')}>
        {t('remove.action')}
      </Button>
      {/* What waits is activated where it is shown. */}
      {(plan.is_active || plan.pending_changes === 0) && (
        <ActivationButton
          plan={plan}
          variant={plan.is_active ? 'default' : 'filled'}
          onAsk={() => setOpen('activation')}
        />
      )}
      <Suspense>{open === 'edit' && <EditPlanDrawer plan={plan} onClose={close} />}</Suspense>
      {open === 'activation' && <ActivationDialog plan={plan} onClose={close} />}
      {open === 'delete' &&
        (plan.is_active ? <StillActive plan={plan} onClose={close} /> : <Removal plan={plan} onClose={close} />)}
    </>
  );
}

type Props = { plan: KeyPlan; onClose: () => void };

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
