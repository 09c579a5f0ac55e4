import type { KeyPlan } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { profilesQuery } from '#data/access-profiles';
import { type RuleScope, useCreateRule } from '#data/access-rules';
import { Failure, Loading } from '#ui/page-states';
import { SideDrawer } from '#ui/side-drawer';
import { useToast } from '#ui/toast';
import { RuleForm } from './rule-form';
import { newRule, type RuleValues } from './rule-schema';

type Props = {
  plan: KeyPlan;
  scope: RuleScope;
  /** With what the form begins. */
  start?: Partial<RuleValues>;
  onClose: () => void;
};

/** Creates a rule beside the list of existing ones. */
export function RuleDrawer({ plan, scope, start, onClose }: Props) {
  const { t } = useTranslation('key-plans');
  const { data: profiles, error, refetch } = useQuery(profilesQuery(plan.id));
  const create = useCreateRule(scope);
  const toast = useToast();
  const submit = async (values: RuleValues) => {
    const { name } = await create.mutateAsync(newRule(values));
    toast.success(t('rules.toasts.created', { name }));
    onClose();
  };
  return (
    <SideDrawer title={t('ruleForm.title')} opened onClose={onClose}>
      {profiles && (
        <RuleForm plan={plan} profiles={profiles.items} start={start} onSubmit={submit} onCancel={onClose} />
      )}
      {!profiles && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('profiles.loading')} />)}
    </SideDrawer>
  );
}
