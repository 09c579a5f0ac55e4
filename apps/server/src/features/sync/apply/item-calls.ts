import type { KeySystemPerson, KeySystemProfile, KeySystemWrite } from '@key2xs/domain';
import type { KeySystemSession } from '@key2xs/drivers';
import type { ItemRow } from '#platform/schema/schema';
import type { AdoptionKind } from '../adoption/adoption-items';

/** One call to a key system and the items it covers; `run` also accepts a part of them. */
export type ItemCall = { items: readonly ItemRow[]; run(items: readonly ItemRow[]): Promise<void> };

type Membership = { person_reference: string; profile_reference: string };

export const membershipOf = (item: ItemRow) => item.write as Membership; // written by planKeySystem under this kind
export const profileOf = (item: ItemRow) => item.write as KeySystemProfile; // the same
const personOf = (item: ItemRow) => item.write as KeySystemPerson; // the same

/** Our references of the records that an item is about. */
export function referencesIn({ write }: ItemRow): string[] {
  const { reference, person_reference, profile_reference } = (write ?? {}) as Partial<Membership & KeySystemProfile>; // the same
  return [reference, person_reference, profile_reference].filter((one) => one !== undefined);
}

/** Expects items of one kind. */
export const kindOf = (items: readonly ItemRow[]) => items[0]?.kind as KeySystemWrite['kind'] | undefined; // written by planKeySystem

/** Of items of one kind; undefined if they are writes. */
export function adoptionKindOf([first]: readonly ItemRow[]): AdoptionKind | undefined {
  return first?.kind === 'person_adopt' || first?.kind === 'profile_adopt' ? first.kind : undefined;
}

/**
 * The calls for at most `maxMembersPerCall` items of one kind, in their order. Memberships of one profile share a call;
 * every other item has its own.
 */
export function callsFor(session: KeySystemSession, items: readonly ItemRow[]): ItemCall[] {
  const each = (make: (item: ItemRow) => Promise<void>): ItemCall[] =>
    items.map((item) => ({ items: [item], run: () => make(item) }));
  switch (items[0]?.kind) {
    case 'member_remove':
    case 'member_add':
      return memberCalls(session, items);
    case 'person_deactivate':
      return each((item) => session.deactivatePerson(membershipOf(item).person_reference));
    case 'person_create':
    case 'person_update':
      return each((item) => session.putPerson(personOf(item)));
    case 'profile_put':
      return each((item) => session.putProfile(profileOf(item)));
    default:
      return [];
  }
}

function memberCalls(session: KeySystemSession, items: readonly ItemRow[]): ItemCall[] {
  const ofProfile = Map.groupBy(items, (item) => membershipOf(item).profile_reference);
  return [...ofProfile].map(([profile, members]) => ({
    items: members,
    run: (some) => {
      const persons = some.map((item) => membershipOf(item).person_reference);
      const isAdding = some[0]?.kind === 'member_add';
      return session.changeProfileMembers(profile, { add: isAdding ? persons : [], remove: isAdding ? [] : persons });
    },
  }));
}
