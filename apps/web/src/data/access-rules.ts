import { type DepartmentRuleCreate, enhancedKeyPlans, iam, type JobFunctionRuleCreate } from '@key2xs/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '#lib/calls/call';
import { failedTo } from '#lib/calls/failed-to';
import { useKeyPlansChanged } from './key-plans';

/** Rules are reached through an identity source that the plan is linked to. */
export type RuleScope = { connectionId: string; planId: string };

/** Rules of a key plan, by name; a plan has some dozens. */
export const rulesQuery = ({ connectionId, planId }: RuleScope) =>
  queryOptions({
    queryKey: ['key-plans', 'rules', planId, connectionId],
    queryFn: ({ signal }) =>
      call(
        enhancedKeyPlans.listRules,
        { params: { connection_id: connectionId, keyplan_id: planId }, query: { limit: 1_000 } },
        { signal },
      ),
  });

const subjectValues = {
  department: { endpoint: iam.departments, unlessSaid: 'getDepartments' },
  job_function: { endpoint: iam.jobTitles, unlessSaid: 'getJobTitles' },
} as const;

/** Departments or job titles of the active people of a source, most common first. */
export const subjectValuesQuery = (connectionId: string, kind: keyof typeof subjectValues) =>
  queryOptions({
    queryKey: ['subject-values', connectionId, kind],
    queryFn: async ({ signal }) => {
      const { endpoint, unlessSaid } = subjectValues[kind];
      return (await call(endpoint, { params: { id: connectionId } }, { signal, ...failedTo(unlessSaid) })).items;
    },
  });

export type NewRule =
  | { type: 'department'; body: z.input<typeof DepartmentRuleCreate> }
  | { type: 'job_function'; body: z.input<typeof JobFunctionRuleCreate> };

export function useCreateRule({ connectionId, planId }: RuleScope) {
  const params = { connection_id: connectionId, keyplan_id: planId };
  const onSettled = useKeyPlansChanged();
  return useMutation({
    mutationFn: (rule: NewRule) =>
      rule.type === 'department'
        ? call(enhancedKeyPlans.createDepartmentRule, { params, body: rule.body })
        : call(enhancedKeyPlans.createJobFunctionRule, { params, body: rule.body }),
    onSettled,
  });
}

type InConnection = { connectionId: string; ruleId: string };

/** Switches a rule on if it is off, and off if it is on. */
export function useToggleRule() {
  const onSettled = useKeyPlansChanged();
  return useMutation({
    mutationFn: ({ connectionId, ruleId }: InConnection) =>
      call(enhancedKeyPlans.toggleRule, { params: { connection_id: connectionId, rule_id: ruleId } }),
    onSettled,
  });
}

export function useDeleteRule() {
  const onSettled = useKeyPlansChanged();
  return useMutation({
    mutationFn: ({ connectionId, ruleId }: InConnection) =>
      call(enhancedKeyPlans.removeRule, { params: { connection_id: connectionId, rule_id: ruleId } }),
    onSettled,
  });
}
