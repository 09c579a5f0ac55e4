import type { RuleObject, RuleSubject, TimeRestriction } from '@key2xs/contract';
import type { Inventory, NamedPerson, PlanSource } from '../src/index';

type RuleSource = PlanSource['rules'][number];

/** A person of the source `hr` without title, department or groups. */
export function aPerson(over: Partial<NamedPerson> = {}): NamedPerson {
  const facts = { id: 'p1', connection_id: 'hr', active: true, department: null, job_title: null, group_ids: [] };
  const names = { display_name: 'Ada Lovelace', given_name: null, family_name: null, email: null, employee_id: null };
  return { ...facts, ...names, ...over };
}

/** An active rule that gives cylinder `c1` to the Surgery department, always. */
export function aRule(over: Partial<RuleSource> = {}): RuleSource {
  return {
    id: 'r1',
    name: 'Surgery doors',
    is_active: true,
    subject_match: 'any',
    subjects: [department('Surgery')],
    objects: [cylinder('c1')],
    time_restrictions: [],
    ...over,
  };
}

/** An active plan in UTC for the source `hr`. */
export function aPlan(rules: readonly RuleSource[], over: Partial<PlanSource> = {}): PlanSource {
  const head = { id: 'plan1', name: 'Main house', is_active: true, time_zone: 'UTC', iam_connection_ids: ['hr'] };
  return { ...head, rules, ...over };
}

/** Groups and profiles by id: `{ groups: { g1: ['c1'] }, profiles: { f1: [['c2'], ['g1']] } }`. */
export function anInventory(content: {
  groups?: Record<string, string[]>;
  profiles?: Record<string, [cylinders: string[], groups: string[]]>;
}): Inventory {
  const profiles = Object.entries(content.profiles ?? {}).map(
    ([id, [cylinder_ids, cylinder_group_ids]]) => [id, { cylinder_ids, cylinder_group_ids }] as const,
  );
  return { groups: new Map(Object.entries(content.groups ?? {})), profiles: new Map(profiles) };
}

export function aWindow(over: Partial<TimeRestriction> = {}): TimeRestriction {
  return { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00', valid_from: null, valid_until: null, ...over };
}

export const department = (name: string): RuleSubject => ({ subject_type: 'department', subject_identifier: name });
export const jobTitle = (name: string): RuleSubject => ({ subject_type: 'job_title', subject_identifier: name });
export const cylinder = (id: string): RuleObject => ({ object_type: 'cylinder', object_identifier: id });
export const group = (id: string): RuleObject => ({ object_type: 'cylinder_group', object_identifier: id });
export const profile = (id: string): RuleObject => ({ object_type: 'access_profile', object_identifier: id });
