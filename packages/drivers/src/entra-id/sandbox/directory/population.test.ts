import { describe, expect, it } from 'vitest';
import { startEntraSandbox } from '../../sandbox';
import { graphClient } from '../test-client';
import { inventPopulation, maxPeople } from './population';

const begin = new Date('2026-03-01T12:00:00Z');

describe('people', () => {
  it('are the same each time, whatever their number, and have ids that lead back to them', () => {
    const [few, many] = [inventPopulation(5, begin), inventPopulation(50_000, begin)];
    for (const index of [0, 1, 4]) expect(many.people.at(index)).toEqual(few.people.at(index));
    for (const index of [0, 4, 499, 49_999]) expect(many.people.indexOf(many.people.at(index).id)).toBe(index);
    const outside = inventPopulation(maxPeople, begin).people.at(50_000).id;
    expect([many.people.indexOf(outside), many.people.indexOf('nobody')]).toEqual([undefined, undefined]);
  });

  it('are unlike each other where they must be', () => {
    const { people } = inventPopulation(50_000, begin);
    const all = Array.from({ length: people.count }, (_, index) => people.at(index));
    for (const property of ['id', 'userPrincipalName'] as const) {
      expect(new Set(all.map((person) => person[property].toLowerCase())).size).toBe(50_000);
    }
    const share = (fits: (person: (typeof all)[number]) => boolean) => all.filter(fits).length / all.length;
    expect(share(({ userType }) => userType === 'Guest')).toBeCloseTo(0.04);
    expect(share(({ accountEnabled }) => !accountEnabled)).toBeCloseTo(0.025);
    expect(share(({ employeeLeaveDateTime }) => employeeLeaveDateTime !== null)).toBeCloseTo(0.033);
    expect(share(({ department }) => department === 'Police')).toBeCloseTo(0.31);
    expect(
      all.every(({ manager }, index) => (manager === null ? index === 0 : people.indexOf(manager) !== index)),
    ).toBe(true);
  });

  it('are in the groups of their departments', () => {
    const { groups, membersOf, people } = inventPopulation(250, begin);
    const all = Array.from({ length: 250 }, (_, index) => people.at(index));
    for (let index = 0; index < groups.count; index++) {
      const { id, displayName } = groups.at(index);
      const department = displayName.replace(': staff', '');
      const expected = all.filter((person) => displayName === 'Everybody' || person.department === department);
      const members = membersOf(id);
      const ids = Array.from({ length: members.count }, (_, place) => members.at(place));
      expect(ids, displayName).toEqual(expected.map((person) => person.id));
    }
  });

  it.each([-1, 1.5, maxPeople + 1])('are not %i', (size) => {
    expect(() => inventPopulation(size, begin)).toThrow(RangeError);
  });
});

it('a million are there at once, and the last page as fast as the first', async () => {
  const sandbox = await startEntraSandbox({ port: 0, people: maxPeople, delta_page: 999 });
  const graph = graphClient(sandbox);
  const { body } = await graph.get('/users?$top=999&$select=id');
  const last = sandbox.directory.people.at(maxPeople - 1);
  expect(body.value).toHaveLength(999);
  expect((await graph.get(`/users/${last?.id}?$select=id`)).body.id).toBe(last?.id);
  expect((await graph.get('/users/delta')).body.value).toHaveLength(999);
  await sandbox.close();
});
