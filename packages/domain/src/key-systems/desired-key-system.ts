import type { Person } from '@key2xs/contract';
import { isValidAt } from '../access/hours/weekly-hours';
import type { PlanFacts } from '../access/indexing/access-facts';
import { type AccessIndex, grantingRules, type IndexedRule, matchesRow } from '../access/indexing/access-index';
import { placesBelow } from '../access/indexing/doors';
import { type PersonFacts, personKeys } from '../access/indexing/match-subjects';
import { peopleInRows } from '../access/indexing/people';
import type { DesiredKeySystem, KeySystemPerson, KeySystemProfile, WeeklyWindow } from './key-system-state';
import { mergeSchedules, type WantedProfile } from './merge-schedules';

export type NamedPerson = PersonFacts &
  Pick<Person, 'display_name' | 'given_name' | 'family_name' | 'email' | 'employee_id'>;

/** Maps our ids of one key system's cylinders and groups to its own. Others belong to another key system. */
export type ExternalIds = { cylinders: ReadonlyMap<string, string>; groups: ReadonlyMap<string, string> };

const description = 'Kept equal to the key plan by Key2XS. Changes made here are undone at the next sync.';

/**
 * The desired state of one key system: a profile for each rule that names one of its doors, and the persons matched.
 *
 * References are our ids: the rule's for a profile, the person's for a person. Groups stay groups; places and profiles
 * of the plan become their cylinders and groups. A profile without members is still desired.
 *
 * Key systems know weekly windows but no dates: a window counts only if `at` is within its dates. A rule whose windows
 * are all past or future is left out, because a profile without windows is always open.
 *
 * A key holds one schedule. If the plan says so, people with different hours from its rules get profiles with merged hours
 * (`mergeSchedules`); otherwise the profiles follow the rules.
 *
 * @param index   of the plans that are synced to this key system
 * @param persons all people of the index, with names
 */
export function desiredKeySystem(
  index: AccessIndex,
  persons: Iterable<NamedPerson>,
  externalIds: ExternalIds,
  at: string,
): DesiredKeySystem {
  const ofRules = grantingRules(index).flatMap((rule) => {
    const profile = profileOf(rule, index, { externalIds, at });
    return profile ? [{ plan: rule.plan, profile, members: membersOf(rule, index) }] : [];
  });
  const wanted = byPlan(ofRules);
  const reached = new Set(wanted.flatMap(({ members }) => [...members]));
  return {
    persons: [...persons].filter(({ id }) => reached.has(id)).map(personOf),
    profiles: wanted.map(({ profile }) => profile),
    members: new Map(wanted.map(({ profile, members }) => [profile.reference, members])),
  };
}

/**
 * The desired record of one person, and their profiles.
 * @param rules rules with desired profiles, not of a plan that merges hours
 */
export function desiredPerson(
  rules: readonly Pick<IndexedRule, 'rule' | 'plan' | 'subjectKeys'>[],
  person: NamedPerson,
): { desired: KeySystemPerson | undefined; wanted: string[] } {
  const facts = { connection_id: person.connection_id, keys: personKeys(person, true) };
  const wanted = rules.flatMap((rule) => (matchesRow(rule, facts) ? rule.rule.id : []));
  return { desired: wanted.length > 0 ? personOf(person) : undefined, wanted };
}

export const mergesHours = ({ schedule_policy = 'refuse' }: Pick<PlanFacts, 'schedule_policy'>): boolean =>
  schedule_policy !== 'refuse';

/** Splits the profiles of the rules of plans that merge hours. */
function byPlan(ofRules: readonly (WantedProfile & { plan: PlanFacts })[]): WantedProfile[] {
  const plans = new Map(ofRules.map(({ plan }) => [plan.id, plan]));
  return [...plans.values()].flatMap((plan) => {
    const wanted = ofRules.filter((one) => one.plan.id === plan.id);
    const { schedule_policy: policy = 'refuse' } = plan;
    return policy === 'refuse' ? wanted : mergeSchedules(wanted, policy);
  });
}

const membersOf = ({ rows }: IndexedRule, { people }: AccessIndex): Set<string> =>
  new Set([...peopleInRows(people, rows)].map((number) => people.ids[number] ?? ''));

function profileOf(
  indexed: IndexedRule,
  index: AccessIndex,
  { externalIds, at }: { externalIds: ExternalIds; at: string },
): KeySystemProfile | undefined {
  const { rule, plan } = indexed;
  const doors = namedDoors(indexed, index);
  const cylinders = doors.cylinder_ids.flatMap((id) => externalIds.cylinders.get(id) ?? []);
  const cylinder_groups = doors.cylinder_group_ids.flatMap((id) => externalIds.groups.get(id) ?? []);
  const schedule = scheduleOf(indexed, at);
  if (!schedule || cylinders.length + cylinder_groups.length === 0) return undefined;
  const name = `${plan.name} / ${rule.name}`;
  return { reference: rule.id, name, description, cylinders, cylinder_groups, schedule };
}

/** Cylinders and groups that a rule names directly or through places and profiles; each once, groups not expanded. */
function namedDoors({ objects }: IndexedRule, { doors }: AccessIndex) {
  const cylinder_ids = new Set<string>();
  const cylinder_group_ids = new Set<string>();
  for (const { object_type, object_identifier: id } of objects.values()) {
    if (object_type === 'cylinder') cylinder_ids.add(id);
    if (object_type === 'cylinder_group') cylinder_group_ids.add(id);
    if (object_type === 'location') {
      for (const place of placesBelow(doors, id)) {
        for (const number of doors.placed.get(place) ?? []) cylinder_ids.add(doors.ids[number] ?? '');
      }
    }
    const profile = object_type === 'access_profile' ? doors.profiles.get(id) : undefined;
    for (const cylinder of profile?.cylinders ?? []) cylinder_ids.add(cylinder);
    for (const group of profile?.groups ?? []) cylinder_group_ids.add(group);
  }
  return { cylinder_ids: [...cylinder_ids], cylinder_group_ids: [...cylinder_group_ids] };
}

/** Undefined if the rule has windows but none is valid at that time; empty if it has none. */
function scheduleOf({ rule: { time_restrictions } }: IndexedRule, at: string): WeeklyWindow[] | undefined {
  const counting = time_restrictions.filter((window) => isValidAt(window, Date.parse(at)));
  if (counting.length === 0 && time_restrictions.length > 0) return undefined;
  return counting.map(({ days, from, to }) => ({ days, from, to }));
}

function personOf(person: NamedPerson): KeySystemPerson {
  const { id: reference, email, employee_id } = person;
  return { reference, ...splitName(person), email, employee_id };
}

/**
 * Given and family name if both are known; else the surname is the display name's part before a comma, or its last
 * word.
 */
function splitName({ given_name, family_name, display_name }: NamedPerson) {
  if (given_name && family_name) return { first_name: given_name, surname: family_name };
  const [, last, first] = /^([^,]+),(.+)$/.exec(display_name) ?? [];
  if (last && first) return { first_name: first.trim(), surname: last.trim() };
  const words = display_name.split(/\s+/).filter(Boolean);
  return { first_name: words.slice(0, -1).join(' '), surname: words.at(-1) ?? '' };
}
