import type { PlanChange, PlanComparison, PlanDelta, RuleObject } from '@key2xs/contract';
import { type AccessIndex, hasBit, hasDoor, losesManyPeople } from '@key2xs/domain';
import { presentDelta } from '#platform/present-delta';
import type { Reader } from '#platform/visible-to';
import { keysOfPlanReadAt } from '../../keys/service';
import { nameSubjects } from '../../people/service';
import type { Changed } from '../content/sides';
import { hidingParts } from '../parts/hide-parts';
import { spelledType } from '../parts/rule-parts';
import type { Comparison } from './comparison';
import { crossChanges } from './cross-changes';
import { countKeysOf, listDepartments, listObjectNames, listPlaces, type NamedPlace } from './effect-queries';

const mostListed = 50;
const sensitiveClass = 3;

export async function describeChanges(reader: Reader, { changes, effect, after }: Comparison): Promise<PlanChange[]> {
  const hide = await hidingParts(
    reader,
    changes.rules.flatMap(({ before, after }) => [...(before ? [before] : []), ...(after ? [after] : [])]),
  );
  const subjects = changes.rules.flatMap(({ before, after }) => [
    ...(before?.subjects ?? []),
    ...(after?.subjects ?? []),
  ]);
  const named = await nameSubjects(reader, subjects);
  const objectNames = await listObjectNames(
    reader,
    changes.rules.flatMap(({ before, after }) => [...(before?.objects ?? []), ...(after?.objects ?? [])]),
    await listPlaces(reader),
  );
  const nameOf = ({ object_identifier }: RuleObject) => objectNames.get(object_identifier) ?? '';
  const ruleOf = (rule: Changes['rules'][number]['before']) => {
    if (!rule) return null;
    const { keyplan_id: _, subjects, objects, time_restrictions, ...said } = hide(rule);
    const namedObjects = objects.map((object) => ({ ...object, name: nameOf(object) }));
    const parts = { objects: namedObjects, time_restrictions: [...time_restrictions] };
    return { ...said, type: spelledType(said.type), subjects: subjects.map(named), ...parts };
  };
  const rules = changes.rules.map((pair): PlanChange => {
    const { gains = 0, loses = 0 } = effect.byRule.get(pair.id) ?? {};
    return { kind: 'rule', ...headOf(pair), before: ruleOf(pair.before), after: ruleOf(pair.after), gains, loses };
  });
  const isSeen = (door: string) => !reader.viewer.scope?.places || hasDoor(after, door);
  const profiles = changes.profiles.map((pair): PlanChange => {
    return {
      kind: 'profile',
      ...headOf(pair),
      before: profileOf(pair.before, isSeen),
      after: profileOf(pair.after, isSeen),
    };
  });
  return [...rules, ...profiles];
}

const headOf = <T extends { name: string }>({ id, before, after }: Changed<T>) => ({
  change: !before ? ('added' as const) : after ? ('changed' as const) : ('removed' as const),
  record_id: id,
  name: (after ?? before)?.name ?? '',
});

type Changes = Comparison['changes'];

const profileOf = (profile: Changes['profiles'][number]['before'], isSeen: (door: string) => boolean) =>
  profile
    ? {
        ...profile,
        cylinder_ids: profile.cylinder_ids.filter(isSeen),
        cylinder_group_ids: [...profile.cylinder_group_ids],
      }
    : null;

type Measured = Pick<Comparison, 'plan' | 'effect' | 'after' | 'revision'>;

export async function describeEffect(
  reader: Reader,
  comparison: Measured,
): Promise<Pick<PlanComparison, 'effect' | 'by_crossing' | 'visits'>> {
  const places = await listPlaces(reader);
  const departments = await departmentsOfChanges(reader, comparison);
  const work = await measureWork(reader, comparison);
  return {
    effect: sumEffect(comparison, { places, departments, work }),
    by_crossing: crossChanges(comparison, { places, departments }),
    visits: visitsByPlace(comparison.after, places, work.visited),
  };
}

/** Of each change, in their order: people with one change have one department. */
async function departmentsOfChanges(reader: Reader, { effect, after }: Measured): Promise<(string | null)[]> {
  const ids = effect.changes.map(({ persons: [first = -1] }) => after.people.ids[first] ?? '');
  const departments = await listDepartments(reader, ids);
  return ids.map((id) => departments.get(id) ?? null);
}

type Facts = {
  places: ReadonlyMap<string, NamedPlace>;
  departments: readonly (string | null)[];
  work: Awaited<ReturnType<typeof measureWork>>;
};

function sumEffect(comparison: Measured, { places, departments, work }: Facts): PlanDelta {
  const { plan, effect, revision } = comparison;
  const byPlace = sumByPlace(comparison, places);
  const isSensitive = ({ protection_class }: { protection_class: number | null }) =>
    (protection_class ?? 0) >= sensitiveClass;
  const touched = effect.gainedAt.reduce((sum, gained, i) => sum + (gained + (effect.lostAt[i] ?? 0) > 0 ? 1 : 0), 0);
  return {
    ...presentDelta(effect),
    doors: touched,
    by_department: sumByDepartment(comparison, departments),
    by_location: byPlace.slice(0, mostListed),
    sensitive_locations: byPlace.filter(isSensitive).length,
    keys_to_update: work.keys_to_update,
    cylinders_to_visit: work.visited.size,
    people_without_key: work.people_without_key,
    keys_read_at: work.keys_read_at,
    longest_key_list: effect.longestList,
    schedule_conflicts: { ...effect.conflicts, policy: plan.schedule_policy },
    people_reached: effect.reachedBefore,
    needs_confirmation: losesManyPeople({ losing: effect.peopleLosing, reached: effect.reachedBefore }),
    revision,
  };
}

function sumByDepartment({ effect }: Measured, departments: readonly (string | null)[]): PlanDelta['by_department'] {
  const sums = new Map<string | null, { department: string | null; gaining: number; losing: number }>();
  for (const [i, { persons, doorsGained, doorsLost }] of effect.changes.entries()) {
    const department = departments[i] ?? null;
    const sum = sums.get(department) ?? { department, gaining: 0, losing: 0 };
    sums.set(department, sum);
    if (doorsGained > 0) sum.gaining += persons.length;
    if (doorsLost > 0) sum.losing += persons.length;
  }
  const sizeOf = ({ gaining, losing }: { gaining: number; losing: number }) => gaining + losing;
  return [...sums.values()]
    .sort((a, b) => sizeOf(b) - sizeOf(a) || byName.compare(a.department ?? '', b.department ?? ''))
    .slice(0, mostListed);
}

function sumByPlace({ effect, after }: Measured, places: ReadonlyMap<string, NamedPlace>): PlanDelta['by_location'] {
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
    .sort(
      (a, b) => b.rights_gained + b.rights_lost - a.rights_gained - a.rights_lost || byName.compare(a.name, b.name),
    );
}

const byName = new Intl.Collator('en', { numeric: true });

/** What an operator has to do before the change is on keys and cylinders. */
async function measureWork(reader: Reader, { plan, effect, after: { people, doors } }: Measured) {
  const persons = effect.changes.flatMap((change) => [...change.persons]);
  const held = await countKeysOf(
    reader,
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
    visited,
    people_without_key: persons.length - held.holders,
    keys_read_at: await keysOfPlanReadAt(reader.db, plan.id),
  };
}

function visitsByPlace(
  { doors }: AccessIndex,
  places: ReadonlyMap<string, NamedPlace>,
  visited: ReadonlySet<number>,
): PlanComparison['visits'] {
  const counts = new Map<string | null, number>();
  for (const door of visited) {
    const place = doors.facts[door]?.location_id ?? null;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return [...counts]
    .map(([location_id, cylinders]) => ({ location_id, name: places.get(location_id ?? '')?.name ?? '', cylinders }))
    .sort((a, b) => b.cylinders - a.cylinders)
    .slice(0, mostListed);
}
