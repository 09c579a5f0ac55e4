import type { FindingKind, RuleSubject } from '@key2xs/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInside, type ListedFacts, naiveReasons } from '../../../test/naive-access';
import * as make from '../../../test/plans';
import { cylinderIds, personIds, someFacts, someInstant } from '../../../test/some-access';
import { indexAccess, type PlanFinding, type PlanToCheck, type RuleFacts } from '../../index';
import { checkPlan } from './check-plan';

/** `npm run test:deep` runs more cases. */
const cases = { numRuns: Number(process.env.KEY2XS_CASES ?? 150) };
/** For cases that check every rule and person the slow way. */
const fewCases = { numRuns: cases.numRuns / 5 };
const { department, jobTitle, cylinder, aWindow } = make;

/** Random rules alone are hardly ever needless. */
const copyOfOne = (rules: readonly RuleFacts[], nth: number): RuleFacts[] =>
  rules.slice(nth % rules.length, (nth % rules.length) + 1).map((rule) => ({ ...rule, id: `copy of ${rule.id}` }));

type Measures = Partial<Pick<PlanToCheck, 'linked_cylinder_ids' | 'protection' | 'cylinder_group_ids'>>;

/** The first plan of the facts, which has all the rules. */
function toCheck(facts: ListedFacts, over: Measures = {}): PlanToCheck {
  const [plan] = facts.plans;
  if (!plan) throw new Error('Facts without a plan');
  return {
    index: indexAccess(facts),
    plan,
    people: facts.people,
    cylinder_group_ids: new Set(facts.cylinders.flatMap(({ group_id }) => group_id ?? [])),
    linked_cylinder_ids: new Set(),
    protection: new Map(),
    elsewhere: { people: new Set(), cylinders: new Set() },
    ...over,
  };
}

/** Facts with Ada, a nurse in surgery, Bob, a porter, and one plan with these rules. */
const house = (rules: Partial<RuleFacts>[], over: Parameters<typeof make.facts>[0] = {}) =>
  make.facts({
    plans: [make.aPlan(rules.map((rule, i) => make.aRule({ id: `r${i + 1}`, ...rule })))],
    people: [
      make.aPerson({ id: 'ada', department: 'Surgery', job_title: 'Nurse' }),
      make.aPerson({ id: 'bob', department: 'Logistics', job_title: 'Porter' }),
    ],
    ...over,
  });

const everybody = [department('Surgery'), department('Logistics')];

/** The findings, except for people and doors that the rules do not reach. */
const found = (facts: ListedFacts, kind: FindingKind, over: Measures = {}) =>
  checkPlan(toCheck(facts, over)).findings.filter((finding) => finding.kind === kind);

describe('a rule without people', () => {
  it('is found when it has no subjects, or subjects that no person has together', () => {
    const facts = house([
      { subjects: [] },
      { subject_match: 'all', subjects: [department('Surgery'), jobTitle('Porter')] },
      { subjects: [], is_active: false },
      {},
    ]);
    expect(found(facts, 'rule_without_people')).toMatchObject([{ rule_id: 'r1' }, { rule_id: 'r2' }]);
    expect(found(facts, 'unknown_subject')).toEqual([]);
  });
});

describe('a subject without people', () => {
  const repairsOf = (rule: Partial<RuleFacts>) => found(house([rule]), 'unknown_subject')[0];

  it('is replaced by the nearest spelling, or removed', () => {
    const finding = repairsOf({ subjects: [department('Surgrey'), jobTitle('Porter')] });
    expect(finding).toMatchObject({ subject: department('Surgrey'), nearest: 'Surgery' });
    expect(finding?.repairs).toMatchObject([
      { action: 'update_rule', rule_id: 'r1', change: { subjects: [department('Surgery'), jobTitle('Porter')] } },
      { action: 'update_rule', rule_id: 'r1', change: { subjects: [jobTitle('Porter')] } },
    ]);
  });

  it('is not removed where every subject must match: that would let more people in', () => {
    const finding = repairsOf({ subject_match: 'all', subjects: [department('Surgery'), jobTitle('Gardener')] });
    expect(finding?.nearest).toBeUndefined();
    expect(finding?.repairs.map(({ action }) => action)).toEqual(['update_rule', 'delete_rule']);
    expect(finding?.repairs[0]).toMatchObject({ change: { is_active: false } });
  });

  it('is unused where the rule reaches people without it, unless it looks like a slip', () => {
    const rules = (...subjects: RuleFacts['subjects']) => house([{ subjects }]);
    const renamed = rules(department('Surgerie'), department('Surgery'));
    const [finding, ...others] = found(renamed, 'unused_subject');
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ subject: department('Surgerie') });
    expect(finding?.repairs).toEqual([
      { action: 'update_rule', does: 'drop_subject', rule_id: 'r1', change: { subjects: [department('Surgery')] } },
    ]);
    expect(found(renamed, 'unknown_subject')).toEqual([]);
    const slip = rules(department('Surgrey'), jobTitle('Porter'));
    expect(found(slip, 'unused_subject')).toEqual([]);
    const noPeople = rules(department('Pharmacy'), jobTitle('Cook'));
    expect(found(noPeople, 'unused_subject')).toEqual([]);
    expect(found(noPeople, 'unknown_subject')).toHaveLength(2);
  });

  it('is unused where another rule grants as much under another name', () => {
    const both = (name: string) => [jobTitle('Nurse'), department(name)];
    const old: Partial<RuleFacts> = { subject_match: 'all', subjects: both('Surgerie') };
    const beside = (over: Partial<RuleFacts> = {}) =>
      house([old, { subject_match: 'all', subjects: both('Surgery'), ...over }]);
    const [finding, ...others] = found(beside(), 'unused_subject');
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ rule_id: 'r1', other_rule_id: 'r2', subject: department('Surgerie') });
    expect(finding?.repairs).toMatchObject([
      { change: { is_active: false } },
      { action: 'delete_rule', rule_id: 'r1' },
    ]);
    expect(found(beside(), 'unknown_subject')).toEqual([]);
    const less = [
      { objects: [cylinder('c2')] },
      { time_restrictions: [aWindow()] },
      { subjects: [jobTitle('Porter'), department('Logistics')] },
      { subjects: both('Logistics') },
      { is_active: false },
    ];
    for (const over of less) expect(found(beside(over), 'unused_subject')).toEqual([]);
    for (const over of less) expect(found(beside(over), 'unknown_subject')).not.toEqual([]);
  });

  it('is a title that only people of another source have, or people who have left', () => {
    const people = [
      make.aPerson({ id: 'eve', connection_id: 'elsewhere', job_title: 'Nurse' }),
      make.aPerson({ id: 'max', active: false, job_title: 'Nurse' }),
    ];
    const rules = [{ subjects: [jobTitle('Nurse')] }];
    expect(found(house(rules), 'unknown_subject')).toEqual([]);
    expect(found(house(rules, { people }), 'unknown_subject')).toHaveLength(1);
  });

  it('is reported exactly when no person in a loop over all people has it', () => {
    fc.assert(
      fc.property(someFacts, (facts) => {
        for (const [plan, rule] of rulesOfPlans(facts)) {
          const mine = onePlan(facts, plan.id);
          const actual = checkPlan(toCheck(mine)).findings.filter(
            ({ kind, rule_id }) => (kind === 'unknown_subject' || kind === 'unused_subject') && rule_id === rule.id,
          );
          const expected = rule.subjects.filter((subject) => {
            const probe = { ...rule, subject_match: 'any' as const, subjects: [subject], objects: [cylinder('probe')] };
            const door = { id: 'probe', group_id: null, location_id: null };
            const probed = { ...mine, rules: [probe], cylinders: [door] };
            return !facts.people.some(({ id }) => naiveReasons(probed, id, 'probe', new Date(0)).length > 0);
          });
          expect(actual.map(({ subject }) => subject).sort(bySubject)).toEqual(
            rule.is_active ? expected.sort(bySubject) : [],
          );
        }
      }),
      fewCases,
    );
  });
});

describe('an object of a rule', () => {
  it('is reported once it does not exist, and removing it keeps the rest', () => {
    const facts = house([{ objects: [cylinder('c1'), cylinder('gone'), make.group('g1')] }]);
    const cylinders = facts.cylinders.filter(({ id }) => id !== 'gone');
    const [finding, ...others] = found({ ...facts, cylinders }, 'missing_object', {
      cylinder_group_ids: new Set(['g1']),
    });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ rule_id: 'r1', objects: [cylinder('gone')], count: 1 });
    expect(finding?.repairs).toMatchObject([
      { action: 'update_rule', rule_id: 'r1', change: { objects: [cylinder('c1'), make.group('g1')] } },
    ]);
  });

  it('is no door where a group is empty', () => {
    const facts = house([{ objects: [make.group('empty')] }, { objects: [] }]);
    const over = { cylinder_group_ids: new Set(['empty']) };
    expect(found(facts, 'rule_without_doors', over)).toMatchObject([{ rule_id: 'r1' }, { rule_id: 'r2' }]);
    expect(found(facts, 'missing_object', over)).toEqual([]);
  });

  it('has no place, in a house that has placed other cylinders', () => {
    const rules = [{ objects: [cylinder('c1'), cylinder('c2')] }];
    expect(found(house(rules), 'unplaced_cylinder')).toEqual([]);
    const placed = house(rules, { locations: { hall: [null] }, placed: { c1: 'hall' } });
    expect(found(placed, 'unplaced_cylinder')).toMatchObject([{ objects: [cylinder('c2')], count: 1, repairs: [] }]);
  });

  it('leaves doors of the linked key systems without people', () => {
    const facts = house([{}, { subjects: [jobTitle('No one at all')], objects: [cylinder('c2')] }], {
      placed: { c3: 'hall' },
    });
    const [finding] = found(facts, 'cylinder_nobody_opens', { linked_cylinder_ids: new Set(['c1', 'c2', 'c3']) });
    const objects = [cylinder('c2'), cylinder('c3')];
    expect(finding).toMatchObject({ objects, count: 2, repairs: [{ action: 'create_rule', draft: { objects } }] });
  });
});

describe('rules that add nothing', () => {
  const weekdays = [aWindow()];

  it('are shadowed by one that covers people, doors and hours', () => {
    const facts = house([
      { subjects: everybody, objects: [cylinder('c1'), cylinder('c2')] },
      { time_restrictions: weekdays },
      { time_restrictions: [aWindow({ from: '09:00', to: '12:00' })], objects: [cylinder('c3')] },
      { subjects: everybody, time_restrictions: weekdays, objects: [cylinder('c3')] },
    ]);
    expect(found(facts, 'shadowed_rule')).toMatchObject([
      { rule_id: 'r2', other_rule_id: 'r1' },
      { rule_id: 'r3', other_rule_id: 'r4' },
    ]);
    expect(found(facts, 'redundant_rule')).toEqual([]);
  });

  it('are redundant where others cover them together', () => {
    const facts = house([
      { subjects: everybody },
      { subjects: [department('Surgery')] },
      { subjects: [department('Logistics')], objects: [cylinder('c1'), cylinder('c2')] },
      { subjects: [department('Surgery')], objects: [cylinder('c1'), cylinder('c3')] },
    ]);
    expect(found(facts, 'shadowed_rule')).toMatchObject([{ rule_id: 'r2' }]);
    expect(found(facts, 'redundant_rule')).toMatchObject([{ rule_id: 'r1', count: 2 }]);
  });

  it('are not those whose hours nothing covers', () => {
    const facts = house([{ subjects: everybody, time_restrictions: weekdays }, {}]);
    expect(found(facts, 'shadowed_rule')).toEqual([]);
  });

  it('are reported once where they make each other needless: of equal ones the newest', () => {
    const facts = house([{ subjects: everybody }, { subjects: everybody }]);
    expect(found(facts, 'shadowed_rule')).toMatchObject([{ rule_id: 'r2', other_rule_id: 'r1' }]);
    expect(found(facts, 'redundant_rule')).toEqual([]);
  });

  it('can be removed together without closing a door at any moment', () => {
    const someDoubledFacts = fc
      .tuple(someFacts, fc.nat())
      .map(([facts, nth]) => ({ ...facts, rules: [...facts.rules, ...copyOfOne(facts.rules, nth)] }));
    let removed = 0;
    fc.assert(
      fc.property(someDoubledFacts, someInstant, (facts, at) => {
        for (const { id } of facts.plans) {
          const before = onePlan(facts, id);
          const needless = checkPlan(toCheck(before)).findings.flatMap(({ kind, rule_id }) =>
            kind === 'shadowed_rule' || kind === 'redundant_rule' ? [rule_id] : [],
          );
          removed += needless.length;
          const after = { ...before, rules: before.rules.filter((rule) => !needless.includes(rule.id)) };
          expect(openPairs(after, at)).toEqual(openPairs(before, at));
        }
      }),
      cases,
    );
    expect(removed).toBeGreaterThan(0);
  });
});

describe('hours', () => {
  it('conflict where a person gets different ones from two rules, whatever the doors', () => {
    const facts = house([
      { subjects: everybody, time_restrictions: [aWindow()] },
      { objects: [cylinder('c2')] },
      { objects: [cylinder('c3')], time_restrictions: [aWindow({ days: [5, 4, 3, 2, 1] })] },
    ]);
    const conflicts = found(facts, 'schedule_conflict');
    expect(conflicts).toMatchObject([
      { rule_id: 'r1', other_rule_id: 'r2', count: 1 },
      { rule_id: 'r2', other_rule_id: 'r3', count: 1 },
    ]);
    expect(conflicts[0]?.repairs).toMatchObject([
      { action: 'update_rule', rule_id: 'r1', change: { time_restrictions: [] } },
      { action: 'update_rule', rule_id: 'r2', change: { time_restrictions: [aWindow()] } },
    ]);
  });

  it('conflict for as many people as a loop over all of them finds', () => {
    const onSundays = (rule: RuleFacts) => ({
      ...rule,
      id: `${rule.id} again`,
      time_restrictions: [aWindow({ days: [7] })],
    });
    const someConflictingFacts = someFacts.map((facts) => ({
      ...facts,
      rules: facts.rules.flatMap((rule) => [rule, onSundays(rule)]),
    }));
    let conflicts = 0;
    fc.assert(
      fc.property(someConflictingFacts, (facts) => {
        for (const { id } of facts.plans) {
          const mine = onePlan(facts, id);
          const actual = found(mine, 'schedule_conflict').map(
            (one) => `${one.rule_id} ${one.other_rule_id} ${one.count}`,
          );
          conflicts += actual.length;
          expect(actual.sort()).toEqual(naiveConflicts(mine));
        }
      }),
      fewCases,
    );
    expect(conflicts).toBeGreaterThan(0);
  });
});

describe('a rule that reaches too much', () => {
  const people = Array.from({ length: 40 }, (_, i) =>
    make.aPerson({ id: `p${i}`, department: i < 12 ? 'Surgery' : 'Logistics' }),
  );
  const doors = Array.from({ length: 20 }, (_, i) => cylinder(`c${i}`));
  const linked_cylinder_ids = new Set(doors.map((door) => door.object_identifier));

  it('opens much to more than half of the people', () => {
    const broad = (count: number) => house([{ subjects: everybody, objects: doors.slice(0, count) }], { people });
    expect(found(broad(4), 'over_broad_rule', { linked_cylinder_ids })).toEqual([]);
    expect(found(broad(5), 'over_broad_rule', { linked_cylinder_ids })).toMatchObject([
      { rule_id: 'r1', breadth: { people: 40, of_people: 40, doors: 5, of_doors: 20, protected_doors: 0 } },
    ]);
  });

  it('opens protected doors to more than a fifth, and does not once they are removed', () => {
    const facts = house([{ objects: [cylinder('c1'), cylinder('c2')] }], {
      people,
      locations: { house: [null], vault: ['house'], safe: ['vault'] },
      placed: { c1: 'safe', c2: 'house' },
    });
    const over = {
      linked_cylinder_ids,
      protection: new Map([
        ['house', 1],
        ['vault', 3],
      ]),
    };
    const [finding] = found(facts, 'over_broad_rule', over);
    expect(finding?.breadth).toMatchObject({ people: 12, protected_doors: 1 });
    expect(finding?.repairs[0]).toMatchObject({ change: { objects: [cylinder('c2')] } });
    expect(found(repaired(facts, finding?.repairs[0]), 'over_broad_rule', over)).toEqual([]);
  });
});

describe('people without any right', () => {
  it('are counted by department, the largest first', () => {
    const facts = house([{}], {
      people: ['Surgery', 'Pharmacy', ' PHARMACY', 'Logistics', null].map((name, i) =>
        make.aPerson({ id: `p${i}`, department: name }),
      ),
    });
    expect(found(facts, 'people_without_rights')).toMatchObject([
      { subject: department('Pharmacy'), count: 2, repairs: [{ draft: { subjects: [department('Pharmacy')] } }] },
      { count: 1, repairs: [] },
      { subject: department('Logistics'), count: 1 },
    ]);
  });
});

describe('a repair', () => {
  it('ends its finding', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(someFacts, (facts) => {
        for (const { id } of facts.plans) {
          const mine = onePlan(facts, id);
          const before = checkPlan(toCheck(mine)).findings;
          for (const finding of before) {
            for (const repair of finding.repairs) {
              if (repair.action === 'create_rule') continue; // to be completed by a person
              seen.add(`${finding.kind} ${repair.action}`);
              const after = checkPlan(toCheck(repaired(mine, repair), { cylinder_group_ids: groupsOf(mine) }));
              expect(after.findings.map(nameOf)).not.toContain(nameOf(finding));
            }
          }
        }
      }),
      fewCases,
    );
    expect([...seen].length).toBeGreaterThan(8);
  });
});

it('reports what it has checked', () => {
  const facts = house([{}, { is_active: false }]);
  const { checked, totals } = checkPlan(toCheck(facts, { linked_cylinder_ids: new Set(['c1']) }));
  expect(checked).toEqual({ rules: 1, people: 2, doors: 1 });
  expect(totals.people_without_rights).toBe(1);
});

const bySubject = (a?: RuleSubject, b?: RuleSubject) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

const groupsOf = (facts: ListedFacts) => new Set(facts.cylinders.flatMap(({ group_id }) => group_id ?? []));

const nameOf = ({ kind, rule_id, other_rule_id, subject }: PlanFinding) =>
  JSON.stringify([kind, rule_id, other_rule_id, subject]);

/** One plan of the facts with its rules, made active as in the check. */
function onePlan(facts: ListedFacts, id: string): ListedFacts {
  const plans = facts.plans.filter((plan) => plan.id === id).map((plan) => ({ ...plan, is_active: true }));
  return { ...facts, plans, rules: facts.rules.filter((rule) => rule.keyplan_id === id) };
}

const rulesOfPlans = (facts: ListedFacts) =>
  facts.rules.flatMap((rule) =>
    facts.plans.flatMap((plan) => (plan.id === rule.keyplan_id ? [[plan, rule] as const] : [])),
  );

function repaired(facts: ListedFacts, repair: PlanFinding['repairs'][number] | undefined): ListedFacts {
  if (!repair || repair.action === 'create_rule') throw new Error('No repair that is complete');
  if (repair.action === 'delete_rule')
    return { ...facts, rules: facts.rules.filter(({ id }) => id !== repair.rule_id) };
  const change = (rule: RuleFacts) => (rule.id === repair.rule_id ? { ...rule, ...repair.change } : rule);
  return { ...facts, rules: facts.rules.map(change) };
}

/** Pairs that are open at a moment, and at any time. */
function openPairs(facts: ListedFacts, at: Date) {
  const pairs = personIds.flatMap((person) => cylinderIds.map((door) => [person, door] as const));
  const reasons = pairs.map((pair) => naiveReasons(facts, ...pair, at));
  return {
    open: pairs.filter((_, i) => reasons[i]?.some((line) => line.includes('| true |'))),
    granted: pairs.filter((_, i) => reasons[i]?.length),
  };
}

const minutes = Array.from({ length: 7 * 24 * 2 }, (_, i) => i * 30);
const monday = Date.UTC(2025, 0, 6);

/** The moments of a week in UTC at which windows are open, with their dates. */
const hoursOf = (windows: RuleFacts['time_restrictions']): string =>
  windows.length === 0
    ? 'always'
    : minutes
        .map((minute) => {
          const at = new Date(monday + minute * 60_000);
          const inside = windows.filter((w) => isInside({ ...w, valid_from: null, valid_until: null }, at, 'UTC'));
          return [...new Set(inside.map((w) => `${w.valid_from}/${w.valid_until}`))].sort().join();
        })
        .join(';');

function naiveConflicts(facts: ListedFacts): string[] {
  const rules = facts.rules.filter((rule) => rule.is_active);
  const reached = (rule: RuleFacts) =>
    facts.people.filter(({ id }) =>
      facts.cylinders.some((door) => naiveReasons({ ...facts, rules: [rule] }, id, door.id, new Date(0)).length > 0),
    );
  const people = new Map(rules.map((rule) => [rule, reached(rule)]));
  return rules
    .flatMap((a, i) =>
      rules.slice(i + 1).flatMap((b) => {
        const both = people.get(a)?.filter((person) => people.get(b)?.includes(person)) ?? [];
        const differ = hoursOf(a.time_restrictions) !== hoursOf(b.time_restrictions);
        return differ && both.length > 0 ? [`${a.id} ${b.id} ${both.length}`] : [];
      }),
    )
    .sort();
}
