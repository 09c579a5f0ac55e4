import { describe, expect, it } from 'vitest';
import {
  aPerson,
  aPlan,
  aRule,
  aWindow,
  cylinder,
  department,
  facts,
  group,
  location,
  profile,
} from '../../test/plans';
import { indexAccess } from '../access/indexing/access-index';
import { desiredKeySystem, type NamedPerson } from './desired-key-system';

const mondayNoon = '2025-01-06T12:00:00Z';
const inventory = {
  groups: { g1: ['c5'], g2: ['c6'] },
  profiles: { f1: [['c1', 'c2'], ['g2']], empty: [[], []] } satisfies Record<string, [string[], string[]]>,
};
const externalIds = {
  cylinders: new Map([
    ['c1', 'C-1'],
    ['c2', 'C-2'],
  ]),
  groups: new Map([
    ['g1', 'G-1'],
    ['g2', 'G-2'],
  ]),
};
const ada = aPerson({ department: 'surgery' });
const desire = (plans: ReturnType<typeof aPlan>[], persons: NamedPerson[] = [ada], at = mondayNoon) =>
  desiredKeySystem(indexAccess(facts({ plans, people: persons, ...inventory })), persons, externalIds, at);

describe('desiredKeySystem', () => {
  it('makes one profile per rule: groups stay groups, profiles of the plan become their contents, each door once', () => {
    const rule = aRule({ objects: [cylinder('c1'), group('g1'), profile('f1')], time_restrictions: [aWindow()] });
    expect(desire([aPlan([rule])])).toEqual({
      persons: [{ reference: 'p1', first_name: 'Ada', surname: 'Lovelace', email: null, employee_id: null }],
      profiles: [
        {
          reference: 'r1',
          name: 'Main house / Surgery doors',
          description: expect.stringContaining('Key2XS'),
          cylinders: ['C-1', 'C-2'],
          cylinder_groups: ['G-1', 'G-2'],
          schedule: [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }],
        },
      ],
      members: new Map([['r1', new Set(['p1'])]]),
    });
  });

  it('replaces places by the cylinders below them', () => {
    const locations = { house: [null], floor: ['house'] } satisfies Record<string, [string | null]>;
    const plans = [aPlan([aRule({ objects: [location('house')] })])];
    const index = indexAccess(
      facts({ plans, people: [ada], locations, placed: { c1: 'floor', c2: 'house', c99: 'floor' } }),
    );
    const { profiles } = desiredKeySystem(index, [ada], externalIds, mondayNoon);
    expect(profiles).toMatchObject([{ cylinders: ['C-2', 'C-1'], cylinder_groups: [] }]);
  });

  it('leaves out rules without a door in this key system, and people without another rule', () => {
    const elsewhere = aRule({ id: 'elsewhere', objects: [cylinder('c99'), group('g99')] });
    const hollow = aRule({ id: 'hollow', objects: [profile('empty')] });
    expect(desire([aPlan([elsewhere, hollow])])).toEqual({ persons: [], profiles: [], members: new Map() });
  });

  it('keeps the profile of a rule without people, and leaves out people without a rule or who have left', () => {
    const people = [aPerson({ id: 'p2' }), aPerson({ id: 'p3', department: 'Surgery', active: false })];
    const { persons, members } = desire([aPlan([aRule()])], people);
    expect(persons).toEqual([]);
    expect(members).toEqual(new Map([['r1', new Set()]]));
  });

  it('counts windows within their dates, and no rule whose windows are all past or future', () => {
    const past = aWindow({ valid_until: '2025-01-01T00:00:00Z' });
    const present = aWindow({ days: [6], valid_from: '2025-01-01T00:00:00Z' });
    const rules = [
      aRule({ id: 'over', time_restrictions: [past] }),
      aRule({ id: 'mixed', time_restrictions: [past, present] }),
      aRule({ id: 'always' }),
    ];
    const desired = desire([aPlan(rules)]);
    expect(desired.profiles.map(({ reference, schedule }) => [reference, schedule])).toEqual([
      ['always', []],
      ['mixed', [{ days: [6], from: '08:00', to: '18:00' }]],
    ]);
    expect([...desired.members.keys()]).toEqual(['always', 'mixed']);
  });

  it.each([
    ['given and family name', { given_name: 'Ada', family_name: 'King', display_name: 'A. K.' }, ['Ada', 'King']],
    ['the last word of the display name', { display_name: 'Ada Mary Lovelace' }, ['Ada Mary', 'Lovelace']],
    ['what stands before the comma', { display_name: 'van Dijk, Eva', given_name: 'Eva' }, ['Eva', 'van Dijk']],
    ['a single word', { display_name: 'Ada', given_name: 'Ada' }, ['', 'Ada']],
  ])('names a person by %s', (_, names, [first_name, surname]) => {
    const person = aPerson({ department: 'Surgery', ...names });
    expect(desire([aPlan([aRule({ subjects: [department('Surgery')] })])], [person]).persons).toMatchObject([
      { first_name, surname },
    ]);
  });
});
