import type { AccessEffect, PlanChange } from '@key2xs/contract';
import { type AccessIndex, hasBit, losesManyPeople } from '@key2xs/domain';
import type { Db } from '#platform/deps';
import { nameSubjects } from '../../people/service';
import type { Comparison } from './comparison';
import { countKeysOf, listDepartments, listPlaces, type Place } from './effect-queries';
import type { Changed } from './sides';

const mostListed = 50;
const sensitiveClass = 3;

export async function describeChanges(db: Db, { changes, effect }: Comparison): Promise<PlanChange[]> {
  const subjects = changes.rules.flatMap(({ before, after }) => [
    ...(before?.subjects ?? []),
    ...(after?.subjects ?? []),
  ]);
  const named = await nameSubjects(db, subjects);
  const ruleOf = (rule: Changes['rules'][number]['before']) => {
    if (!rule) return null;
    const { keyplan_id: _, subjects, objects, time_restrictions, ...said } = rule;
    const parts = { objects: [...objects], time_restrictions: [...time_restrictions] };
    return { ...said, subjects: subjects.map(named), ...parts };
  };
  const rules = changes.rules.map((pair): PlanChange => {
    const { gains = 0, loses = 0 } = effect.byRule.get(pair.id) ?? {};
    return { kind: 'rule', ...headOf(pair), before: ruleOf(pair.before), after: ruleOf(pair.after), gains, loses };
  });
  const profiles = changes.profiles.map((pair): PlanChange => {
    return { kind: 'profile', ...headOf(pair), before: profileOf(pair.before), after: profileOf(pair.after) };
  });
  return [...rules, ...profiles];
}

const headOf = <T extends { name: string }>({ id, before, after }: Changed<T>) => ({
  change: !before ? ('added' as const) : after ? ('changed' as const) : ('removed' as const),
  record_id: id,
  name: (after ?? before)?.name ?? '',
});

type Changes = Comparison['changes'];

const profileOf = (profile: Changes['profiles'][number]['before']) =>
  profile
    ? { ...profile, cylinder_ids: [...profile.cylinder_ids], cylinder_group_ids: [...profile.cylinder_group_ids] }
    : null;

export async function describeEffect(db: Db, comparison: Comparison): Promise<AccessEffect> {
  const { plan, effect, after, revision } = comparison;
  const places = await listPlaces(db);
  const byPlace = sumByPlace(comparison, places);
  const isSensitive = ({ protection_class }: { protection_class: number | null }) =>
    (protection_class ?? 0) >= sensitiveClass;
  const touched = effect.gainedAt.reduce((sum, gained, i) => sum + (gained + (effect.lostAt[i] ?? 0) > 0 ? 1 : 0), 0);
  return {
    people_gaining: effect.peopleGaining,
    people_losing: effect.peopleLosing,
    rights_gained: effect.rightsGained,
    rights_lost: effect.rightsLost,
    doors: touched,
    hours_changed: effect.hoursChanged,
    by_department: await sumByDepartment(db, comparison),
    by_location: byPlace.slice(0, mostListed),
    sensitive_locations: byPlace.filter(isSensitive).length,
    ...(await measureWork(db, comparison, after)),
    longest_key_list: effect.longestList,
    schedule_conflicts: { ...effect.conflicts, policy: plan.schedule_policy },
    needs_confirmation: losesManyPeople({ losing: effect.peopleLosing, reached: effect.reachedBefore }),
    revision,
  };
}

async function sumByDepartment(db: Db, { effect, after }: Comparison): Promise<AccessEffect['by_department']> {
  const ids = effect.changes.map(({ persons: [first = -1] }) => after.people.ids[first] ?? '');
  const departments = await listDepartments(db, ids);
  const sums = new Map<string | null, { department: string | null; gaining: number; losing: number }>();
  for (const [i, { persons, gained, lost }] of effect.changes.entries()) {
    const department = departments.get(ids[i] ?? '') ?? null;
    const sum = sums.get(department) ?? { department, gaining: 0, losing: 0 };
    sums.set(department, sum);
    if (gained.some(Boolean)) sum.gaining += persons.length;
    if (lost.some(Boolean)) sum.losing += persons.length;
  }
  const sizeOf = ({ gaining, losing }: { gaining: number; losing: number }) => gaining + losing;
  return [...sums.values()].sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, mostListed);
}

function sumByPlace({ effect, after }: Comparison, places: ReadonlyMap<string, Place>): AccessEffect['by_location'] {
  const sums = new Map<string | null, { rights_gained: number; rights_lost: number }>();
  for (const [door, gained] of effect.gainedAt.entries()) {
    const lost = effect.lostAt[door] ?? 0;
    if (gained + lost === 0) continue;
    const place = after.doors.facts[door]?.location_id ?? null;
    const sum = sums.get(place) ?? { rights_gained: 0, rights_lost: 0 };
    sums.set(place, sum);
    sum.rights_gained += gained;
    sum.rights_lost += lost;
  }
  return [...sums]
    .map(([location_id, sum]) => {
      const { name = '', protection_class = null } = places.get(location_id ?? '') ?? {};
      return { location_id, name, protection_class, ...sum };
    })
    .sort((a, b) => b.rights_gained + b.rights_lost - a.rights_gained - a.rights_lost);
}

/** What an operator has to do before the change is on keys and cylinders. */
async function measureWork(db: Db, { effect }: Comparison, { people, doors }: AccessIndex) {
  const persons = effect.changes.flatMap((change) => [...change.persons]);
  const held = await countKeysOf(
    db,
    persons.map((person) => people.ids[person] ?? ''),
  );
  const visited = new Set<number>();
  for (const { persons: alike, gained, lost } of effect.changes) {
    if (!alike.some((person) => held.inCylinders.has(people.ids[person] ?? ''))) continue;
    for (let door = 0; door < doors.ids.length; door++)
      if (hasBit(gained, door) || hasBit(lost, door)) visited.add(door);
  }
  return {
    keys_to_update: held.updatable,
    cylinders_to_visit: visited.size,
    people_without_key: persons.length - held.holders,
  };
}
