import type { KeyPlan } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { useUpdateKeyPlan } from '#data/plans/key-plans';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { PlanForm } from './plan-form';
import type { PlanValues } from './plan-schema';

export function EditPlanDrawer({ plan, onClose }: { plan: KeyPlan; onClose: () => void }) {
  const { t } = useTranslation('key-plans');
  const update = useUpdateKeyPlan();
  const submit = async (changes: PlanValues) => {
    await update.mutateAsync({ plan, changes });
    onClose();
  };
  const { name, description, time_zone, takes_effect, needs_second_person, schedule_policy } = plan;
  return (
    <SideDrawer title={t('form.edit')} opened onClose={onClose}>
      <PlanForm
        values={{ name, description, time_zone, takes_effect, needs_second_person, schedule_policy }}
        stored={plan}
        submitLabel={t('form.save')}
        onSubmit={submit}
        onCancel={onClose}
      />
    </SideDrawer>
  );
}
