import { hash } from 'node:crypto';
import {
  type AdoptedTexts,
  type Adoption,
  type DesiredKeySystem,
  type PersonTexts,
  type ProfileTexts,
  personTexts,
  planAdoption,
  profileTexts,
  type UnreferencedPerson,
  type UnreferencedProfile,
} from '@key2xs/domain';
import type { NewItem } from '../../change-sets/service';
import type { Sides } from '../load-sides';
import type { Recorded } from '../mirror-recorded';

export type AdoptionKind = 'person_adopt' | 'profile_adopt';

/** What an item of adoption stores: our reference, the record there, and what it was like when the item was computed. */
export type AdoptionWrite<Texts> = { reference: string; identity: string; texts: Texts; digest: string };

const nothing: Adoption = { persons: [], profiles: [] };

export const adoptionOf = ({ desired, doors }: Pick<Sides, 'desired' | 'doors'>, recorded: Recorded): Adoption =>
  recorded.unreferenced ? planAdoption({ desired, recorded }, recorded.unreferenced, doors) : nothing;

/** What adopted records are called by us, with those still to be adopted. */
export function textsWith({ adopted, desired }: Pick<Sides, 'adopted' | 'desired'>, adoption: Adoption): AdoptedTexts {
  const [persons, profiles] = [byReference(desired.persons), byReference(desired.profiles)];
  const added = <T, Texts>(
    some: readonly { reference: string }[],
    of: ReadonlyMap<string, T>,
    take: (one: T) => Texts,
  ) =>
    some.flatMap(({ reference }) => {
      const one = of.get(reference);
      return one ? [[reference, take(one)] as const] : [];
    });
  return {
    persons: new Map([...adopted.persons, ...added(adoption.persons, persons, personTexts)]),
    profiles: new Map([...adopted.profiles, ...added(adoption.profiles, profiles, profileTexts)]),
  };
}

type Item = Omit<NewItem, 'ordinal'> & { kind: AdoptionKind };

/** Persons first, because profiles are compared by their members; each by name. */
export function* adoptionItems({ persons, profiles }: Adoption, desired: DesiredKeySystem): Generator<Item> {
  const [wanted, wantedProfiles] = [byReference(desired.persons), byReference(desired.profiles)];
  const none = { before: null, after: null };
  for (const { reference, record } of byName(
    persons,
    ({ record: { surname, first_name } }) => `${surname} ${first_name}`,
  )) {
    const person = wanted.get(reference);
    if (!person) continue;
    const { identity, first_name, surname, employee_id } = record;
    const write: AdoptionWrite<PersonTexts> = {
      reference,
      identity,
      texts: personTexts(person),
      digest: digestOfPerson(record),
    };
    const label = `${first_name} ${surname}`.trim();
    const shown = { label, reference: employee_id ?? person.employee_id ?? reference, detail: identity };
    yield { kind: 'person_adopt', person_id: reference, ...shown, ...none, write };
  }
  for (const { reference, record, members } of byName(profiles, ({ record: { name } }) => name)) {
    const profile = wantedProfiles.get(reference);
    if (!profile) continue;
    const digest = digestOfProfile({ ...record, members: [...members] });
    const { identity, name } = record;
    const write: AdoptionWrite<ProfileTexts> = { reference, identity, texts: profileTexts(profile), digest };
    yield { kind: 'profile_adopt', person_id: null, label: name, reference, detail: profile.name, ...none, write };
  }
}

/** Changes with whatever the match depended on. */
export const digestOfPerson = ({
  identity,
  first_name,
  surname,
  email,
  employee_id,
  active,
}: UnreferencedPerson): string => digestOf([identity, first_name, surname, email, employee_id, active]);

type DigestedProfile = Omit<UnreferencedProfile, 'name' | 'description' | 'other_members'>;

/** @param profile.members references, those of adopted persons among them */
export const digestOfProfile = ({ identity, schedule, ...lists }: DigestedProfile): string => {
  const { cylinders, cylinder_groups, members } = lists;
  const sorted = [cylinders, cylinder_groups, members].map((ids) => [...ids].sort());
  return digestOf([identity, ...sorted, schedule]);
};

const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64url');

const byReference = <T extends { reference: string }>(records: readonly T[]): ReadonlyMap<string, T> =>
  new Map(records.map((record) => [record.reference, record]));

function byName<T>(records: readonly T[], nameOf: (record: T) => string): T[] {
  const named = records.map((record) => ({ record, name: nameOf(record) }));
  return named.sort((a, b) => a.name.localeCompare(b.name)).map(({ record }) => record);
}
