import { type Bits, countBits, listBits, wordAt } from '../access/indexing/bits';
import { type AccessDelta, addToDelta, emptyDelta } from '../access/totals/access-delta';
import {
  type ComparedProfile,
  compareDoors,
  compareProfiles,
  doorsOpened,
  isUnchanged,
  type KeySystemSides,
  type KnownDoors,
  type ProfilesOfPeople,
} from './compare-profiles';
import type { DesiredKeySystem } from './key-system-state';

/** People who gain and lose the same doors. Doors by the key system's own ids, in the order of `KnownDoors`. */
export type DoorChange = {
  /** References of the people. */
  persons: readonly string[];
  gained: readonly string[];
  lost: readonly string[];
  /** Kept doors with other hours. */
  otherHours: readonly string[];
  /** Profiles that open a gained door, and that opened a lost one. */
  by: { gained: readonly string[]; lost: readonly string[] };
};

/** The effect of a sync on people and doors. */
export type KeySystemDelta = AccessDelta & {
  changes: DoorChange[];
  /** How many people gain and lose each affected door. */
  gainedAt: Map<string, number>;
  lostAt: Map<string, number>;
  /** People with a recorded door, and people with a desired one. */
  peopleBefore: number;
  peopleAfter: number;
};

/** People with the same profiles before and after. */
type Alike = ProfilesOfPeople & { persons: string[] };

/**
 * Compares recorded with desired access, person by person. Ignores records of foreign and of inactive persons. Yields
 * between people with different changes.
 */
export function* measureKeySystem(sides: KeySystemSides, knownDoors: KnownDoors): Generator<undefined, KeySystemDelta> {
  const ids = [...knownDoors.keys()];
  const { profiles, numberOf } = compareProfiles(sides, knownDoors);
  const effect: KeySystemDelta = {
    ...emptyDelta(),
    changes: [],
    gainedAt: new Map(),
    lostAt: new Map(),
    peopleBefore: 0,
    peopleAfter: 0,
  };
  yield;
  for (const alike of groupAlike(sides, numberOf)) {
    if (countBits(doorsOpened(profiles, alike.before, 'before')) > 0) effect.peopleBefore += alike.persons.length;
    if (countBits(doorsOpened(profiles, alike.after, 'after')) > 0) effect.peopleAfter += alike.persons.length;
    if (isUnchanged(alike, profiles)) continue;
    addChange(effect, nameChange(alike, profiles, ids));
    yield;
  }
  return effect;
}

function groupAlike(
  { desired, recorded, known }: KeySystemSides,
  numberOf: ReadonlyMap<string, number>,
): Iterable<Alike> {
  const active = new Set(recorded.persons.flatMap(({ reference, active }) => (active ? [reference] : [])));
  const after = numbersByPerson(desired.members, numberOf, () => true);
  const isOurs = (person: string) => known.persons.has(person) || after.has(person);
  const before = numbersByPerson(recorded.members, numberOf, (person) => active.has(person) && isOurs(person));
  const groups = new Map<string, Alike>();
  for (const person of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(person) ?? [], after.get(person) ?? []];
    const key = `${was.join()} ${is.join()}`;
    const group = groups.get(key);
    if (group) group.persons.push(person);
    else groups.set(key, { before: was, after: is, persons: [person] });
  }
  return groups.values();
}

function numbersByPerson(
  members: DesiredKeySystem['members'],
  numberOf: ReadonlyMap<string, number>,
  counts: (person: string) => boolean,
): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [reference, number] of numberOf) {
    for (const person of members.get(reference) ?? []) {
      if (!counts(person)) continue;
      const numbers = found.get(person);
      if (numbers) numbers.push(number);
      else found.set(person, [number]);
    }
  }
  return found;
}

function nameChange(alike: Alike, profiles: readonly ComparedProfile[], ids: readonly string[]): DoorChange {
  const { gained, lost, otherHours } = compareDoors(alike, profiles);
  const named = (doors: Iterable<number>) => [...doors].map((door) => ids[door] ?? '');
  const opening = (numbers: readonly number[], when: 'before' | 'after', doors: Bits) =>
    numbers.flatMap((number) => {
      const profile = profiles[number];
      return profile && haveCommon(profile[when]?.doors, doors) ? [profile.reference] : [];
    });
  return {
    persons: alike.persons,
    gained: named(listBits(gained)),
    lost: named(listBits(lost)),
    otherHours: named(otherHours),
    by: { gained: opening(alike.after, 'after', gained), lost: opening(alike.before, 'before', lost) },
  };
}

function addChange(effect: KeySystemDelta, change: DoorChange): void {
  const { persons, gained, lost, otherHours } = change;
  if (gained.length + lost.length + otherHours.length === 0) return;
  const people = persons.length;
  effect.changes.push(change);
  addToDelta(effect, people, { gained: gained.length, lost: lost.length, otherHours: otherHours.length });
  for (const door of gained) effect.gainedAt.set(door, (effect.gainedAt.get(door) ?? 0) + people);
  for (const door of lost) effect.lostAt.set(door, (effect.lostAt.get(door) ?? 0) + people);
}

function haveCommon(a: Bits = new Int32Array(0), b: Bits = new Int32Array(0)): boolean {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if ((wordAt(a, i) & wordAt(b, i)) !== 0) return true;
  return false;
}
