import type { PersonTexts, ProfileTexts } from '@key2xs/domain';
import { type Sentence, say } from '@key2xs/texts';
import type { ItemRow } from '#platform/schema/schema';
import type { ToAdopt } from '../../recorded/service';
import type { ReadResult } from '../read-recorded';
import { type AdoptionKind, type AdoptionWrite, digestOfPerson, digestOfProfile } from './adoption-items';

/** What becomes of items of one kind. */
export type DecidedAdoption = { outcomes: Map<number, Sentence | null>; toAdopt: ToAdopt };

type Read = Pick<ReadResult, 'unreferenced'>;

/**
 * Adopts what is still as it was when the change set was computed; of the rest another sync decides anew.
 * @param read just now, with the persons adopted before under our references
 */
export const decideAdoption = (items: readonly ItemRow[], kind: AdoptionKind, read: Read): DecidedAdoption =>
  kind === 'person_adopt' ? decidePersons(items, read) : decideProfiles(items, read);

const writeOf = <Texts>({ write }: ItemRow) => write as AdoptionWrite<Texts>; // written by adoptionItems under this kind

const outcomesOf = (items: readonly ItemRow[], isSame: (item: ItemRow) => boolean) =>
  new Map(items.map((item) => [item.ordinal, isSame(item) ? null : say('adoption.changed')]));

function decidePersons(items: readonly ItemRow[], { unreferenced }: Read): DecidedAdoption {
  const persons = new Map(unreferenced.persons.map((person) => [person.identity, person]));
  const sameOf = (item: ItemRow) => {
    const { reference, identity, texts, digest } = writeOf<PersonTexts>(item);
    const person = persons.get(identity);
    return person && digestOfPerson(person) === digest ? [{ read: { ...person, reference }, texts }] : [];
  };
  return {
    outcomes: outcomesOf(items, (item) => sameOf(item).length > 0),
    toAdopt: { kind: 'person', records: items.flatMap(sameOf) },
  };
}

function decideProfiles(items: readonly ItemRow[], { unreferenced }: Read): DecidedAdoption {
  const profiles = new Map(unreferenced.profiles.map((profile) => [profile.identity, profile]));
  const inactive = new Set(unreferenced.persons.flatMap(({ identity, active }) => (active ? [] : identity)));
  const sameOf = (item: ItemRow) => {
    const { reference, identity, texts, digest } = writeOf<ProfileTexts>(item);
    const found = profiles.get(identity);
    if (!found || digestOfProfile(found) !== digest) return [];
    const { other_members, ...profile } = found;
    return other_members.every((member) => inactive.has(member)) ? [{ read: { ...profile, reference }, texts }] : [];
  };
  return {
    outcomes: outcomesOf(items, (item) => sameOf(item).length > 0),
    toAdopt: { kind: 'profile', records: items.flatMap(sameOf) },
  };
}
