import type { ChangeSetItem } from '@key2xs/contract';
import { diffPerson, diffProfile, hasDoors } from './diff-key-system';
import type {
  DesiredKeySystem,
  KeySystemPerson,
  KeySystemProfile,
  KnownLookup,
  RecordedKeySystem,
} from './key-system-state';

type Membership = { person_reference: string; profile_reference: string };
export type KeySystemWrite =
  | { kind: 'member_remove' | 'member_add'; write: Membership }
  | { kind: 'person_deactivate'; write: { person_reference: string } }
  | { kind: 'profile_put'; write: KeySystemProfile }
  /** Activates an inactive person. */
  | { kind: 'person_create' | 'person_update'; write: KeySystemPerson };

/** One change; `write` holds everything needed to apply it. Idempotent. */
export type KeySystemItem = KeySystemWrite & Pick<ChangeSetItem, 'label' | 'reference' | 'detail' | 'before' | 'after'>;

type Sides = {
  desired: DesiredKeySystem;
  recorded: RecordedKeySystem;
  wanted: { persons: ReadonlyMap<string, KeySystemPerson>; profiles: ReadonlyMap<string, KeySystemProfile> };
  stored: {
    persons: ReadonlyMap<string, RecordedKeySystem['persons'][number]>;
    profiles: ReadonlyMap<string, KeySystemProfile>;
  };
  /** Whether the record may be touched. */
  isOurs: (kind: 'persons' | 'profiles', reference: string) => boolean;
};

/**
 * The changes that bring a key system to the desired state, removals first.
 *
 * In this order, a stop after any item leaves no person with a door that neither the old nor the new state opens: members
 * leave a profile before its doors change, and join afterwards. Planning again from the reached state yields the remaining
 * items, and none after the last.
 *
 * Key systems delete neither persons nor profiles. A person no longer desired loses its memberships and is deactivated;
 * a profile no longer desired loses its members and its doors. Records neither desired nor known stay untouched, and so
 * do their memberships.
 *
 * @param desired members must be desired profiles and persons
 * @returns in the order of application; generated on each iteration, because a first sync can have half a million
 */
export function planKeySystem(
  desired: DesiredKeySystem,
  recorded: RecordedKeySystem,
  known: KnownLookup,
): Iterable<KeySystemItem> {
  const wanted = { persons: byReference(desired.persons), profiles: byReference(desired.profiles) };
  const stored = { persons: byReference(recorded.persons), profiles: byReference(recorded.profiles) };
  const isOurs: Sides['isOurs'] = (kind, reference) => known[kind].has(reference) || wanted[kind].has(reference);
  const sides = { desired, recorded, wanted, stored, isOurs };

  return {
    *[Symbol.iterator]() {
      yield* membersToRemove(sides);
      yield* personsToDeactivate(sides);
      yield* profilesToEmpty(sides);
      yield* profilesToPut(sides);
      yield* personsToCreate(sides);
      yield* personsToUpdate(sides);
      yield* membersToAdd(sides);
    },
  };
}

function* membersToRemove({ desired, recorded, stored, isOurs }: Sides): Generator<KeySystemItem> {
  for (const [profile_reference, members] of recorded.members) {
    if (!isOurs('profiles', profile_reference)) continue;
    const kept = desired.members.get(profile_reference);
    const profile = stored.profiles.get(profile_reference);
    for (const person_reference of members) {
      if (kept?.has(person_reference) || !isOurs('persons', person_reference)) continue;
      const person = stored.persons.get(person_reference);
      yield membershipItem('member_remove', { person_reference, profile_reference }, { person, profile });
    }
  }
}

function* personsToDeactivate({ recorded, wanted, isOurs }: Sides): Generator<KeySystemItem> {
  for (const person of recorded.persons) {
    const { reference } = person;
    if (!person.active || wanted.persons.has(reference) || !isOurs('persons', reference)) continue;
    const change = { before: { active: true }, after: { active: false } };
    const write = { person_reference: reference };
    yield { kind: 'person_deactivate', label: fullName(person), reference, detail: null, ...change, write };
  }
}

function* profilesToEmpty({ recorded, wanted, isOurs }: Sides): Generator<KeySystemItem> {
  for (const profile of recorded.profiles) {
    if (wanted.profiles.has(profile.reference) || !isOurs('profiles', profile.reference) || !hasDoors(profile))
      continue;
    yield profileItem({ ...profile, cylinders: [], cylinder_groups: [] }, profile);
  }
}

function* profilesToPut({ desired, stored }: Sides): Generator<KeySystemItem> {
  for (const profile of desired.profiles) {
    const item = profileItem(profile, stored.profiles.get(profile.reference));
    if (item.after) yield item;
  }
}

function* personsToCreate({ desired, stored }: Sides): Generator<KeySystemItem> {
  for (const person of desired.persons) {
    const { reference } = person;
    if (stored.persons.has(reference)) continue;
    const change = { before: null, after: diffPerson(undefined, person)?.after ?? null };
    yield { kind: 'person_create', label: fullName(person), reference, detail: null, ...change, write: person };
  }
}

function* personsToUpdate({ desired, stored }: Sides): Generator<KeySystemItem> {
  for (const person of desired.persons) {
    const { reference } = person;
    const old = stored.persons.get(reference);
    const change = old && diffPerson(old, person);
    if (!change) continue;
    yield { kind: 'person_update', label: fullName(person), reference, detail: null, ...change, write: person };
  }
}

function* membersToAdd({ desired, recorded, wanted }: Sides): Generator<KeySystemItem> {
  for (const [profile_reference, members] of desired.members) {
    const present = recorded.members.get(profile_reference);
    const profile = wanted.profiles.get(profile_reference);
    for (const person_reference of members) {
      if (present?.has(person_reference)) continue;
      const person = wanted.persons.get(person_reference);
      yield membershipItem('member_add', { person_reference, profile_reference }, { person, profile });
    }
  }
}

function membershipItem(
  kind: 'member_remove' | 'member_add',
  write: Membership,
  { person, profile }: { person: KeySystemPerson | undefined; profile: KeySystemProfile | undefined },
): KeySystemItem {
  const reference = write.person_reference;
  const label = person ? fullName(person) : reference;
  return { kind, label, reference, detail: profile?.name ?? write.profile_reference, before: null, after: null, write };
}

function profileItem(profile: KeySystemProfile, old: KeySystemProfile | undefined): KeySystemItem {
  const change = diffProfile(old, profile) ?? { before: null, after: null };
  const { reference, name } = profile;
  return { kind: 'profile_put', label: name, reference, detail: null, ...change, write: profile };
}

function fullName({ first_name, surname, reference }: KeySystemPerson): string {
  return `${first_name} ${surname}`.trim() || reference;
}

function byReference<T extends { reference: string }>(records: readonly T[]): ReadonlyMap<string, T> {
  return new Map(records.map((record) => [record.reference, record]));
}
