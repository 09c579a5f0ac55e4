import type { RuleObject, RuleSubject, TimeRestriction } from '@key2xs/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listAccess, type Question } from '../../test/access-oracle';
import { anInventory, aPerson, aPlan, aRule, aWindow, cylinder, department, group, profile } from '../../test/plans';
import { compilePlan, type PlanSource } from './compile-plan';
import { evaluateAccess } from './evaluate-access';
import type { Inventory } from './resolve-objects';

const mondayNoon = '2025-01-06T12:00:00Z';
const ada = aPerson({ department: 'surgery' });

describe('evaluateAccess', () => {
  it('says because of which rule, subject and way a door opens', () => {
    const rule = aRule({ objects: [profile('f1')], subjects: [department('Surgery'), department('Pharmacy')] });
    const inventory = anInventory({ groups: { g1: ['c7'] }, profiles: { f1: [[], ['g1']] } });
    expect(evaluateAccess(compilePlan([aPlan([rule])], inventory), ada, mondayNoon)).toEqual([
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
          },
        ],
      },
    ]);
  });

  it('names every way to a door, the shortest first, each once', () => {
    const rule = aRule({ objects: [profile('f1'), group('g1'), group('g1'), cylinder('c1')] });
    const inventory = anInventory({ groups: { g1: ['c1', 'c1'] }, profiles: { f1: [['c1'], ['g1']] } });
    const [grant] = evaluateAccess(compilePlan([aPlan([rule])], inventory), ada, mondayNoon);
    const ways = grant?.reasons.map((reason) => reason.path.map((step) => step.id).join(' > '));
    expect(ways).toEqual(['c1', 'g1 > c1', 'f1 > c1', 'f1 > g1 > c1']);
  });

  it('lists a door outside its hours as closed, and as open when another rule opens it', () => {
    const weekend = aRule({ id: 'weekend', time_restrictions: [aWindow({ days: [6, 7] })] });
    const day = aRule({ id: 'day', objects: [cylinder('c2')], time_restrictions: [aWindow()] });
    const always = aRule({ id: 'always', objects: [cylinder('c2')] });
    const compiled = compilePlan([aPlan([weekend, day, always])], anInventory({}));
    const saturday = '2025-01-11T12:00:00Z';
    const seen = evaluateAccess(compiled, ada, saturday).map(({ cylinder_id, open_now, reasons }) => [
      cylinder_id,
      open_now,
      reasons.map((reason) => reason.open_now),
    ]);
    expect(seen).toEqual([
      ['c1', true, [true]],
      ['c2', true, [false, true]],
    ]);
    expect(evaluateAccess(compiled, ada, mondayNoon)[0]).toMatchObject({ cylinder_id: 'c1', open_now: false });
  });

  it('reads the hours in the zone of each plan', () => {
    const rule = aRule({ time_restrictions: [aWindow({ days: [1], from: '00:00', to: '01:00' })] });
    const compiled = compilePlan([aPlan([rule], { time_zone: 'Europe/Berlin' })], anInventory({}));
    expect(evaluateAccess(compiled, ada, '2025-01-05T23:30:00Z')[0]?.open_now).toBe(true);
    expect(evaluateAccess(compiled, ada, '2025-01-06T00:30:00Z')[0]?.open_now).toBe(false);
  });

  it('keeps doors with hours closed when zone or moment cannot be read', () => {
    const rules = [aRule({ time_restrictions: [aWindow()] }), aRule({ id: 'r2', objects: [cylinder('c2')] })];
    const compiled = compilePlan([aPlan(rules, { time_zone: 'Europe/Atlantis' })], anInventory({}));
    for (const at of [mondayNoon, 'never']) {
      expect(evaluateAccess(compiled, ada, at).map((grant) => grant.open_now)).toEqual([false, true]);
    }
  });

  it('agrees with asking every rule about every subject and door', () => {
    fc.assert(
      fc.property(somePlans, someInventory, somePerson, someInstant, (plans, inventory, person, at) => {
        expect(summary(plans, inventory, { person, at })).toEqual(listAccess(plans, inventory, { person, at }));
      }),
      { numRuns: 1_000 },
    );
  });
});

function summary(plans: PlanSource[], inventory: Inventory, { person, at }: Question): string[] {
  return evaluateAccess(compilePlan(plans, inventory), person, at).flatMap(({ cylinder_id, open_now, reasons }) =>
    reasons.map((reason) =>
      [
        cylinder_id,
        `door ${open_now}`,
        reason.rule_id,
        `rule ${reason.open_now}`,
        reason.path.map((step) => step.id).join('>'),
        reason.matched.map((s) => s.subject_identifier).join('+'),
      ].join(' | '),
    ),
  );
}

// Few values each, so that rules, people, groups and profiles overlap all the time.
const departments = fc.constantFrom('Surgery', 'SURGERY ', 'Pharmacy', '');
const titles = fc.constantFrom('Nurse', 'nurse', 'Porter');
const someSubject: fc.Arbitrary<RuleSubject> = fc.oneof(
  fc.record({ subject_type: fc.constant('department' as const), subject_identifier: departments }),
  fc.record({ subject_type: fc.constant('job_title' as const), subject_identifier: titles }),
  fc.record({ subject_type: fc.constant('group' as const), subject_identifier: fc.constantFrom('n', 'm') }),
  fc.record({ subject_type: fc.constant('user' as const), subject_identifier: fc.constantFrom('p1', 'p2') }),
);
const someCylinder = fc.constantFrom('c1', 'c2', 'c3', 'c4');
const someGroup = fc.constantFrom('g1', 'g2', 'gone');
const someObject: fc.Arbitrary<RuleObject> = fc.oneof(
  someCylinder.map(cylinder),
  someGroup.map(group),
  fc.constantFrom('f1', 'f2', 'gone').map(profile),
);
const someInstant = fc
  .date({ min: new Date('2025-01-06T00:00:00Z'), max: new Date('2025-01-13T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
const someWindow = fc.record<TimeRestriction>({
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  from: fc.constantFrom('00:00', '08:00', '22:00'),
  to: fc.constantFrom('00:00', '06:00', '18:00', '22:00', '24:00'),
  valid_from: fc.option(someInstant),
  valid_until: fc.option(someInstant),
});
const someRule = fc.record({
  name: fc.constant('Rule'),
  is_active: fc.boolean(),
  subject_match: fc.constantFrom('any' as const, 'all' as const),
  subjects: fc.array(someSubject, { maxLength: 3 }),
  objects: fc.array(someObject, { maxLength: 4 }),
  time_restrictions: fc.array(someWindow, { maxLength: 2 }),
});
const somePlans = fc
  .array(fc.record({ is_active: fc.boolean(), linked: fc.boolean(), rules: fc.array(someRule, { maxLength: 5 }) }), {
    maxLength: 3,
  })
  .map((plans) =>
    plans.map(({ is_active, linked, rules }, p) =>
      aPlan(
        rules.map((rule, r) => ({ ...rule, id: `r${p}.${r}` })),
        { is_active, iam_connection_ids: linked ? ['hr'] : ['other'] },
      ),
    ),
  );
const someInventory = fc
  .record({
    groups: fc.record({ g1: fc.array(someCylinder), g2: fc.array(someCylinder) }),
    profiles: fc.record({
      f1: fc.tuple(fc.array(someCylinder), fc.array(someGroup)),
      f2: fc.tuple(fc.array(someCylinder), fc.array(someGroup)),
    }),
  })
  .map(anInventory);
const somePerson = fc
  .record({
    id: fc.constantFrom('p1', 'p3'),
    active: fc.boolean(),
    department: fc.option(departments),
    job_title: fc.option(titles),
    group_ids: fc.uniqueArray(fc.constantFrom('n', 'm', 'x')),
  })
  .map(aPerson);
