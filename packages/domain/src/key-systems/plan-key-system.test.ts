import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memberships, memoryKeySystem, openDoors } from '../../test/memory-key-system';
import { references, someDesired, someRecorded } from '../../test/some-key-systems';
import type { DesiredKeySystem, KeySystemPerson, KeySystemProfile, RecordedKeySystem } from './key-system-state';
import { planKeySystem } from './plan-key-system';

const ada: KeySystemPerson = {
  reference: 'ada',
  first_name: 'Ada',
  surname: 'Lovelace',
  email: 'ada@acme.test',
  employee_id: null,
};
const bob: KeySystemPerson = { reference: 'bob', first_name: 'Bob', surname: 'Hale', email: null, employee_id: '7' };
const wards: KeySystemProfile = {
  reference: 'wards',
  name: 'House / Wards',
  description: 'd',
  cylinders: ['1', '2'],
  cylinder_groups: ['G'],
  schedule: [],
};
const active = (person: KeySystemPerson) => ({ ...person, active: true });
const nothing = { persons: [], profiles: [], members: new Map() };
const noneKnown = { persons: new Set<string>(), profiles: new Set<string>() };
const inProfile = (profile: string, ...people: string[]) => new Map([[profile, new Set(people)]]);

/** Plans with all recorded data known as ours. */
function plan(desired: DesiredKeySystem, recorded: RecordedKeySystem) {
  const references = (records: readonly { reference: string }[]) => new Set(records.map((record) => record.reference));
  const known = { persons: references(recorded.persons), profiles: references(recorded.profiles) };
  return [...planKeySystem(desired, recorded, known)];
}

describe('planKeySystem', () => {
  it('builds an empty key system: profile, person, membership, each with what the writer needs', () => {
    const items = plan({ persons: [ada], profiles: [wards], members: inProfile('wards', 'ada') }, nothing);
    const { reference: _, ...adaFields } = ada;
    const { reference: __, ...wardsFields } = wards;
    expect(items).toEqual([
      {
        kind: 'profile_put',
        label: 'House / Wards',
        reference: 'wards',
        detail: null,
        before: null,
        after: wardsFields,
        write: wards,
      },
      {
        kind: 'person_create',
        label: 'Ada Lovelace',
        reference: 'ada',
        detail: null,
        before: null,
        after: { ...adaFields, active: true },
        write: ada,
      },
      {
        kind: 'member_add',
        label: 'Ada Lovelace',
        reference: 'ada',
        detail: 'House / Wards',
        before: null,
        after: null,
        write: { person_reference: 'ada', profile_reference: 'wards' },
      },
    ]);
  });

  it('removes and deactivates a person, and empties a profile without a rule', () => {
    const recorded = { persons: [active(ada)], profiles: [wards], members: inProfile('wards', 'ada') };
    expect(plan(nothing, recorded)).toEqual([
      expect.objectContaining({ kind: 'member_remove', label: 'Ada Lovelace', detail: 'House / Wards' }),
      expect.objectContaining({ kind: 'person_deactivate', before: { active: true }, after: { active: false } }),
      expect.objectContaining({
        kind: 'profile_put',
        before: { cylinders: ['1', '2'], cylinder_groups: ['G'] },
        after: { cylinders: [], cylinder_groups: [] },
        write: { ...wards, cylinders: [], cylinder_groups: [] },
      }),
    ]);
  });

  it('changes only what differs, and reactivates deactivated persons', () => {
    const recorded = {
      persons: [active({ ...ada, surname: 'Byron' }), { ...bob, active: false }],
      profiles: [{ ...wards, cylinders: ['2'] }],
      members: new Map(),
    };
    const items = plan({ persons: [ada, bob], profiles: [wards], members: new Map() }, recorded);
    expect(items.map(({ kind, before, after }) => ({ kind, before, after }))).toEqual([
      { kind: 'profile_put', before: { cylinders: ['2'] }, after: { cylinders: ['1', '2'] } },
      { kind: 'person_update', before: { surname: 'Byron' }, after: { surname: 'Lovelace' } },
      { kind: 'person_update', before: { active: false }, after: { active: true } },
    ]);
  });

  it('ignores the order of doors, windows and days, and empty texts', () => {
    const [night, day] = [
      { days: [1, 2], from: '22:00', to: '06:00' },
      { days: [3], from: '08:00', to: '18:00' },
    ];
    const recorded = {
      persons: [{ ...bob, email: '', active: true }],
      profiles: [{ ...wards, cylinders: ['2', '1'], schedule: [day, { ...night, days: [2, 1] }] }],
      members: new Map(),
    };
    const desired = { persons: [bob], profiles: [{ ...wards, schedule: [night, day] }], members: new Map() };
    expect(plan(desired, recorded)).toEqual([]);
  });

  it('does not touch records that are neither desired nor known', () => {
    const foreign = { ...wards, reference: 'theirs' };
    const recorded = {
      persons: [active(ada), active(bob)],
      profiles: [wards, foreign],
      members: new Map([...inProfile('wards', 'bob'), ...inProfile('theirs', 'ada', 'bob')]),
    };
    const desired = { persons: [ada], profiles: [wards], members: new Map() };
    const items = planKeySystem(desired, recorded, noneKnown);
    expect([...items]).toEqual([]);
  });

  it('reaches the desired state from any stop, and never gives a person a door that neither state gives', () => {
    fc.assert(
      fc.property(someRecorded, someDesired, fc.nat(), (start, desired, stop) => {
        const known = { persons: new Set(references), profiles: new Set(references) };
        const system = memoryKeySystem(start);
        const target: RecordedKeySystem = { ...desired, persons: desired.persons.map(active) };
        const allowed = new Set([...memberships(start), ...memberships(desired)]);
        const doors = new Set([...openDoors(start), ...openDoors(target)]);
        const run = (limit: number) => {
          for (const item of [...planKeySystem(desired, system.read(), known)].slice(0, limit)) {
            system.apply(item);
            expect(memberships(system.read()).filter((membership) => !allowed.has(membership))).toEqual([]);
            expect(openDoors(system.read()).filter((door) => !doors.has(door))).toEqual([]);
          }
        };

        run(stop % 8);
        run(Number.POSITIVE_INFINITY);
        expect([...planKeySystem(desired, system.read(), known)]).toEqual([]);
        expect(memberships(system.read())).toEqual(memberships(desired));
        expect(openDoors(system.read()).sort()).toEqual(openDoors(target).sort());
        expect(system.read().persons.filter((person) => person.active)).toHaveLength(desired.persons.length);
      }),
      { numRuns: 1_000 },
    );
  });

  it('orders removals first, then profiles, persons and new memberships', () => {
    const order = ['member_remove', 'person_deactivate', 'profile_put', 'person_create', 'person_update', 'member_add'];
    fc.assert(
      fc.property(someRecorded, someDesired, (recorded, desired) => {
        const ranks = plan(desired, recorded).map((item) => order.indexOf(item.kind));
        expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
      }),
    );
  });
});
