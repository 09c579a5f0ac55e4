import type { Person } from '@key2xs/contract';
import type { CompiledPlan, CompiledRule } from '../access/compile-plan';
import { isValidAt } from '../access/is-window-open';
import type { PersonFacts } from '../access/match-subjects';
import { namedDoors } from '../access/resolve-objects';
import type { DesiredKeySystem, KeySystemPerson, KeySystemProfile, WeeklyWindow } from './key-system-state';

export type NamedPerson = PersonFacts &
  Pick<Person, 'display_name' | 'given_name' | 'family_name' | 'email' | 'employee_id'>;

/** Our ids of the cylinders and groups of one key system, to its own ids. What is not in here belongs to another. */
export type ExternalIds = { cylinders: ReadonlyMap<string, string>; groups: ReadonlyMap<string, string> };

const description = 'Kept equal to the key plan by Key2XS. Changes made here are undone at the next sync.';

/**
 * What one key system should hold: a profile for each rule that names a door of it, and the persons those rules reach.
 *
 * References are our ids: of the rule for a profile, of the person for a person. Groups stay groups; profiles of the plan
 * become the cylinders and groups in them. A profile nobody matches is still desired.
 *
 * The key system knows weekly windows but no dates, so windows count while `at` lies within theirs, and a rule whose windows
 * are all past or to come is left out: a profile without its windows would be open always.
 */
export function desiredKeySystem(
  compiled: CompiledPlan,
  persons: Iterable<NamedPerson>,
  externalIds: ExternalIds,
  at: string,
): DesiredKeySystem {
  const profiles = compiled.rules.flatMap((rule) => profileOf(rule, compiled, { externalIds, at }) ?? []);
  const members = new Map(profiles.map((profile) => [profile.reference, new Set<string>()]));
  const reached: KeySystemPerson[] = [];
  for (const person of persons) {
    const joined = compiled.matchRules(person).flatMap((rule) => members.get(rule.id) ?? []);
    for (const group of joined) group.add(person.id);
    if (joined.length > 0) reached.push(personOf(person));
  }
  return { persons: reached, profiles, members };
}

function profileOf(
  rule: CompiledRule,
  { inventory }: CompiledPlan,
  { externalIds, at }: { externalIds: ExternalIds; at: string },
): KeySystemProfile | undefined {
  const doors = namedDoors(rule.objects, inventory);
  const cylinders = doors.cylinder_ids.flatMap((id) => externalIds.cylinders.get(id) ?? []);
  const cylinder_groups = doors.cylinder_group_ids.flatMap((id) => externalIds.groups.get(id) ?? []);
  const schedule = scheduleOf(rule, at);
  if (!schedule || cylinders.length + cylinder_groups.length === 0) return undefined;
  const name = `${rule.keyplan_name} / ${rule.name}`;
  return { reference: rule.id, name, description, cylinders, cylinder_groups, schedule };
}

/** Undefined when the rule has windows and none of them counts at that moment; empty when it has none. */
function scheduleOf({ time_restrictions }: CompiledRule, at: string): WeeklyWindow[] | undefined {
  const counting = time_restrictions.filter((window) => isValidAt(window, Date.parse(at)));
  if (counting.length === 0 && time_restrictions.length > 0) return undefined;
  return counting.map(({ days, from, to }) => ({ days, from, to }));
}

function personOf(person: NamedPerson): KeySystemPerson {
  const { id: reference, email, employee_id } = person;
  return { reference, ...splitName(person), email, employee_id };
}

/** Given and family name where the directory has both, else the display name: its last word, or what is before a comma. */
function splitName({ given_name, family_name, display_name }: NamedPerson) {
  if (given_name && family_name) return { first_name: given_name, surname: family_name };
  const [, last, first] = /^([^,]+),(.+)$/.exec(display_name) ?? [];
  if (last && first) return { first_name: first.trim(), surname: last.trim() };
  const words = display_name.split(/\s+/).filter(Boolean);
  return { first_name: words.slice(0, -1).join(' '), surname: words.at(-1) ?? '' };
}
