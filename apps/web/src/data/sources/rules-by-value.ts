import { type AccessRule, type KeyPlan, keyPlanList } from '@key2xs/contract';
import { foldText } from '@key2xs/domain';
import { useQueries, useQuery } from '@tanstack/react-query';
import { recordsQuery } from '../calls/records';
import { rulesQuery } from '../plans/access-rules';

export type RuleOfPlan = { rule: AccessRule; plan: KeyPlan };
type Kind = 'department' | 'job_title';

const allPlans = recordsQuery(keyPlanList, { params: undefined, query: { limit: 200 } });

/** Rules of all plans linked to a source, by the department or job title they name; undefined until all are loaded. */
export function useRulesByValue(connectionId: string, kind: Kind) {
  const plans = useQuery(allPlans);
  const linked = (plans.data?.rows ?? []).filter((plan) => plan.iam_connections.some(({ id }) => id === connectionId));
  const answers = useQueries({ queries: linked.map(({ id }) => rulesQuery({ connectionId, planId: id })) });
  const failed = [plans, ...answers].find((one) => one.error && !one.data);
  if (!plans.data || answers.some(({ data }) => !data)) return { of: undefined, error: failed?.error ?? undefined };
  const rules = linked.flatMap((plan, i) => (answers[i]?.data ?? []).map((rule) => ({ plan, rule })));
  const byValue = new Map<string, RuleOfPlan[]>();
  for (const one of rules) {
    for (const { subject_type, subject_identifier } of one.rule.subjects) {
      if (subject_type !== kind) continue;
      const key = foldText(subject_identifier);
      byValue.set(key, [...(byValue.get(key) ?? []), one]);
    }
  }
  return { of: (value: string) => byValue.get(foldText(value)) ?? [], error: undefined };
}
