import { expect, test } from 'vitest';
import { runToEnd } from '../../run-to-end';
import { lengthsOf } from './link-costs';
import { attributeOf } from './person-attribute';
import { groupPeople, type PersonGroups, partsOf } from './person-groups';
import { preferUsual } from './prefer-usual';

const fill = (count: number, value: string): string[][] => Array.from({ length: count }, () => (value ? [value] : []));
/** Ten nurses of one group have a cylinder: eight of Surgery, and two of this department. */
function preferred(departmentOfTwo: string): string[] {
  const department = [...fill(8, 'Surgery'), ...fill(2, departmentOfTwo), ...fill(3, 'Surgery'), ...fill(6, 'Laundry')];
  const job = [...fill(10, 'Nurse'), ...fill(3, 'Clerk'), ...fill(3, 'Nurse'), ...fill(3, 'Clerk')];
  const group = [...fill(10, 'Project'), ...fill(6, ''), ...fill(3, 'Project')];
  const attributes = [
    attributeOf('department', department),
    attributeOf('job_title', job),
    attributeOf('group', group),
  ];
  const groups = runToEnd(groupPeople(19, { attributes, minPeople: 3 }));
  const namesOf = (one: number) =>
    partsOf(groups, one)
      .map((part) => attributes[groups.condition(part).attribute]?.labels[groups.condition(part).value] ?? '')
      .sort();
  const all = Array.from(groups.size.keys());
  const named = (...names: string[]) => all.find((one) => namesOf(one).join() === names.sort().join()) ?? -1;
  const [usual, chosen] = [named('Nurse', 'Surgery'), named('Nurse', 'Project')];
  const isHolder = Uint8Array.from({ length: 19 }, (_, person) => Number(person < 10));
  const like = (one: number): number => (groups.attributes[one] === groups.attributes[usual] ? 40 : 1);
  const lengths = { ...plainLengths(groups), rulesLike: like };
  return namesOf(preferUsual(chosen, { groups, candidates: [chosen, usual], isHolder, lengths }));
}

const plainLengths = (groups: PersonGroups) =>
  lengthsOf(groups, { noise: { missing: 0.01, extra: 0.01 }, usage: null, cylinders: 1 });

test('takes the usual attributes where only people of whom they are not known speak for others', () => {
  expect(preferred('')).toEqual(['Nurse', 'Surgery']);
  expect(preferred('Laundry')).toEqual(['Nurse', 'Project']);
});
