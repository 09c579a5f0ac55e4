import { matrixSide, matrixVia } from '@key2xs/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ListedFacts, naiveReasons } from '../../../test/naive-access';
import { aPerson, aPlan, aRule, aWindow, cylinder, facts, group, profile } from '../../../test/plans';
import { cylinderIds, personIds, someFacts, someInstant, someRule } from '../../../test/some-access';
import { runToEnd } from '../../run-to-end';
import type { RuleFacts } from '../indexing/access-facts';
import { type AccessIndex, dropRule, indexAccess, putRule } from '../indexing/access-index';
import { copyAccess } from '../indexing/copy-access';
import { doorsOfMatrix, type MatrixFactors, matrixFactors } from './matrix-factors';
import type { RecordedGrant } from './matrix-grants';

/** `npm run test:deep` runs more cases. */
const cases = { numRuns: Number(process.env.KEY2XS_CASES ?? 150) };

function factorsOf(before: AccessIndex, after: AccessIndex, recorded: readonly RecordedGrant[] = [], epochMs = 0) {
  const sides = { before, after, planId: 'plan1' };
  const doors = doorsOfMatrix(sides, after.doors.facts.keys());
  return runToEnd(matrixFactors({ ...sides, doors, recorded, epochMs }));
}

/** The content of a cell: a line for each grant shared by both classes, and for each of its sides. */
function linesAt(index: AccessIndex, made: MatrixFactors, [personId, cylinderId]: readonly [string, string]): string[] {
  const who = made.peopleClasses[made.classOfPerson[index.people.numberOf.get(personId) ?? -1] ?? -1];
  const doors = made.doorClasses[made.classOfDoor[index.doors.numberOf.get(cylinderId) ?? -1] ?? -1] ?? [];
  return doors
    .filter(([grant]) => who?.grants.includes(grant))
    .flatMap(([grant, via]) => {
      const { rule_id, name, sides } = made.grants[grant] ?? { rule_id: '', name: '', sides: 0 };
      const line = [rule_id ?? name, namesOf(matrixVia, via), who?.personal.includes(grant)].join(' ');
      return namesOf(matrixSide, sides).map((side) => `${side} ${line}`);
    })
    .sort();
}

const namesOf = (bits: Record<string, number>, set: number) =>
  Object.keys(bits).filter((name) => ((bits[name] ?? 0) & set) !== 0);

const viaOfPath: Record<string, keyof typeof matrixVia> = { c: 'door', g: 'group', l: 'place', f: 'profile' };
const viaOrder = Object.keys(matrixVia);

/** The same by plain loops over everything, of one side. */
function naiveLines(house: ListedFacts, pair: readonly [string, string], { at, side }: { at: Date; side: string }) {
  const plan = house.plans.find(({ id }) => id === 'plan1');
  const person = house.people.find(({ id }) => id === pair[0]);
  if (!person || !plan?.iam_connection_ids.includes(person.connection_id)) return [];
  const paths = new Map<string, Set<string>>();
  for (const line of naiveReasons(house, ...pair, at)) {
    const [, ruleId = '', , path = ''] = line.split(' | ');
    const vias = paths.get(ruleId) ?? new Set<string>();
    paths.set(ruleId, vias.add(viaOfPath[path[0] ?? ''] ?? ''));
  }
  return [...paths].flatMap(([ruleId, vias]) => {
    const rule = house.rules.find(({ id }) => id === ruleId);
    const isOwn = rule?.keyplan_id === 'plan1';
    if (!rule || isOver(rule, at) || isOwn !== (side !== 'elsewhere')) return [];
    const isPersonal = rule.subjects.some((one) => one.subject_type === 'user' && one.subject_identifier === person.id);
    return [`${side} ${ruleId} ${viaOrder.filter((via) => vias.has(via))} ${isPersonal}`];
  });
}

const isOver = ({ time_restrictions: windows }: RuleFacts, at: Date) =>
  windows.length > 0 && windows.every(({ valid_until }) => valid_until !== null && new Date(valid_until) <= at);

const someProfile = fc.record({
  name: fc.constantFrom('one', 'two', 'three'),
  people: fc.subarray(personIds),
  doors: fc.subarray(cylinderIds),
});

describe('matrixFactors', () => {
  it('agrees for every person and door with a loop over all rules, on each side', () => {
    fc.assert(
      fc.property(
        someFacts,
        fc.array(someRule('r1'), { maxLength: 1 }),
        fc.uniqueArray(someProfile, { selector: ({ name }) => name }),
        someInstant,
        (house, [edited], profiles, at) => {
          fc.pre(house.plans.some(({ id }) => id === 'plan1') && edited?.keyplan_id !== 'gone');
          const others = house.rules.filter(({ id }) => id !== 'r1');
          const edit = edited && { ...edited, keyplan_id: 'plan1' };
          const was = house.rules.filter(({ id, keyplan_id }) => id !== 'r1' || keyplan_id === 'plan1');
          const before = indexAccess({ ...house, rules: was });
          const after = copyAccess(before);
          if (edit) putRule(after, edit);
          else dropRule(after, 'r1');
          const made = factorsOf(before, after, recordedIn(before, profiles), at.getTime());
          const to = { ...house, rules: edit ? [...others, edit] : others };
          for (const person of personIds) {
            for (const door of cylinderIds) {
              const pair = [person, door] as const;
              const from = { ...house, rules: was };
              const expected = [
                ...naiveLines(from, pair, { at, side: 'from' }),
                ...naiveLines(to, pair, { at, side: 'to' }),
                ...naiveLines(from, pair, { at, side: 'elsewhere' }),
                ...naiveRecorded(house, profiles, pair),
              ];
              expect(linesAt(after, made, pair)).toEqual(expected.sort());
            }
          }
        },
      ),
      cases,
    );
  });

  it('has no two classes alike', () => {
    fc.assert(
      fc.property(someFacts, (house) => {
        const index = indexAccess(house);
        const { peopleClasses, doorClasses } = factorsOf(index, index);
        for (const classes of [peopleClasses, doorClasses]) {
          const texts = classes.map((one) => JSON.stringify(one));
          expect(new Set(texts).size).toBe(texts.length);
        }
      }),
      cases,
    );
  });

  it('has a rule that is the same on both sides once, under its later name, and one that differs twice', () => {
    const rules = [aRule({ id: 'same' }), aRule({ id: 'renamed' }), aRule({ id: 'other' })];
    const before = indexAccess(facts({ plans: [aPlan(rules)], people: [aPerson({ department: 'Surgery' })] }));
    const after = copyAccess(before);
    putRule(after, aRule({ id: 'renamed', name: 'Theatre' }));
    putRule(after, aRule({ id: 'other', time_restrictions: [aWindow()] }));
    const actual = factorsOf(before, after).grants.map(({ rule_id, name, sides }) => [rule_id, name, sides]);
    expect(actual).toEqual([
      ['same', 'Surgery doors', 3],
      ['renamed', 'Theatre', 3],
      ['other', 'Surgery doors', 1],
      ['other', 'Surgery doors', 2],
    ]);
  });

  it('finds a conflict where rules of one side give a person different hours, and none between sides', () => {
    const nightly = { time_restrictions: [aWindow({ from: '22:00', to: '06:00' })] };
    const one = aRule({ id: 'one' });
    const house = facts({ plans: [aPlan([one])], people: [aPerson({ department: 'Surgery' })] });
    const before = indexAccess(house);
    const changed = copyAccess(before);
    putRule(changed, { ...one, ...nightly });
    const added = copyAccess(before);
    putRule(added, aRule({ id: 'two', ...nightly }));
    const conflicts = (a: AccessIndex, b: AccessIndex) =>
      factorsOf(a, b).peopleClasses.map(({ has_conflict }) => has_conflict);
    expect([conflicts(before, changed), conflicts(before, added), conflicts(added, before)]).toEqual([
      [false],
      [true],
      [true],
    ]);
  });

  it('says when a rule begins, and until when that holds', () => {
    const [began, coming] = ['2024-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'];
    const dated = (id: string, valid_from: string, valid_until: string | null = null) =>
      aRule({ id, time_restrictions: [aWindow({ valid_from, valid_until })] });
    const rules = [dated('now', began, '2025-06-01T00:00:00.000Z'), dated('soon', coming), dated('past', began, began)];
    const index = indexAccess(facts({ plans: [aPlan(rules)], people: [aPerson({ department: 'Surgery' })] }));
    const made = factorsOf(index, index, [], Date.parse('2025-01-01T00:00:00Z'));
    expect(made.grants.map(({ rule_id, begins }) => [rule_id, begins])).toEqual([
      ['now', null],
      ['soon', coming],
    ]);
    expect(new Date(made.until).toISOString()).toBe('2025-06-01T00:00:00.000Z');
  });

  it('has the doors of the rules besides the linked ones, also for a plan without a key system', () => {
    const rule = aRule({ objects: [group('g1'), profile('f1')] });
    const other = aPlan([aRule({ id: 'r2', objects: [cylinder('c9')] })], { id: 'plan2' });
    const index = indexAccess(
      facts({ plans: [aPlan([rule]), other], groups: { g1: ['c1', 'c2'] }, profiles: { f1: [['c3'], []] } }),
    );
    const idsOf = (linked: number[]) =>
      cylinderIdsOf(index, doorsOfMatrix({ before: index, after: index, planId: 'plan1' }, linked));
    expect(idsOf([])).toEqual(['c1', 'c2', 'c3']);
    expect(idsOf([index.doors.numberOf.get('c9') ?? -1])).toEqual(['c1', 'c2', 'c3', 'c9']);
  });
});

const cylinderIdsOf = ({ doors }: AccessIndex, bits: Int32Array) =>
  doors.ids.filter((_, number) => ((bits[number >>> 5] ?? 0) >>> (number & 31)) & 1).sort();

type Profile = { name: string; people: readonly string[]; doors: readonly string[] };

const recordedIn = ({ people, doors }: AccessIndex, profiles: readonly Profile[]): RecordedGrant[] =>
  profiles.map((one) => ({
    rule_id: null,
    name: one.name,
    keyplan_id: null,
    sides: matrixSide.recorded,
    windows: [],
    people: one.people.flatMap((id) => people.numberOf.get(id) ?? []),
    doors: new Map(one.doors.flatMap((id) => doors.numberOf.get(id) ?? []).map((number) => [number, matrixVia.door])),
  }));

function naiveRecorded(
  house: ListedFacts,
  profiles: readonly Profile[],
  [personId, cylinderId]: readonly [string, string],
) {
  const plan = house.plans.find(({ id }) => id === 'plan1');
  const person = house.people.find(({ id, active }) => id === personId && active);
  const isOfPlan = person && plan?.iam_connection_ids.includes(person.connection_id);
  if (!isOfPlan || !house.cylinders.some(({ id }) => id === cylinderId)) return [];
  return profiles
    .filter(({ people, doors }) => people.includes(personId) && doors.includes(cylinderId))
    .map(({ name }) => `recorded ${name} door false`);
}
