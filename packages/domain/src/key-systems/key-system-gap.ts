import { countBits } from '../access/indexing/bits';
import { type AccessDelta, addToDelta, type DoorCounts, emptyDelta } from '../access/totals/access-delta';
import {
  type ComparedProfile,
  compareDoors,
  compareProfiles,
  isUnchanged,
  type KeySystemSides,
  type KnownDoors,
} from './compare-profiles';
import { diffPerson } from './diff-key-system';
import type { KeySystemPerson, Members } from './key-system-state';
import { planKeySystem } from './plan-key-system';

/** A person as desired by the plans and as recorded. Profiles by reference. */
export type PersonSides = {
  reference: string;
  /** Undefined if the person needs no profile. */
  desired: KeySystemPerson | undefined;
  recorded: (KeySystemPerson & { active: boolean }) | undefined;
  /** Whether the person was written by this installation. */
  isKnown: boolean;
  wanted: readonly string[];
  held: readonly string[];
};

/** Totals of a sync. */
export type GapTotals = AccessDelta & { writes: number };

/** The gap of one person; `gained`, `lost` and `otherHours` count doors. */
type PersonGap = DoorCounts & { writes: number };

/** The gap between a key system and the plans, person by person, so that it can be updated when a person changes. */
export type KeySystemGap = {
  totals: GapTotals;
  profiles: readonly ComparedProfile[];
  numberOf: ReadonlyMap<string, number>;
  /** Whether the memberships of a recorded profile may be touched. */
  isOurs: (reference: string) => boolean;
  /** Only people with a gap. Equal gaps share an object. */
  persons: Map<string, PersonGap>;
  shared: Map<string, PersonGap>;
  /** Cached changes of doors between two sets of profiles. */
  doors: Map<string, Omit<PersonGap, 'writes'>>;
};

/** Yields after each person. Matches the figures of `measureKeySystem` and the number of items of `planKeySystem`. */
export function* measuringGap(sides: KeySystemSides, knownDoors: KnownDoors): Generator<undefined, KeySystemGap> {
  const { desired, recorded, known } = sides;
  const wantedProfiles = new Set(desired.profiles.map(({ reference }) => reference));
  const gap: KeySystemGap = {
    ...compareProfiles(sides, knownDoors),
    totals: {
      writes: countProfileWrites(sides),
      ...emptyDelta(),
    },
    isOurs: (reference) => known.profiles.has(reference) || wantedProfiles.has(reference),
    persons: new Map(),
    shared: new Map(),
    doors: new Map(),
  };
  const wanted = new Map(desired.persons.map((person) => [person.reference, person]));
  const stored = new Map(recorded.persons.map((person) => [person.reference, person]));
  const [wantedBy, heldBy] = [profilesByPerson(desired.members), profilesByPerson(recorded.members)];
  for (const reference of new Set([...wanted.keys(), ...stored.keys(), ...wantedBy.keys(), ...heldBy.keys()])) {
    putPersonSides(gap, {
      reference,
      desired: wanted.get(reference),
      recorded: stored.get(reference),
      isKnown: known.persons.has(reference),
      wanted: wantedBy.get(reference) ?? [],
      held: heldBy.get(reference) ?? [],
    });
    yield;
  }
  return gap;
}

/** Replaces what is stored about a person by their current state. */
export function putPersonSides(gap: KeySystemGap, person: PersonSides): void {
  const before = gap.persons.get(person.reference);
  if (before) add(gap.totals, before, -1);
  const after = gapOf(gap, person);
  add(gap.totals, after, 1);
  if (after.writes + after.gained + after.lost + after.otherHours === 0) gap.persons.delete(person.reference);
  else gap.persons.set(person.reference, shareIn(gap, after));
}

function shareIn({ shared }: KeySystemGap, gap: PersonGap): PersonGap {
  const key = `${gap.writes} ${gap.gained} ${gap.lost} ${gap.otherHours}`;
  const known = shared.get(key) ?? gap;
  shared.set(key, known);
  return known;
}

function add(totals: GapTotals, person: PersonGap, times: 1 | -1): void {
  totals.writes += times * person.writes;
  addToDelta(totals, times, person);
}

const gapOf = (gap: KeySystemGap, person: PersonSides): PersonGap => ({
  writes: countWrites(gap, person),
  ...doorsOf(gap, person),
});

/** The number of items of `planKeySystem` for this person. */
function countWrites({ isOurs }: KeySystemGap, { desired, recorded, isKnown, wanted, held }: PersonSides): number {
  const isOwn = isKnown || desired !== undefined;
  const [isWanted, isHeld] = [new Set(wanted), new Set(held)];
  const removed = isOwn ? held.filter((profile) => !isWanted.has(profile) && isOurs(profile)).length : 0;
  const added = wanted.filter((profile) => !isHeld.has(profile)).length;
  const isDeactivated = recorded?.active === true && !desired && isOwn;
  const isPut = desired !== undefined && diffPerson(recorded, desired) !== undefined;
  return removed + added + Number(isDeactivated) + Number(isPut);
}

function doorsOf(gap: KeySystemGap, { recorded, isKnown, wanted, held }: PersonSides): Omit<PersonGap, 'writes'> {
  const numbersOf = (references: readonly string[]) =>
    references.flatMap((reference) => gap.numberOf.get(reference) ?? []).sort((a, b) => a - b);
  const after = numbersOf(wanted);
  const before = recorded?.active && (isKnown || after.length > 0) ? numbersOf(held) : [];
  const key = `${before.join()} ${after.join()}`;
  const known = gap.doors.get(key);
  if (known) return known;
  const found = measureDoors(gap, { before, after });
  gap.doors.set(key, found);
  return found;
}

const unchanged = { gained: 0, lost: 0, otherHours: 0 };

function measureDoors({ profiles }: KeySystemGap, people: Parameters<typeof compareDoors>[0]) {
  if (isUnchanged(people, profiles)) return unchanged;
  const { gained, lost, otherHours } = compareDoors(people, profiles);
  return { gained: countBits(gained), lost: countBits(lost), otherHours: otherHours.length };
}

function countProfileWrites({ desired, recorded, known }: KeySystemSides): number {
  const noPeople = { persons: [], members: new Map() };
  let count = 0;
  for (const _ of planKeySystem({ ...desired, ...noPeople }, { ...recorded, ...noPeople }, known)) count++;
  return count;
}

function profilesByPerson(members: Members): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [profile, persons] of members) {
    for (const person of persons) {
      const profiles = found.get(person);
      if (profiles) profiles.push(profile);
      else found.set(person, [profile]);
    }
  }
  return found;
}
