import type { RuleObject, RuleSubject, TimeRestriction } from '@key2xs/contract';
import type {
  AccessFacts,
  CylinderFacts,
  LocationFacts,
  NamedPerson,
  PersonFacts,
  PlanFacts,
  RuleFacts,
} from '../src/index';

/** A person of the source `hr` without title, department or groups. */
export function aPerson(over: Partial<NamedPerson> = {}): NamedPerson {
  const facts = { id: 'p1', connection_id: 'hr', active: true, department: null, job_title: null, group_ids: [] };
  const names = { display_name: 'Ada Lovelace', given_name: null, family_name: null, email: null, employee_id: null };
  return { ...facts, ...names, ...over };
}

/** An active rule that gives cylinder `c1` to the Surgery department, always. */
export function aRule(over: Partial<RuleFacts> = {}): RuleFacts {
  return {
    id: 'r1',
    keyplan_id: 'plan1',
    name: 'Surgery doors',
    is_active: true,
    subject_match: 'any',
    subjects: [department('Surgery')],
    objects: [cylinder('c1')],
    time_restrictions: [],
    ...over,
  };
}

type PlanWithRules = PlanFacts & { rules: readonly RuleFacts[] };

/** An active plan in UTC for the source `hr`; the rules become its own. */
export function aPlan(rules: readonly RuleFacts[], over: Partial<PlanFacts> = {}): PlanWithRules {
  const head = { id: 'plan1', name: 'Main house', is_active: true, time_zone: 'UTC', iam_connection_ids: ['hr'] };
  const plan = { ...head, ...over };
  return { ...plan, rules: rules.map((rule) => ({ ...rule, keyplan_id: plan.id })) };
}

type Content = {
  plans?: readonly PlanWithRules[];
  people?: readonly PersonFacts[];
  /** Cylinders of each group. */
  groups?: Record<string, string[]>;
  profiles?: Record<string, [cylinders: string[], groups: string[]]>;
  /** Each with the one above it and its time zone. */
  locations?: Record<string, [parent: string | null, time_zone?: string]>;
  /** Where cylinders are. */
  placed?: Record<string, string>;
};

/** Facts with every cylinder that is named anywhere. */
export function facts({
  plans = [],
  people = [],
  groups = {},
  profiles = {},
  locations = {},
  placed = {},
}: Content = {}) {
  const rules = plans.flatMap((plan) => plan.rules);
  const named = rules.flatMap((rule) => rule.objects.filter((object) => object.object_type === 'cylinder'));
  const ids = new Set([
    ...named.map((object) => object.object_identifier),
    ...Object.values(groups).flat(),
    ...Object.values(profiles).flatMap(([cylinders]) => cylinders),
    ...Object.keys(placed),
  ]);
  const groupOf = new Map(Object.entries(groups).flatMap(([group, members]) => members.map((id) => [id, group])));
  return {
    plans,
    rules,
    people,
    cylinders: [...ids].map(
      (id): CylinderFacts => ({ id, group_id: groupOf.get(id) ?? null, location_id: placed[id] ?? null }),
    ),
    profiles: Object.entries(profiles).map(([id, [cylinder_ids, cylinder_group_ids]]) => {
      return { id, cylinder_ids, cylinder_group_ids };
    }),
    locations: Object.entries(locations).map(
      ([id, [parent_id, time_zone]]): LocationFacts => ({ id, parent_id, time_zone: time_zone ?? null }),
    ),
  } satisfies AccessFacts;
}

export function aWindow(over: Partial<TimeRestriction> = {}): TimeRestriction {
  return { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00', valid_from: null, valid_until: null, ...over };
}

export const department = (name: string): RuleSubject => ({ subject_type: 'department', subject_identifier: name });
export const jobTitle = (name: string): RuleSubject => ({ subject_type: 'job_title', subject_identifier: name });
export const cylinder = (id: string): RuleObject => ({ object_type: 'cylinder', object_identifier: id });
export const group = (id: string): RuleObject => ({ object_type: 'cylinder_group', object_identifier: id });
export const profile = (id: string): RuleObject => ({ object_type: 'access_profile', object_identifier: id });
export const location = (id: string) => ({ object_type: 'location' as const, object_identifier: id });
