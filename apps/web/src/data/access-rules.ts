import {
  type AccessRuleCreate,
  accessRules,
  type DepartmentRuleCreate,
  enhancedKeyPlans,
  iam,
  type JobFunctionRuleCreate,
} from '@key2xs/contract';
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

export type SubjectKind = keyof typeof subjectValues | 'group';

/** What a rule can be about; `value` is the id of a group, and otherwise the name itself. */
export type CountedSubject = { value: string; name: string; people: number };

/** Departments, job titles or groups of the active people of a source, most common first. */
export const subjectValuesQuery = (connectionId: string, kind: SubjectKind) =>
  queryOptions({
    queryKey: ['subject-values', connectionId, kind],
    queryFn: async ({ signal }): Promise<CountedSubject[]> => {
      if (kind === 'group') return listGroups(connectionId, signal);
      const { endpoint, unlessSaid } = subjectValues[kind];
      const { items } = await call(endpoint, { params: { id: connectionId } }, { signal, ...failedTo(unlessSaid) });
      return items.map((one) => ({ ...one, name: one.value }));
    },
  });

const groupsAPage = 1_000;

async function listGroups(id: string, signal: AbortSignal): Promise<CountedSubject[]> {
  const groups: CountedSubject[] = [];
  for (;;) {
    const query = { is_gone: 'false', sort: '-people', limit: groupsAPage, offset: groups.length } as const;
    const { items } = await call(iam.groups, { params: { id }, query }, { signal, ...failedTo('getGroups') });
    groups.push(...items.map(({ id: value, name, people }) => ({ value, name, people })));
    if (items.length < groupsAPage) return groups;
  }
}

export type NewRule =
  | { type: 'department'; body: z.input<typeof DepartmentRuleCreate> }
  | { type: 'job_function'; body: z.input<typeof JobFunctionRuleCreate> }
  | { type: 'group'; body: z.input<typeof AccessRuleCreate> };

export function useCreateRule({ connectionId, planId }: RuleScope) {
  const params = { connection_id: connectionId, keyplan_id: planId };
  const onSettled = useKeyPlansChanged();
  return useMutation({
    mutationFn: (rule: NewRule) => {
      switch (rule.type) {
        case 'department':
          return call(enhancedKeyPlans.createDepartmentRule, { params, body: rule.body });
        case 'job_function':
          return call(enhancedKeyPlans.createJobFunctionRule, { params, body: rule.body });
        case 'group':
          return call(accessRules.create, { params: { keyplan_id: planId }, body: rule.body });
      }
    },
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
