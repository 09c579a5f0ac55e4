import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Records } from '../../../sandbox-kit/records';
import type { MemberChange, PersonContent, ProfileContent } from '../../wire';
import type { DomainLists } from './lists';
import type { System } from './system';

/** Writes of clients into one domain, by reference. Each returns whether it changed anything. */
export type Store = {
  hasPerson(reference: string): boolean;
  hasProfile(reference: string): boolean;
  putPerson(reference: string, content: z.infer<typeof PersonContent>): boolean;
  deactivatePerson(reference: string): boolean;
  putProfile(reference: string, content: z.infer<typeof ProfileContent>): boolean;
  /** Of an existing profile, by reference, else by identity. */
  changeMembers(reference: string, change: z.infer<typeof MemberChange>): boolean;
};

export function createStore(system: System, { persons, profiles, members }: DomainLists): Store {
  return {
    hasPerson: (reference) => persons.withReference(reference) !== undefined,
    hasProfile: (reference) => profiles.withReference(reference) !== undefined,
    putPerson(reference, content) {
      const old = persons.withReference(reference);
      const identity = old?.identity ?? nextPerson(system);
      return replace(persons, old, { ...content, identity, reference, active: true });
    },
    deactivatePerson(reference) {
      const old = persons.withReference(reference);
      return old !== undefined && replace(persons, old, { ...old, active: false });
    },
    putProfile(reference, content) {
      const old = profiles.withReference(reference);
      const identity = old?.identity ?? nextProfile(system);
      return replace(profiles, old, { ...content, identity, reference, other_members: old?.other_members ?? [] });
    },
    changeMembers(profile, { add, remove }) {
      const old = members.get(profile) ?? { profile, persons: [] };
      const changed = new Set(old.persons);
      for (const person of remove) changed.delete(person);
      for (const person of add) changed.add(person);
      return replace(members, old, { profile, persons: [...changed] });
    },
  };
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
