import { type AccessRule, accessRules, enhancedKeyPlans, iam, type RuleMeasure } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '#lib/calls/call';
import { failedTo } from '#lib/calls/failed-to';
import { endpointQuery } from '../calls/endpoint-calls';
import { keyOf } from '../calls/refetching';
import { required } from '../key-systems/key-systems';

/** Rules belong to an identity source that the plan is linked to. */
export type RuleScope = { connectionId: string; planId: string };

const pageSize = 1_000;

/** All rules of a key plan, by name. */
export const rulesQuery = ({ connectionId, planId }: RuleScope) =>
  queryOptions({
    queryKey: keyOf(enhancedKeyPlans.listRules, 'rules', planId, connectionId),
    queryFn: async ({ signal }): Promise<AccessRule[]> => {
      const params = { connection_id: connectionId, keyplan_id: planId };
      const rules: AccessRule[] = [];
      for (;;) {
        const query = { limit: pageSize, offset: rules.length };
        const { items } = await call(enhancedKeyPlans.listRules, { params, query }, { signal });
        rules.push(...items);
        if (items.length < pageSize) return rules;
      }
    },
  });

/** One rule as it is now. */
export const getRule = (planId: string, ruleId: string): Promise<AccessRule> =>
  call(accessRules.get, { params: { keyplan_id: planId, rule_id: ruleId } });

/** How many people and doors an unsaved rule would affect. */
export const measureQuery = (planId: string, parts: z.input<typeof RuleMeasure>) =>
  queryOptions({
    ...endpointQuery(accessRules.measure, ['measure', planId, parts], { params: { keyplan_id: planId }, body: parts }),
    enabled: parts.subjects.length + parts.objects.length > 0,
  });

const subjectValues = {
  department: { endpoint: iam.departments, failureText: 'getDepartments', purpose: 'get the departments' },
  job_function: { endpoint: iam.jobTitles, failureText: 'getJobTitles', purpose: 'get the job titles' },
} as const;

export type SubjectKind = keyof typeof subjectValues | 'group';

/** A subject of rules; `value` is the id of a group, otherwise the name itself. */
export type CountedSubject = { value: string; name: string; people: number };

/** Departments, job titles or groups of the active people of a source, most common first. */
export const subjectValuesQuery = (connectionId: string, kind: SubjectKind) =>
  queryOptions({
    queryKey: keyOf(iam.groups, 'subject-values', connectionId, kind),
    queryFn: async ({ signal }): Promise<CountedSubject[]> => {
      if (kind === 'group') return listGroups(connectionId, signal);
      const { endpoint, failureText, purpose } = subjectValues[kind];
      const params = required(connectionId, purpose);
      const { items } = await call(endpoint, { params }, { signal, ...failedTo(failureText) });
      return items.map((one) => ({ ...one, name: one.value }));
    },
  });

const maxGroups = 1_000;

async function listGroups(id: string, signal: AbortSignal): Promise<CountedSubject[]> {
  const groups: CountedSubject[] = [];
  for (;;) {
    const query = { is_gone: 'false', sort: '-people', limit: maxGroups, offset: groups.length } as const;
    const { items } = await call(iam.groups, { params: { id }, query }, { signal, ...failedTo('getGroups') });
    groups.push(...items.map(({ id: value, name, people }) => ({ value, name, people })));
    if (items.length < maxGroups) return groups;
  }
}
