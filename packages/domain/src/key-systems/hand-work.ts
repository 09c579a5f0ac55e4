import type { KnownReferences } from './key-system-state';
import type { KeySystemItem, KeySystemWrite } from './plan-key-system';
import { widensProfile } from './widens-profile';

const needed: Record<KeySystemItem['kind'], string> = {
  member_remove: 'write_profile_members',
  person_deactivate: 'write_persons',
  profile_put: 'write_profiles',
  person_create: 'write_persons',
  person_update: 'write_persons',
  member_add: 'write_profile_members',
};

/** What a connection can write, and the records that only an operator can change, because they lack a reference. */
type Reach = { capabilities: ReadonlySet<string>; handmade: KnownReferences };

/**
 * Returns a test whether an operator has to do an item by hand. Call it once for each item of a plan, in order: what
 * depends on an item done by hand is done by hand too. A record made by hand lacks the reference that later calls need,
 * and a profile must not open more doors while a member is still to be removed.
 */
export function handWork({ capabilities, handmade }: Reach): (item: KeySystemItem) => boolean {
  const persons = new Set(handmade.persons);
  const profiles = new Set(handmade.profiles);
  const stillIn = new Set<string>();
  const touchesHandmade = (item: KeySystemItem): boolean => {
    switch (item.kind) {
      case 'member_remove':
      case 'member_add':
        return persons.has(item.write.person_reference) || profiles.has(item.write.profile_reference);
      case 'person_deactivate':
        return persons.has(item.write.person_reference);
      case 'profile_put':
        return profiles.has(item.write.reference) || (stillIn.has(item.write.reference) && widensProfile(item));
      default:
        return persons.has(item.write.reference);
    }
  };
  return (item) => {
    const isByHand = !capabilities.has(needed[item.kind]) || touchesHandmade(item);
    if (!isByHand) return false;
    if (item.kind === 'member_remove') stillIn.add(item.write.profile_reference);
    if (item.kind === 'person_create') persons.add(item.write.reference);
    // An inactive person cannot become a member.
    if (item.kind === 'person_update' && item.before?.active === false) persons.add(item.write.reference);
    if (item.kind === 'profile_put') profiles.add(item.write.reference);
    return true;
  };
}

/** Equal for the same work, so that it is listed once. */
export function workSignature({ kind, write }: KeySystemWrite): string {
  const parts = 'person_reference' in write ? [write.person_reference] : [write.reference];
  return [kind, ...('profile_reference' in write ? [write.profile_reference] : []), ...parts].join(' ');
}
