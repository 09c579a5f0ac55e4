import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { RecordedPerson, RecordedProfile } from '../key-system-driver';
import { applyEntry, type Entry, openJournal, type State } from './sandbox-journal';
import type { MemberChange, PersonContent, ProfileContent } from './wire';

/** What others wrote into the sandbox, oldest first. Writes answer whether they changed anything. */
export type SandboxStore = {
  persons(): RecordedPerson[];
  profiles(): RecordedProfile[];
  hasPerson(reference: string): boolean;
  hasProfile(reference: string): boolean;
  putPerson(reference: string, content: z.infer<typeof PersonContent>): boolean;
  deactivatePerson(reference: string): boolean;
  putProfile(reference: string, content: z.infer<typeof ProfileContent>): boolean;
  /** Of a profile that exists. */
  changeMembers(reference: string, change: z.infer<typeof MemberChange>): boolean;
  close(): void;
};

/** Without a directory all is forgotten at the end. */
export function openSandboxStore(directory?: string): SandboxStore {
  const state: State = { persons: new Map(), profiles: new Map(), members: new Map() };
  const journal = directory === undefined ? undefined : openJournal(directory, state);
  const record = (entry: Entry): true => {
    journal?.append(entry);
    applyEntry(state, entry);
    return true;
  };
  return {
    ...readsOf(state),
    putPerson(reference, content) {
      const old = state.persons.get(reference);
      const identity = old?.identity ?? `P-${state.persons.size + 10_001}`;
      const person = { ...content, identity, reference, active: true };
      return !isDeepStrictEqual(old, person) && record({ did: 'put_person', person });
    },
    deactivatePerson(reference) {
      const person = state.persons.get(reference);
      return person?.active === true && record({ did: 'put_person', person: { ...person, active: false } });
    },
    putProfile(reference, content) {
      const old = state.profiles.get(reference);
      const profile = { ...content, identity: old?.identity ?? `A-${state.profiles.size + 1_001}`, reference };
      return !isDeepStrictEqual(old, profile) && record({ did: 'put_profile', profile });
    },
    changeMembers(reference, change) {
      const members = state.members.get(reference);
      const add = change.add.filter((person) => !members?.has(person));
      const remove = change.remove.filter((person) => members?.has(person));
      return add.length + remove.length > 0 && record({ did: 'change_members', reference, change: { add, remove } });
    },
    close: () => journal?.close(),
  };
}

function readsOf({ persons, profiles, members }: State) {
  return {
    persons: () => [...persons.values()],
    profiles: () =>
      [...profiles.values()].map((profile) => ({
        ...profile,
        members: [...(members.get(profile.reference) ?? [])].sort(),
      })),
    hasPerson: (reference: string) => persons.has(reference),
    hasProfile: (reference: string) => profiles.has(reference),
  };
}
