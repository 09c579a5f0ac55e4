import { type KeyPlan, keyPlans, planVersions } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { loadChunk } from '#lib/chunk';
import { ActivationButton, ActivationDialog } from './activation';

const loadDrawer = () => loadChunk('EditPlanDrawer', () => import('./form/edit-plan-drawer'));
const EditPlanDrawer = lazy(async () => ({ default: (await loadDrawer()).EditPlanDrawer }));
const RemovalDialog = lazy(async () => {
  const loaded = await loadChunk('RemovalDialog', () => import('./removal-dialog'));
  return { default: loaded.RemovalDialog };
});
/** Preloads on hover or focus. After a failure, pressing the button tries again. */
const prepare = () => void loadDrawer().catch(() => undefined);

type Open = 'nothing' | 'edit' | 'delete' | 'activation';

/** Actions on the whole plan. */
export function PlanActions({ plan }: { plan: KeyPlan }) {
  const { t } = useTranslation('key-plans');
  const [open, setOpen] = useState<Open>('nothing');
  const close = () => setOpen('nothing');
  const [mayChange, mayDelete] = [useMay(keyPlans.update), useMay(keyPlans.remove)];
  const mayActivate = useMay(planVersions.activate);
  const maySwitch = plan.is_active || plan.takes_effect === 'at_once' ? mayChange : mayActivate;
  return (
    <>
      {mayChange && (
        <Button variant="default" onPointerEnter={prepare} onFocus={prepare} onClick={() => setOpen('edit')}>
          {t('plan.edit')}
        </Button>
      )}
      {mayDelete && (
        <Button variant="default" onClick={() => setOpen('delete')}>
          {t('remove.action')}
        </Button>
      )}
      {/* What waits is activated where it is shown. */}
      {maySwitch && (plan.is_active || plan.pending_changes === 0) && (
        <ActivationButton
          plan={plan}
          variant={plan.is_active ? 'default' : 'filled'}
          onAsk={() => setOpen('activation')}
        />
      )}
      <Suspense>
        {open === 'edit' && <EditPlanDrawer plan={plan} onClose={close} />}
        {open === 'delete' && <RemovalDialog plan={plan} onClose={close} />}
      </Suspense>
      {open === 'activation' && <ActivationDialog plan={plan} onClose={close} />}
    </>
  );
}
