import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Records } from '../../../sandbox-kit/records';
import type { MemberChange, PersonContent, ProfileContent } from '../../wire';
import type { DomainLists } from './lists';
import { noteRightsChange, rightOf } from './recorded-rights';
import type { System } from './system';

/** A reference, or the identity of a record without one. */
export type RecordName = string | { identity: string };

/** Writes of clients into one domain. Each returns whether it changed anything; what is named by identity must exist. */
export type Store = {
  hasPerson(named: RecordName): boolean;
  hasProfile(named: RecordName): boolean;
  putPerson(named: RecordName, content: z.infer<typeof PersonContent>): boolean;
  deactivatePerson(named: RecordName): boolean;
  putProfile(named: RecordName, content: z.infer<typeof ProfileContent>): boolean;
  /** Of an existing profile. */
  changeMembers(named: RecordName, change: z.input<typeof MemberChange>): boolean;
};

export function createStore(system: System, domain: DomainLists): Store {
  const { persons, profiles, members } = domain;
  const note = (identities: readonly string[]) => noteRightsChange(system, domain, identities);
  const personOf = finder(persons);
  const profileOf = finder(profiles);
  const referenceOf = (named: RecordName) => (typeof named === 'string' ? named : null);
  return {
    hasPerson: (named) => personOf(named) !== undefined,
    hasProfile: (named) => profileOf(named) !== undefined,
    putPerson(named, content) {
      const old = personOf(named);
      const identity = old?.identity ?? nextPerson(system);
      if (old?.active === false) note([identity]);
      return replace(persons, old, { ...content, identity, reference: referenceOf(named), active: true });
    },
    deactivatePerson(named) {
      const old = personOf(named);
      if (old?.active) note([old.identity]);
      return old !== undefined && replace(persons, old, { ...old, active: false });
    },
    putProfile(named, content) {
      const old = profileOf(named);
      const identity = old?.identity ?? nextProfile(system);
      const other_members = old?.other_members ?? [];
      if (old && !isDeepStrictEqual(rightOf(old), rightOf(content))) note([identity]);
      return replace(profiles, old, { ...content, identity, reference: referenceOf(named), other_members });
    },
    changeMembers(named, { add, remove, add_others = [], remove_others = [] }) {
      const id = idIn(named);
      const old = members.get(id) ?? { profile: id, persons: [] };
      const now = changed(old.persons, { add, remove });
      note(difference(old.persons, now).flatMap((reference) => persons.withReference(reference)?.identity ?? []));
      const isChanged = replace(members, old, { ...old, persons: now });
      const profile = profileOf(named);
      if (!profile) return isChanged;
      const other_members = changed(profile.other_members, { add: add_others, remove: remove_others });
      note(difference(profile.other_members, other_members));
      return replace(profiles, profile, { ...profile, other_members }) || isChanged;
    },
  };
}

type Listed = { identity: string; reference: string | null };
type Finding<T> = { get(identity: string): T | undefined; withReference(reference: string): T | undefined };

function finder<T extends Listed>(list: Finding<T>) {
  return (named: RecordName): T | undefined => {
    if (typeof named === 'string') return list.withReference(named);
    const found = list.get(named.identity);
    return found?.reference === null ? found : undefined;
  };
}

export const idIn = (named: RecordName): string => (typeof named === 'string' ? named : named.identity);

function changed(had: readonly string[], { add, remove }: Record<'add' | 'remove', readonly string[]>): string[] {
  const now = new Set(had);
  for (const one of remove) now.delete(one);
  for (const one of add) now.add(one);
  return [...now];
}

function difference(before: readonly string[], after: readonly string[]): string[] {
  const [had, has] = [new Set(before), new Set(after)];
  return [...before.filter((one) => !has.has(one)), ...after.filter((one) => !had.has(one))];
}

function replace<T>(list: Records<T>, old: T | undefined, record: T): boolean {
  if (isDeepStrictEqual(old, record)) return false;
  list.put(record);
  return true;
}

/** Identities are unique across domains. */
export const nextPerson = (system: System) => `P-${10_001 + totalOf(system, ({ persons }) => persons)}`;
export const nextProfile = (system: System) => `A-${1_001 + totalOf(system, ({ profiles }) => profiles)}`;
export const nextJob = (system: System) => `J-${String(1 + totalOf(system, ({ jobs }) => jobs)).padStart(4, '0')}`;

const totalOf = ({ domains }: System, listOf: (domain: DomainLists) => { total(): number }): number =>
  [...domains.values()].reduce((total, domain) => total + listOf(domain).total(), 0);
