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
} from '../../../test/plans';
import { indexAccess } from '../indexing/access-index';
import { evaluateAccess } from './explain-access';

const mondayNoon = '2025-01-06T12:00:00Z';
const ada = aPerson({ department: 'surgery' });
const evaluate = (content: Parameters<typeof facts>[0], at = mondayNoon) =>
  evaluateAccess(indexAccess(facts({ people: [ada], ...content })), ada.id, at);

describe('evaluateAccess', () => {
  it('gives the rule, subject and path by which a door opens', () => {
    const rule = aRule({ objects: [profile('f1')], subjects: [department('Surgery'), department('Pharmacy')] });
    expect(evaluate({ plans: [aPlan([rule])], groups: { g1: ['c7'] }, profiles: { f1: [[], ['g1']] } })).toEqual([
      {
        cylinder_id: 'c7',
        open_now: true,
        reasons: [
          {
            keyplan_id: 'plan1',
            keyplan_name: 'Main house',
            rule_id: 'r1',
            rule_name: 'Surgery doors',
            matched: [department('Surgery')],
            path: [
              { object_type: 'access_profile', id: 'f1' },
              { object_type: 'cylinder_group', id: 'g1' },
              { object_type: 'cylinder', id: 'c7' },
            ],
            windows: [],
            open_now: true,
            until: null,
          },
        ],
      },
    ]);
  });

  it('lists every path to a door once, shortest first', () => {
    const rule = aRule({
      objects: [profile('f1'), location('house'), location('floor'), group('g1'), group('g1'), cylinder('c1')],
    });
    const [grant] = evaluate({
      plans: [aPlan([rule])],
      groups: { g1: ['c1'] },
      profiles: { f1: [['c1'], ['g1']] },
      locations: { house: [null], floor: ['house'] },
      placed: { c1: 'floor' },
    });
    const ways = grant?.reasons.map((reason) => reason.path.map((step) => step.id).join(' > '));
    expect(ways).toEqual(['c1', 'g1 > c1', 'floor > c1', 'house > c1', 'f1 > c1', 'f1 > g1 > c1']);
  });

  it('lists a door outside its hours as closed, and as open when another rule opens it', () => {
    const weekend = aRule({ id: 'weekend', time_restrictions: [aWindow({ days: [6, 7] })] });
    const day = aRule({ id: 'day', objects: [cylinder('c2')], time_restrictions: [aWindow()] });
    const always = aRule({ id: 'ever', objects: [cylinder('c2')] });
    const seen = (at: string) =>
      evaluate({ plans: [aPlan([weekend, day, always])] }, at).map(({ cylinder_id, open_now, reasons }) => [
        cylinder_id,
        open_now,
        reasons.map((reason) => [reason.open_now, reason.until]),
      ]);
    expect(seen('2025-01-11T12:00:00Z')).toEqual([
      ['c1', true, [[true, '2025-01-11T18:00:00.000Z']]],
      [
        'c2',
        true,
        [
          [false, '2025-01-13T08:00:00.000Z'],
          [true, null],
        ],
      ],
    ]);
    expect(seen(mondayNoon)[0]).toEqual(['c1', false, [[false, '2025-01-11T08:00:00.000Z']]]);
  });

  it('reads the hours by the clock at the door, else by that of the plan', () => {
    const rule = aRule({
      objects: [cylinder('c1'), cylinder('c2'), cylinder('c3')],
      time_restrictions: [aWindow({ days: [1], from: '00:00', to: '01:00' })],
    });
    const doors = evaluate(
      {
        plans: [aPlan([rule], { time_zone: 'Europe/Berlin' })],
        locations: { world: [null], london: ['world', 'Europe/London'], desk: ['london'] },
        placed: { c2: 'world', c3: 'desk' },
      },
      '2025-01-05T23:30:00Z',
    );
    expect(doors.map((grant) => grant.open_now)).toEqual([true, true, false]);
  });

  it('keeps doors with hours closed when zone or moment cannot be read', () => {
    const rules = [aRule({ time_restrictions: [aWindow()] }), aRule({ id: 'r2', objects: [cylinder('c2')] })];
    const inAtlantis = { plans: [aPlan(rules, { time_zone: 'Europe/Atlantis' })] };
    for (const at of [mondayNoon, 'never'])
      expect(evaluate(inAtlantis, at).map((grant) => grant.open_now)).toEqual([false, true]);
  });

  it('answers nothing for an unknown person', () => {
    expect(evaluateAccess(indexAccess(facts()), 'p9', mondayNoon)).toEqual([]);
  });
});
