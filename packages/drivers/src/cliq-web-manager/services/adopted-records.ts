import type { AdoptedRecords, HolderName, RecordedPerson, RecordedProfile } from '../../key-system-driver';

/** Where a record is written: under our reference, or under the key system's own id. */
type Address = { path: string; isAdopted: boolean };

/** Shows adopted records under our references, and addresses them by the key system's own ids. */
export function adoptedRecords({ persons, profiles }: AdoptedRecords) {
  const personOf = byIdentity(persons);
  const profileOf = byIdentity(profiles);
  const address = (adopted: ReadonlyMap<string, string>, reference: string): Address => ({
    path: encodeURIComponent(adopted.get(reference) ?? reference),
    isAdopted: adopted.has(reference),
  });
  return {
    person: (person: RecordedPerson): RecordedPerson => ({
      ...person,
      reference: person.reference ?? personOf.get(person.identity) ?? null,
    }),
    profile: (profile: RecordedProfile): RecordedProfile => {
      const adopted = profile.other_members.flatMap((identity) => personOf.get(identity) ?? []);
      return {
        ...profile,
        reference: profile.reference ?? profileOf.get(profile.identity) ?? null,
        members: adopted.length > 0 ? [...profile.members, ...adopted].sort() : profile.members,
        other_members: profile.other_members.filter((identity) => !personOf.has(identity)),
      };
    },
    nameOfPerson: (reference: string): HolderName => {
      const identity = persons.get(reference);
      return identity === undefined ? { reference } : { identity };
    },
    addressOfPerson: (reference: string) => address(persons, reference),
    addressOfProfile: (reference: string) => address(profiles, reference),
    /** References of persons we wrote, and identities of adopted ones. */
    membersOf: (references: readonly string[]) => ({
      own: references.filter((reference) => !persons.has(reference)),
      adopted: references.flatMap((reference) => persons.get(reference) ?? []),
    }),
  };
}

const byIdentity = (adopted: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...adopted].map(([reference, identity]) => [identity, reference]));
