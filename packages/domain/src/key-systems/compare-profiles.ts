import { type Bits, hasBit, listBits, setBit, unite, wordAt, wordsFor } from '../access/indexing/bits';
import type {
  DesiredKeySystem,
  KeySystemProfile,
  KnownLookup,
  RecordedKeySystem,
  WeeklyWindow,
} from './key-system-state';
import { mergeMinutes, minutesOfSchedule } from './schedules';

/** The cylinders of a key system by its own ids, each with its group. Ignore other cylinders in a profile. */
export type KnownDoors = ReadonlyMap<string, string | null>;

export type KeySystemSides = { desired: DesiredKeySystem; recorded: RecordedKeySystem; known: KnownLookup };

/** The doors of a profile, by numbers in the order of `KnownDoors`, and its schedule. */
type Side = { doors: Bits; schedule: string };
export type ComparedProfile = {
  reference: string;
  before: Side | undefined;
  after: Side | undefined;
  isEqual: boolean;
};
type When = 'before' | 'after';

/** Numbers of the profiles that people are in, and are to be in, ascending. */
export type ProfilesOfPeople = { before: readonly number[]; after: readonly number[] };

/** Doors by number. `otherHours`: kept doors with other hours. */
export type DoorsChanged = { gained: Bits; lost: Bits; otherHours: readonly number[] };

/** Our profiles, recorded and desired, by number. */
export function compareProfiles(
  { desired, recorded, known }: KeySystemSides,
  knownDoors: KnownDoors,
): { profiles: ComparedProfile[]; numberOf: Map<string, number> } {
  const doorsOf = doorReader(knownDoors);
  const side = (profile: KeySystemProfile | undefined): Side | undefined =>
    profile && { doors: doorsOf(profile), schedule: scheduleKey(profile.schedule) };
  const wanted = new Map(desired.profiles.map((profile) => [profile.reference, profile]));
  const stored = new Map(recorded.profiles.map((profile) => [profile.reference, profile]));
  const profiles: ComparedProfile[] = [];
  const numberOf = new Map<string, number>();
  for (const reference of new Set([...wanted.keys(), ...stored.keys()])) {
    if (!wanted.has(reference) && !known.profiles.has(reference)) continue;
    const [before, after] = [side(stored.get(reference)), side(wanted.get(reference))];
    const isEqual = before?.schedule === after?.schedule && areEqual(before?.doors, after?.doors);
    numberOf.set(reference, profiles.push({ reference, before, after, isEqual }) - 1);
  }
  return { profiles, numberOf };
}

/** Reads the doors of a profile as bits, in the order of `knownDoors`. */
export function doorReader(
  knownDoors: KnownDoors,
): (profile: Pick<KeySystemProfile, 'cylinders' | 'cylinder_groups'>) => Bits {
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

export const isUnchanged = ({ before, after }: ProfilesOfPeople, profiles: readonly ComparedProfile[]): boolean =>
  before.length === after.length && before.every((number, i) => number === after[i] && profiles[number]?.isEqual);

/** The union of the doors of profiles. */
export function doorsOpened(profiles: readonly ComparedProfile[], numbers: readonly number[], when: When): Bits {
  const doors = new Int32Array(profiles.find((profile) => profile[when])?.[when]?.doors.length ?? 0);
  for (const number of numbers) {
    const side = profiles[number]?.[when];
    if (side) unite(doors, side.doors);
  }
  return doors;
}

/** How the doors of people change between two sets of profiles. */
export function compareDoors(people: ProfilesOfPeople, profiles: readonly ComparedProfile[]): DoorsChanged {
  const before = doorsOpened(profiles, people.before, 'before');
  const after = doorsOpened(profiles, people.after, 'after');
  const words = Math.max(before.length, after.length);
  const [gained, lost] = [new Int32Array(words), new Int32Array(words)];
  for (let i = 0; i < words; i++) {
    gained[i] = wordAt(after, i) & ~wordAt(before, i);
    lost[i] = wordAt(before, i) & ~wordAt(after, i);
  }
  const hasOtherHours = hoursComparer(people, profiles);
  const otherHours = [...listBits(before)].filter((door) => hasBit(after, door) && hasOtherHours(door));
  return { gained, lost, otherHours };
}

/** Whether the combined schedules for a door have other hours. */
function hoursComparer(
  { before, after }: ProfilesOfPeople,
  profiles: readonly ComparedProfile[],
): (door: number) => boolean {
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

function areEqual(a: Bits = new Int32Array(0), b: Bits = new Int32Array(0)): boolean {
  for (let i = 0; i < Math.max(a.length, b.length); i++) if (wordAt(a, i) !== wordAt(b, i)) return false;
  return true;
}
