import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCreateKeyPlan } from '#data/plans/key-plans';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { Loading } from '#ui/page-states';
import { FirstLinks, useFirstLinks } from './first-links';
import { PlanForm } from './plan-form';
import type { PlanValues } from './plan-schema';

/**
 * Creates a plan in the time zone of the browser, whose changes wait until they are activated, linked to the only source
 * and the only key system, and opens it.
 */
export function CreatePlanDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('key-plans');
  const navigate = useNavigate();
  const create = useCreateKeyPlan();
  const links = useFirstLinks();
  const submit = async (values: PlanValues) => {
    const { id } = await create.mutateAsync({ ...values, ...links.ids });
    await navigate({ to: '/keys/key-plans/$id', params: { id } });
  };
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (links.isLoading) {
    return (
      <SideDrawer title={t('form.create')} opened onClose={onClose}>
        <Loading />
      </SideDrawer>
    );
  }
  return (
    <SideDrawer title={t('form.create')} opened onClose={onClose}>
      <PlanForm
        values={{
          name: '',
          description: '',
          time_zone: here,
          takes_effect: 'on_activation',
          needs_second_person: false,
          schedule_policy: 'refuse',
        }}
        submitLabel={t('form.submit')}
        links={<FirstLinks {...links} />}
        hint={t('form.draft')}
        onSubmit={submit}
        onCancel={onClose}
      />
    </SideDrawer>
  );
}
