import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { MemberChange, PersonContent, ProfileContent } from '../../wire';
import type { DomainState } from './state';
import type { System } from './system';

/** What others may write into one domain, by their references. Writes answer whether they changed anything. */
export type Store = {
  hasPerson(reference: string): boolean;
  hasProfile(reference: string): boolean;
  putPerson(reference: string, content: z.infer<typeof PersonContent>): boolean;
  deactivatePerson(reference: string): boolean;
  putProfile(reference: string, content: z.infer<typeof ProfileContent>): boolean;
  /** Of a profile that exists. */
  changeMembers(reference: string, change: z.infer<typeof MemberChange>): boolean;
};

export function createStore(system: System, domain: string, { persons, profiles, ...state }: DomainState): Store {
  const record = (entry: Parameters<System['record']>[0]): true => {
    system.record(entry);
    return true;
  };
  const personOf = (reference: string) => persons.get(state.personOf.get(reference) ?? '');
  const profileOf = (reference: string) => profiles.get(state.profileOf.get(reference) ?? '');
  return {
    hasPerson: (reference) => state.personOf.has(reference),
    hasProfile: (reference) => state.profileOf.has(reference),
    putPerson(reference, content) {
      const old = personOf(reference);
      const person = { ...content, identity: old?.identity ?? nextPerson(system), reference, active: true };
      return !isDeepStrictEqual(old, person) && record({ did: 'put_person', domain, person });
    },
    deactivatePerson(reference) {
      const person = personOf(reference);
      return person?.active === true && record({ did: 'put_person', domain, person: { ...person, active: false } });
    },
    putProfile(reference, content) {
      const profile = { ...content, identity: profileOf(reference)?.identity ?? nextProfile(system), reference };
      return !isDeepStrictEqual(profileOf(reference), profile) && record({ did: 'put_profile', domain, profile });
    },
    changeMembers(reference, change) {
      const members = state.members.get(reference);
      const add = change.add.filter((person) => !members?.has(person));
      const remove = change.remove.filter((person) => members?.has(person));
      const changes = add.length + remove.length > 0;
      return changes && record({ did: 'change_members', domain, reference, change: { add, remove } });
    },
  };
}

/** Identities are given once in the whole system, whatever the domain. */
export function nextPerson({ domains }: System): string {
  return `P-${10_001 + sum(domains, ({ persons }) => persons)}`;
}

export function nextProfile({ domains }: System): string {
  return `A-${1_001 + sum(domains, ({ profiles }) => profiles)}`;
}

function sum(domains: System['domains'], of: (domain: DomainState) => { total(): number }): number {
  return [...domains.values()].reduce((total, domain) => total + of(domain).total(), 0);
}
