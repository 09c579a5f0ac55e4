import type { KeySystemItem, KeySystemPerson, KeySystemProfile, RecordedKeySystem } from '../src/index';

/** The smallest key system that applies items: deletes nothing, refuses members that do not exist. */
export function memoryKeySystem(start: RecordedKeySystem) {
  const persons = new Map(start.persons.map((person) => [person.reference, person]));
  const profiles = new Map(start.profiles.map((profile) => [profile.reference, profile]));
  const members = new Map([...start.members].map(([profile, references]) => [profile, new Set(references)]));

  const putPerson = (person: KeySystemPerson, active: boolean) => persons.set(person.reference, { ...person, active });
  const putProfile = (profile: KeySystemProfile) => profiles.set(profile.reference, profile);

  const apply = (item: KeySystemItem) => {
    switch (item.kind) {
      case 'person_create':
      case 'person_update':
        return putPerson(item.write, true);
      case 'person_deactivate': {
        const person = persons.get(item.write.person_reference);
        if (!person) throw new Error(`No person ${item.reference}`);
        return putPerson(person, false);
      }
      case 'profile_put':
        return putProfile(item.write);
      case 'member_remove':
        return members.get(item.write.profile_reference)?.delete(item.write.person_reference);
      case 'member_add': {
        const { person_reference, profile_reference } = item.write;
        if (!persons.get(person_reference)?.active) throw new Error(`No active person ${person_reference}`);
        if (!profiles.has(profile_reference)) throw new Error(`No profile ${profile_reference}`);
        const present = members.get(profile_reference) ?? new Set();
        return members.set(profile_reference, present.add(person_reference));
      }
    }
  };
  const read = (): RecordedKeySystem => ({ persons: [...persons.values()], profiles: [...profiles.values()], members });
  return { apply, read };
}

/** `person@profile` of every membership. */
export function memberships(state: Pick<RecordedKeySystem, 'members'>): string[] {
  return [...state.members].flatMap(([profile, people]) => [...people].map((person) => `${person}@${profile}`)).sort();
}

/** `person>door when` of every door that an active person's profiles open. */
export function openDoors({ persons, profiles, members }: RecordedKeySystem): string[] {
  const active = new Set(persons.filter((person) => person.active).map((person) => person.reference));
  return profiles.flatMap(({ reference, cylinders, cylinder_groups, schedule }) =>
    [...(members.get(reference) ?? [])]
      .filter((person) => active.has(person))
      .flatMap((person) =>
        [...cylinders, ...cylinder_groups].map((door) => `${person}>${door} ${JSON.stringify(schedule)}`),
      ),
  );
}
