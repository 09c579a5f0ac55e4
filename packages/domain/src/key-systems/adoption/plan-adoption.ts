import type { KnownDoors } from '../compare-profiles';
import type { DesiredKeySystem, KeySystemProfile, RecordedKeySystem } from '../key-system-state';
import { matchProfiles } from './match-profiles';
import { rightsReader } from './profile-rights';
import { matchSamePersons, type UnreferencedPerson } from './same-person';

/** A profile that a key system has recorded under no reference. `members` by our references, `other_members` by identity. */
export type UnreferencedProfile = Omit<KeySystemProfile, 'reference'> & {
  identity: string;
  members: readonly string[];
  other_members: readonly string[];
};

/** What was entered in a key system by hand. */
export type Unreferenced = {
  persons: readonly UnreferencedPerson[];
  profiles: readonly UnreferencedProfile[];
};

/** Records that become ours under their own ids. */
export type Adoption = {
  persons: { reference: string; record: UnreferencedPerson }[];
  profiles: { reference: string; record: UnreferencedProfile; members: ReadonlySet<string> }[];
};

/**
 * Finds the records entered by hand that match what the plans want, so that they need not be written a second time.
 *
 * A person is adopted when the record is certainly of the same person (`matchSamePersons`). A profile is adopted when it opens
 * the same doors at the same hours, the plans give something to every active member, and `matchProfiles` matches it with a
 * planned profile. A profile that the plans want only in part stays foreign.
 */
export function planAdoption(
  { desired, recorded }: { desired: DesiredKeySystem; recorded: RecordedKeySystem },
  unreferenced: Unreferenced,
  doors: KnownDoors,
): Adoption {
  const stored = new Set(recorded.persons.map(({ reference }) => reference));
  const byIdentity = new Map(unreferenced.persons.map((person) => [person.identity, person]));
  const matches = matchSamePersons(desired.persons, unreferenced.persons);
  const persons = [...matches].flatMap(([reference, identity]) => {
    const record = byIdentity.get(identity);
    return record && !stored.has(reference) ? [{ reference, record }] : [];
  });
  const membersOf = memberReader(desired, { persons, byIdentity });
  const written = new Set(recorded.profiles.map(({ reference }) => reference));
  const rightsOf = rightsReader(doors);
  const wanted = desired.profiles.flatMap((profile) => {
    const rights = written.has(profile.reference) ? undefined : rightsOf(profile);
    return rights ? [{ ...profile, rights, members: desired.members.get(profile.reference) ?? none }] : [];
  });
  const found = unreferenced.profiles.flatMap((record) => {
    const [rights, members] = [rightsOf(record), membersOf(record)];
    return rights && members ? [{ record, name: record.name, rights, members }] : [];
  });
  const profiles = matchProfiles(wanted, found).map(({ wanted: { reference }, found: { record, members } }) => ({
    reference,
    record,
    members,
  }));
  return { persons, profiles };
}

const none: ReadonlySet<string> = new Set();

type Known = {
  persons: Adoption['persons'];
  byIdentity: ReadonlyMap<string, UnreferencedPerson>;
};

/** The members of a profile by our references; undefined when the plans give nothing to one of them. */
function memberReader(desired: DesiredKeySystem, { persons, byIdentity }: Known) {
  const wanted = new Set(desired.persons.map(({ reference }) => reference));
  const adopted = new Map(persons.map(({ reference, record }) => [record.identity, reference]));
  const isOther = (identity: string) => !adopted.has(identity) && byIdentity.get(identity)?.active !== false;
  return ({ members, other_members }: UnreferencedProfile): ReadonlySet<string> | undefined => {
    if (other_members.some(isOther) || !members.every((reference) => wanted.has(reference))) return undefined;
    return new Set([...members, ...other_members.flatMap((identity) => adopted.get(identity) ?? [])]);
  };
}

/** The recorded state as it is once this is adopted. */
export function withAdopted(recorded: RecordedKeySystem, { persons, profiles }: Adoption): RecordedKeySystem {
  return {
    persons: [
      ...recorded.persons,
      ...persons.map(({ reference, record: { identity: _, ...person } }) => ({ ...person, reference })),
    ],
    profiles: [
      ...recorded.profiles,
      ...profiles.map(({ reference, record: { identity: _, members: __, other_members: ___, ...profile } }) => ({
        ...profile,
        reference,
      })),
    ],
    members: new Map([...recorded.members, ...profiles.map(({ reference, members }) => [reference, members] as const)]),
  };
}
