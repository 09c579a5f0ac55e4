import type { KnownDoors } from '../compare-profiles';
import type { DesiredKeySystem, KeySystemPerson, KeySystemProfile, RecordedKeySystem } from '../key-system-state';
import { rightsReader } from './profile-rights';

export type PersonTexts = Omit<KeySystemPerson, 'reference'>;
export type ProfileTexts = Pick<KeySystemProfile, 'name' | 'description'>;

/** What we called adopted records when we adopted them, by our references. */
export type AdoptedTexts = {
  persons: ReadonlyMap<string, PersonTexts>;
  profiles: ReadonlyMap<string, ProfileTexts>;
};

/** What we call a person, apart from the reference. */
export const personTexts = ({ first_name, surname, email, employee_id }: PersonTexts): PersonTexts => ({
  first_name,
  surname,
  email,
  employee_id,
});

export const profileTexts = ({ name, description }: ProfileTexts): ProfileTexts => ({ name, description });

/**
 * The desired state, with adopted records left as recorded wherever that changes no person's doors or hours: the record may name
 * a group instead of its doors, and keeps its names until ours change.
 */
export function leaveAsAdopted(
  desired: DesiredKeySystem,
  recorded: RecordedKeySystem,
  { adopted, doors }: { adopted: AdoptedTexts; doors: KnownDoors },
): DesiredKeySystem {
  if (adopted.persons.size + adopted.profiles.size === 0) return desired;
  const persons = new Map(recorded.persons.map((person) => [person.reference, person]));
  const profiles = new Map(recorded.profiles.map((profile) => [profile.reference, profile]));
  const rightsOf = rightsReader(doors);
  return {
    ...desired,
    persons: desired.persons.map((person) =>
      leavePersonAsAdopted(person, persons.get(person.reference), adopted.persons),
    ),
    profiles: desired.profiles.map((profile) => {
      const left = adopted.profiles.get(profile.reference);
      const there = profiles.get(profile.reference);
      if (!left || !there) return profile;
      const isRenamed = !isEqual(profileTexts(profile), left);
      const rights = rightsOf(profile);
      const isOpen = rights !== undefined && rights === rightsOf(there);
      return { ...(isOpen ? there : profile), ...profileTexts(isRenamed ? profile : there) };
    }),
  };
}

export function leavePersonAsAdopted(
  person: KeySystemPerson,
  there: KeySystemPerson | undefined,
  adopted: AdoptedTexts['persons'],
): KeySystemPerson {
  const left = adopted.get(person.reference);
  if (!left || !there || !isEqual(personTexts(person), left)) return person;
  return { ...person, ...personTexts(there) };
}

const isEqual = <T extends object>(one: T, other: T): boolean =>
  Object.entries(one).every(([field, value]) => other[field as keyof T] === value);
