import { type Bits, countBits, hasBit, listBits, setBit, unite, wordAt, wordsFor } from '../access/bits';
import type {
  DesiredKeySystem,
  KeySystemProfile,
  KnownThere,
  RecordedKeySystem,
  WeeklyWindow,
} from './key-system-state';
import { mergeMinutes, minutesOfSchedule } from './schedules';

/** The cylinders of a key system by its own ids, each with the group it is in. Others that a profile names are not there. */
export type KnownDoors = ReadonlyMap<string, string | null>;

/** People who gain and lose the same doors. Doors by the key system's own ids, in the order of `KnownDoors`. */
export type DoorChange = {
  /** References of the people. */
  persons: readonly string[];
  gained: readonly string[];
  lost: readonly string[];
  /** Doors they keep, at other hours. */
  otherHours: readonly string[];
  /** Profiles that open a door gained, and that opened a door lost. */
  by: { gained: readonly string[]; lost: readonly string[] };
};

/** What making a key system equal to the plans does to people and doors. */
export type KeySystemEffect = {
  changes: DoorChange[];
  peopleGaining: number;
  peopleLosing: number;
  peopleAtOtherHours: number;
  /** Pairs of person and door. */
  rightsGained: number;
  rightsLost: number;
  /** How many people gain and lose each door that somebody gains or loses. */
  gainedAt: Map<string, number>;
  lostAt: Map<string, number>;
  /** People with a door that is recorded, and with one that is to be. */
  peopleBefore: number;
  peopleAfter: number;
};

type Side = { doors: Bits; schedule: string };
type Profile = { reference: string; before: Side | undefined; after: Side | undefined; isEqual: boolean };
/** People in the same profiles, before and after; profiles by number, ascending. */
type Alike = { before: readonly number[]; after: readonly number[]; persons: string[] };

/**
 * Compares what is recorded with what is desired, person by person. What is recorded of others, and of inactive persons,
 * opens nothing that is ours. Pauses between people with different changes.
 */
export function* measureKeySystem(
  sides: { desired: DesiredKeySystem; recorded: RecordedKeySystem; known: KnownThere },
  knownDoors: KnownDoors,
): Generator<undefined, KeySystemEffect> {
  const ids = [...knownDoors.keys()];
  const { profiles, numberOf } = profilesOf(sides, knownDoors);
  const effect: KeySystemEffect = {
    changes: [],
    peopleGaining: 0,
    peopleLosing: 0,
    peopleAtOtherHours: 0,
    rightsGained: 0,
    rightsLost: 0,
    gainedAt: new Map(),
    lostAt: new Map(),
    peopleBefore: 0,
    peopleAfter: 0,
  };
  yield;
  for (const alike of groupAlike(sides, numberOf)) {
    const [before, after] = [openedBy(profiles, alike.before, 'before'), openedBy(profiles, alike.after, 'after')];
    if (countBits(before) > 0) effect.peopleBefore += alike.persons.length;
    if (countBits(after) > 0) effect.peopleAfter += alike.persons.length;
    if (isUnchanged(alike, profiles)) continue;
    addChange(effect, compare(alike, { profiles, ids, before, after }));
    yield;
  }
  return effect;
}

function profilesOf({ desired, recorded, known }: Parameters<typeof measureKeySystem>[0], knownDoors: KnownDoors) {
  const doorsOf = doorReader(knownDoors);
  const side = (profile: KeySystemProfile | undefined): Side | undefined =>
    profile && { doors: doorsOf(profile), schedule: scheduleKey(profile.schedule) };
  const wanted = new Map(desired.profiles.map((profile) => [profile.reference, profile]));
  const stored = new Map(recorded.profiles.map((profile) => [profile.reference, profile]));
  const profiles: Profile[] = [];
  const numberOf = new Map<string, number>();
  for (const reference of new Set([...wanted.keys(), ...stored.keys()])) {
    if (!wanted.has(reference) && !known.profiles.has(reference)) continue;
    const [before, after] = [side(stored.get(reference)), side(wanted.get(reference))];
    const isEqual = before?.schedule === after?.schedule && areEqual(before?.doors, after?.doors);
    numberOf.set(reference, profiles.push({ reference, before, after, isEqual }) - 1);
  }
  return { profiles, numberOf };
}

function doorReader(knownDoors: KnownDoors): (profile: KeySystemProfile) => Bits {
  const numbers = new Map<string, number>();
  const groups = new Map<string, Bits>();
  const words = wordsFor(knownDoors.size);
  for (const [id, group] of knownDoors) {
    const number = numbers.size;
    numbers.set(id, number);
    if (group === null) continue;
    const members = groups.get(group) ?? new Int32Array(words);
    setBit(members, number);
    groups.set(group, members);
  }
  return ({ cylinders, cylinder_groups }) => {
    const doors = new Int32Array(words);
    for (const cylinder of cylinders) {
      const number = numbers.get(cylinder);
      if (number !== undefined) setBit(doors, number);
    }
    for (const group of cylinder_groups) {
      const members = groups.get(group);
      if (members) unite(doors, members);
    }
    return doors;
  };
}

function groupAlike(
  { desired, recorded, known }: Parameters<typeof measureKeySystem>[0],
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

const isUnchanged = ({ before, after }: Alike, profiles: readonly Profile[]): boolean =>
  before.length === after.length && before.every((number, i) => number === after[i] && profiles[number]?.isEqual);

type When = 'before' | 'after';

function openedBy(profiles: readonly Profile[], numbers: readonly number[], when: When): Bits {
  const doors = new Int32Array(profiles.find((profile) => profile[when])?.[when]?.doors.length ?? 0);
  for (const number of numbers) {
    const side = profiles[number]?.[when];
    if (side) unite(doors, side.doors);
  }
  return doors;
}

type Compared = { profiles: readonly Profile[]; ids: readonly string[]; before: Bits; after: Bits };

function compare(alike: Alike, { profiles, ids, before, after }: Compared): DoorChange {
  const words = wordsFor(ids.length);
  const [gained, lost] = [new Int32Array(words), new Int32Array(words)];
  const kept: number[] = [];
  for (let i = 0; i < words; i++) {
    gained[i] = wordAt(after, i) & ~wordAt(before, i);
    lost[i] = wordAt(before, i) & ~wordAt(after, i);
  }
  const hasOtherHours = hoursComparer(alike, profiles);
  for (const door of listBits(before)) if (hasBit(after, door) && hasOtherHours(door)) kept.push(door);
  const named = (doors: Iterable<number>) => [...doors].map((door) => ids[door] ?? '');
  const opening = (numbers: readonly number[], when: When, doors: Bits) =>
    numbers.flatMap((number) => {
      const profile = profiles[number];
      return profile && haveCommon(profile[when]?.doors, doors) ? [profile.reference] : [];
    });
  return {
    persons: alike.persons,
    gained: named(listBits(gained)),
    lost: named(listBits(lost)),
    otherHours: named(kept),
    by: { gained: opening(alike.after, 'after', gained), lost: opening(alike.before, 'before', lost) },
  };
}

/** Whether the schedules that open a door for these people come to other hours. */
function hoursComparer({ before, after }: Alike, profiles: readonly Profile[]): (door: number) => boolean {
  const schedulesAt = (door: number, numbers: readonly number[], when: When) => {
    const keys = numbers.flatMap((number) => {
      const side = profiles[number]?.[when];
      return side && hasBit(side.doors, door) ? [side.schedule] : [];
    });
    return [...new Set(keys)].sort();
  };
  const known = new Map<string, boolean>();
  return (door) => {
    const [was, is] = [schedulesAt(door, before, 'before'), schedulesAt(door, after, 'after')];
    const key = `${was.join(';')}|${is.join(';')}`;
    const differs = known.get(key) ?? !areEqual(minutesOf(was), minutesOf(is));
    known.set(key, differs);
    return differs;
  };
}

const scheduleKey = (schedule: readonly WeeklyWindow[]): string => JSON.stringify(schedule);
const minutesOf = (keys: readonly string[]): Bits =>
  mergeMinutes(
    'union',
    keys.map((key) => minutesOfSchedule(JSON.parse(key) as WeeklyWindow[])), // as scheduleKey wrote it
  );

function addChange(effect: KeySystemEffect, change: DoorChange): void {
  const { persons, gained, lost, otherHours } = change;
  if (gained.length + lost.length + otherHours.length === 0) return;
  const people = persons.length;
  effect.changes.push(change);
  if (gained.length > 0) effect.peopleGaining += people;
  if (lost.length > 0) effect.peopleLosing += people;
  if (otherHours.length > 0) effect.peopleAtOtherHours += people;
  effect.rightsGained += gained.length * people;
  effect.rightsLost += lost.length * people;
  for (const door of gained) effect.gainedAt.set(door, (effect.gainedAt.get(door) ?? 0) + people);
  for (const door of lost) effect.lostAt.set(door, (effect.lostAt.get(door) ?? 0) + people);
}

function areEqual(a: Bits = new Int32Array(0), b: Bits = new Int32Array(0)): boolean {
  for (let i = 0; i < Math.max(a.length, b.length); i++) if (wordAt(a, i) !== wordAt(b, i)) return false;
  return true;
}

function haveCommon(a: Bits = new Int32Array(0), b: Bits = new Int32Array(0)): boolean {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if ((wordAt(a, i) & wordAt(b, i)) !== 0) return true;
  return false;
}
