import { type Source, sourceOf } from '../../../sandbox-kit/records';
import { departments, givenNames, surnames, type Unit } from './invented-names';
import { guidOf, numberedGuid, numberIn } from './object-id';
import type { Group, Person } from './objects';

/** The initial people and groups. Person `i` is computed from `i`, so a million need no memory. */
export type Population = {
  people: Source<Person>;
  groups: Source<Group>;
  /** Ids of the initial members of a group; none for a later group. */
  membersOf(group: string): Source<string>;
};

export const maxPeople = 1_000_000;
export const domainName = 'city.test';

const personKind = 0x05ee;
const dayMs = 86_400_000;
const personId = (index: number) => numberedGuid(personKind, index);
const nth = <T>(values: readonly [T, ...T[]], index: number): T => values[index % values.length] ?? values[0];

/** The department of each of a hundred consecutive people, well mixed. */
const unitOfSlot = slots();

function slots(): Unit[] {
  const all = departments.flatMap((unit) => Array<Unit>(unit.share).fill(unit));
  return all.map((_, slot) => all[(slot * 37) % all.length] ?? departments[0]);
}

const unitOf = (index: number): Unit => unitOfSlot[index % unitOfSlot.length] ?? departments[0];
const firstOf = new Map(departments.map((unit) => [unit.name, unitOfSlot.indexOf(unit)]));

/** @param begin hire and leave dates are around it */
export function inventPopulation(size: number, begin: Date): Population {
  if (!(Number.isInteger(size) && size >= 0 && size <= maxPeople)) {
    throw new RangeError(`A directory has 0 to ${maxPeople} people.`);
  }
  const people: Source<Person> = {
    count: size,
    at: (index) => personAt(index, begin),
    indexOf: (id) => {
      const index = numberIn(personKind, id);
      return index !== undefined && index < size ? index : undefined;
    },
  };
  const crews = size === 0 ? [] : [groupOfAll, ...departments.map(({ name }) => name)];
  const groups = crews.map((name) => groupOf(name, begin));
  const members = new Map(crews.map((name) => [groupIdOf(name), membersOf(name, size)]));
  const noMembers = sourceOf<string>([], (id) => id);
  return { people, groups: sourceOf(groups, ({ id }) => id), membersOf: (group) => members.get(group) ?? noMembers };
}

const groupOfAll = 'Everybody';
const groupIdOf = (name: string) => guidOf('group', name);

const groupOf = (name: string, begin: Date): Group => ({
  id: groupIdOf(name),
  displayName: name === groupOfAll ? name : `${name}: staff`,
  description: 'Made up for the sandbox.',
  createdDateTime: new Date(begin.getTime() - 900 * dayMs).toISOString(),
  deletedDateTime: null,
  gone: null,
});

function membersOf(name: string, size: number): Source<string> {
  if (name === groupOfAll) return lazily(size, (index) => index);
  const offsets = unitOfSlot.flatMap((unit, slot) => (unit.name === name ? [slot] : []));
  const rounds = Math.floor(size / unitOfSlot.length);
  const left = offsets.filter((slot) => slot < size % unitOfSlot.length).length;
  return lazily(rounds * offsets.length + left, (index) => {
    return Math.floor(index / offsets.length) * unitOfSlot.length + (offsets[index % offsets.length] ?? 0);
  });
}

/** Without `indexOf`, because only membership is looked up. */
const lazily = (count: number, personOf: (index: number) => number): Source<string> => ({
  count,
  at: (index) => personId(personOf(index)),
  indexOf: () => undefined,
});

function personAt(index: number, begin: Date): Person {
  const unit = unitOf(index);
  const [givenName, surname] = [nth(givenNames, index * 7 + Math.floor(index / 11)), nth(surnames, index)];
  const alias = `${givenName}.${surname}`.toLowerCase().replace(/[^a-z.]/g, '') + (index + 1);
  const isGuest = index % 25 === 24;
  const isContractor = isGuest || index % 10 === 9;
  const day = (offset: number) => new Date(Math.floor(begin.getTime() / dayMs) * dayMs + offset * dayMs).toISOString();
  return {
    id: personId(index),
    userPrincipalName: isGuest ? `${alias}_partner.test#EXT#@${domainName}` : `${alias}@${domainName}`,
    displayName: `${givenName} ${surname}`,
    givenName,
    surname,
    mail: index % 50 === 49 ? null : `${alias}@${isGuest ? 'partner.test' : domainName}`,
    jobTitle: nth(unit.titles, Math.floor(index / 3)),
    department: unit.name,
    companyName: isContractor
      ? nth(['Pellgrave Lifts', 'Dunmoor Cleaning', 'Marsk Alarms'], index)
      : 'City of Askelund',
    officeLocation: `Building ${1 + (index % 40)}`,
    employeeId: isGuest ? null : `E${200_000 + index}`,
    employeeType: isContractor ? 'Contractor' : 'Employee',
    accountEnabled: index % 40 !== 39,
    userType: isGuest ? 'Guest' : 'Member',
    employeeHireDate: day(-30 - ((index * 13) % 7_000)),
    employeeLeaveDateTime: index % 30 === 29 ? day(((index * 17) % 400) - 40) : null,
    onPremisesSamAccountName: isGuest ? null : alias.slice(0, 20),
    createdDateTime: day(-30 - ((index * 13) % 7_000)),
    deletedDateTime: null,
    manager: managerOf(index, unit),
    gone: null,
  };
}

/** The first person of a department is its manager, and person 0 manages those. */
function managerOf(index: number, unit: Unit): string | null {
  if (index === 0) return null;
  const head = firstOf.get(unit.name) ?? 0;
  return personId(index === head ? 0 : head);
}
