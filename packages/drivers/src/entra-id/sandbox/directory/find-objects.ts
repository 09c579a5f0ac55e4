import type { Directory } from './directory';
import type { Group, Person } from './objects';

/** By id, or by a scan for `userPrincipalName` or `employeeId`. @throws RangeError */
export function getPerson(directory: Directory, name: string): Person {
  const found =
    directory.people.get(name) ??
    firstPerson(directory, ({ userPrincipalName, employeeId }) => userPrincipalName === name || employeeId === name);
  if (!found) throw new RangeError(`There is no person ${name}.`);
  return found;
}

function firstPerson({ people }: Directory, fits: (person: Person) => boolean): Person | undefined {
  for (let index = 0; index < people.total(); index++) {
    const person = people.at(index);
    if (person && fits(person)) return person;
  }
  return undefined;
}

/** By id or name. @throws RangeError */
export function getGroup({ groups }: Directory, name: string): Group {
  for (let index = 0; index < groups.total(); index++) {
    const group = groups.at(index);
    if (group && (group.id === name || group.displayName === name)) return group;
  }
  throw new RangeError(`There is no group ${name}.`);
}

/** People who are not removed, numbered. */
export function* presentPeople({ people }: Directory): Generator<{ person: Person; number: number }> {
  let number = 0;
  // Excludes people added meanwhile.
  for (let index = 0, end = people.total(); index < end; index++) {
    const person = people.at(index);
    if (person?.gone === null) yield { person, number: number++ };
  }
}
