import type { AccessRule, KeyPlan } from '@key2xs/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cylinderGroupQuery } from '#data/key-systems/cylinders';
import { profilesQuery } from '#data/plans/access-profiles';
import { type RuleScope, rulesQuery } from '#data/plans/access-rules';
import { describeWindows } from '#lib/time/describe-windows';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { Failure, Loading } from '#ui/page-states';
import { useUrlState } from '#ui/table/url-state';
import { useEditing } from '../../drafts/editing';
import { keyPlanSearch } from '../../key-plan-search';
import { EditRule } from './edit-rule';
import { RuleForm } from './rule-form';
import { blankRule, bodyOf, type RuleValues, valuesOf } from './rule-schema';

type Props = {
  plan: KeyPlan;
  scope: RuleScope;
  /** With what the form begins; what the address names otherwise. */
  start?: Partial<RuleValues>;
  onClose: () => void;
};

const maxTemplates = 4;

/** Makes, copies or changes a rule beside the list of existing ones. */
export function RuleDrawer({ plan, scope, start, onClose }: Props) {
  const { t } = useTranslation(['rule-editor', 'key-plans']);
  const profiles = useQuery(profilesQuery(plan.id));
  const rules = useQuery(rulesQuery(scope));
  const [{ dialog, rule_id }] = useUrlState(keyPlanSearch);
  const named = useNamedStart();
  const asked = start ? undefined : rules.data?.find(({ id }) => id === rule_id);
  // Hours of other rules are offered once they are read; only a rule that the address names is waited for.
  const isReady =
    profiles.data !== undefined && (start !== undefined || rule_id === undefined || rules.data !== undefined);
  const isEdit = asked !== undefined && dialog === 'rule';
  const error = profiles.error ?? rules.error;
  const from = start ?? (asked ? copyOf(asked) : named);
  const shared = { plan, profiles: profiles.data?.items ?? [], templates: templatesOf(rules.data ?? []), onClose };
  return (
    <SideDrawer
      title={isEdit ? t('editTitle', { name: asked.name }) : t('key-plans:ruleForm.title')}
      opened
      onClose={onClose}
    >
      {!(isReady && from) &&
        (error ? (
          <Failure error={error} onRetry={() => Promise.all([profiles.refetch(), rules.refetch()])} />
        ) : (
          <Loading label={t('key-plans:profiles.loading')} />
        ))}
      {isReady && from && isEdit && <EditRule key={asked.id} {...shared} rule={asked} />}
      {isReady && from && !isEdit && <NewRule {...shared} start={{ ...blankRule, ...from }} />}
    </SideDrawer>
  );
}

type NewProps = Omit<Props, 'scope' | 'start'> &
  Pick<Parameters<typeof RuleForm>[0], 'profiles' | 'templates'> & { start: RuleValues };

function NewRule({ onClose, ...form }: NewProps) {
  const { t } = useTranslation('key-plans');
  const { edit } = useEditing();
  const submit = async (values: RuleValues) => {
    const rule = bodyOf(values);
    if (await edit([{ kind: 'add_rule', rule }], t('rules.toasts.created', { name: rule.name }))) onClose();
  };
  return <RuleForm {...form} submitLabel={t('ruleForm.submit')} onSubmit={submit} onCancel={onClose} />;
}

/** Everything but the name, which no other rule may have. */
const copyOf = (rule: AccessRule): RuleValues => ({ ...valuesOf(rule), name: '' });

/** Hours of other rules of the plan, those that most rules have first. */
function templatesOf(rules: readonly AccessRule[]) {
  const uses = new Map<string, { count: number; windows: AccessRule['time_restrictions'] }>();
  for (const { time_restrictions: windows } of rules) {
    if (windows.length === 0) continue;
    const words = describeWindows(windows);
    uses.set(words, { count: (uses.get(words)?.count ?? 0) + 1, windows });
  }
  return [...uses]
    .sort(([, one], [, other]) => other.count - one.count)
    .slice(0, maxTemplates)
    .map(([label, { windows }]) => ({ label, windows: windows.map(({ id: _, ...window }) => window) }));
}

/** Department or job title, and the group of cylinders, of the address; undefined while the name of the group is read. */
function useNamedStart(): Partial<RuleValues> | undefined {
  const [{ department, job_title, group_id }] = useUrlState(keyPlanSearch);
  const group = useQuery({ ...cylinderGroupQuery(group_id ?? ''), ...(group_id ? {} : { queryFn: skipToken }) });
  if (group_id && group.isPending) return undefined;
  const subjectOf = (subject_type: 'department' | 'job_title', name: string) => ({
    subjects: [{ subject_type, subject_identifier: name, name }],
  });
  return {
    ...(department !== undefined && subjectOf('department', department)),
    ...(job_title !== undefined && subjectOf('job_title', job_title)),
    ...(group.data && {
      objects: [{ object_type: 'cylinder_group' as const, object_identifier: group.data.id, name: group.data.name }],
    }),
  };
}
