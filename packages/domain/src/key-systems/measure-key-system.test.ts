import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { references, someDesired, someRecorded } from '../../test/some-key-systems';
import { runToEnd } from '../run-to-end';
import type { DesiredKeySystem, KeySystemProfile, RecordedKeySystem } from './key-system-state';
import { measureKeySystem } from './measure-key-system';
import { planKeySystem } from './plan-key-system';

const knownDoors = new Map([
  ['1', null],
  ['2', 'G'],
  ['3', 'G'],
]);
const known = { persons: new Set(references), profiles: new Set(references) };

function measure(desired: DesiredKeySystem, recorded: RecordedKeySystem) {
  return runToEnd(measureKeySystem({ desired, recorded, known }, knownDoors));
}

/** For each person: door → the schedules that open it. */
function doorsOf({ profiles, members }: Pick<RecordedKeySystem, 'profiles' | 'members'>, person: string) {
  const doors = new Map<string, KeySystemProfile['schedule'][]>();
  for (const profile of profiles) {
    if (!members.get(profile.reference)?.has(person)) continue;
    const inGroups = [...knownDoors].flatMap(([door, group]) =>
      group !== null && profile.cylinder_groups.includes(group) ? [door] : [],
    );
    for (const door of new Set([...profile.cylinders, ...inGroups])) {
      doors.set(door, [...(doors.get(door) ?? []), profile.schedule]);
    }
  }
  return doors;
}

/** The only schedules of these are "always" and one window. */
const isAlways = (schedules: KeySystemProfile['schedule'][]) => schedules.some((schedule) => schedule.length === 0);

function expected(desired: DesiredKeySystem, recorded: RecordedKeySystem) {
  return references.flatMap((person) => {
    const isActive = recorded.persons.some(({ reference, active }) => reference === person && active);
    const before = isActive ? doorsOf(recorded, person) : new Map<string, KeySystemProfile['schedule'][]>();
    const after = doorsOf(desired, person);
    const gained = [...after.keys()].filter((door) => !before.has(door)).sort();
    const lost = [...before.keys()].filter((door) => !after.has(door)).sort();
    const otherHours = [...after]
      .filter(([door, schedules]) => {
        const old = before.get(door);
        return old && isAlways(old) !== isAlways(schedules);
      })
      .map(([door]) => door)
      .sort();
    return gained.length + lost.length + otherHours.length > 0 ? [{ person, gained, lost, otherHours }] : [];
  });
}

describe('measureKeySystem', () => {
  it('lists for each person the doors gained, lost and with other hours', () => {
    fc.assert(
      fc.property(someRecorded, someDesired, (recorded, desired) => {
        const effect = measure(desired, recorded);
        const actual = effect.changes.flatMap(({ persons, gained, lost, otherHours }) =>
          persons.map((person) => ({
            person,
            gained: [...gained].sort(),
            lost: [...lost].sort(),
            otherHours: [...otherHours].sort(),
          })),
        );
        const byPerson = (a: { person: string }, b: { person: string }) => (a.person < b.person ? -1 : 1);
        const wanted = expected(desired, recorded);
        expect(actual.sort(byPerson)).toEqual(wanted);
        expect(effect).toMatchObject({
          peopleGaining: wanted.filter(({ gained }) => gained.length > 0).length,
          peopleLosing: wanted.filter(({ lost }) => lost.length > 0).length,
          peopleAtOtherHours: wanted.filter(({ otherHours }) => otherHours.length > 0).length,
          rightsGained: wanted.flatMap(({ gained }) => gained).length,
          rightsLost: wanted.flatMap(({ lost }) => lost).length,
        });
        const count = (at: ReadonlyMap<string, number>) => [...at.values()].reduce((sum, n) => sum + n, 0);
        expect([count(effect.gainedAt), count(effect.lostAt)]).toEqual([effect.rightsGained, effect.rightsLost]);
        const some = (state: typeof desired | typeof recorded, person: string) => doorsOf(state, person).size > 0;
        const isActive = (person: string) => recorded.persons.some((one) => one.reference === person && one.active);
        expect(effect.peopleAfter).toBe(references.filter((person) => some(desired, person)).length);
        expect(effect.peopleBefore).toBe(references.filter((one) => isActive(one) && some(recorded, one)).length);
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds a change wherever a write affects a door', () => {
    fc.assert(
      fc.property(someRecorded, someDesired, (recorded, desired) => {
        const items = [...planKeySystem(desired, recorded, known)];
        if (items.length === 0) expect(measure(desired, recorded).changes).toEqual([]);
      }),
    );
  });

  it('names the profiles by which doors are gained and lost', () => {
    const person = { reference: 'a', first_name: 'A', surname: 'B', email: null, employee_id: null };
    const profile = { name: '', description: '', cylinder_groups: [], schedule: [] };
    const old = { ...profile, reference: 'b', cylinders: ['1', '2'] };
    const next = { ...profile, reference: 'c', cylinders: ['2', '3'] };
    const [change] = measure(
      { persons: [person], profiles: [next], members: new Map([['c', new Set(['a'])]]) },
      { persons: [{ ...person, active: true }], profiles: [old], members: new Map([['b', new Set(['a'])]]) },
    ).changes;
    expect(change).toMatchObject({ gained: ['3'], lost: ['1'], by: { gained: ['c'], lost: ['b'] } });
  });

  it('ignores foreign members and foreign profiles', () => {
    const person = { reference: 'x', first_name: 'A', surname: 'B', email: null, employee_id: null, active: true };
    const profile = { name: '', description: '', cylinder_groups: [], schedule: [], cylinders: ['1'] };
    const recorded: RecordedKeySystem = {
      persons: [person, { ...person, reference: 'a' }],
      profiles: [
        { ...profile, reference: 'a' },
        { ...profile, reference: 'theirs' },
      ],
      members: new Map([
        ['a', new Set(['x'])],
        ['theirs', new Set(['a'])],
      ]),
    };
    expect(measure({ persons: [], profiles: [], members: new Map() }, recorded)).toMatchObject({
      changes: [],
      peopleBefore: 0,
    });
  });
});
