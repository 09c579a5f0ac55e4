import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ListedFacts, naiveReasons } from '../../../test/naive-access';
import { cylinderIds, personIds, someFacts, someInstant, someRule } from '../../../test/some-access';
import { type AccessIndex, dropRule, indexAccess, putRule } from '../indexing/access-index';
import { countBits, hasBit, listBits } from '../indexing/bits';
import { copyAccess } from '../indexing/copy-access';
import * as patch from '../indexing/patch-access';
import { accessMatrix, accessWindow, countAccess } from '../matrix/access-matrix';
import { compareAccess } from '../totals/compare-access';
import { cylindersOf, mayOpen, personsOf } from './ask-access';
import { evaluateAccess, explainAccess, type GrantReason } from './explain-access';
import { peopleOfDoors, peopleOfRows } from './people-of-doors';
import { peopleOfSubjects } from './people-of-subjects';

/** `npm run test:deep` runs more cases. */
const cases = { numRuns: Number(process.env.KEY2XS_CASES ?? 150) };
const pairs = personIds.flatMap((person) => cylinderIds.map((cylinder) => [person, cylinder] as const));

/** All answers at a moment, by ids: comparable between indexes that number people and doors differently. */
function answers(index: AccessIndex, at: Date): string[] {
  const epochMs = at.getTime();
  return pairs.map(([personId, cylinderId]) => {
    const [person, cylinder] = [index.people.numberOf.get(personId), index.doors.numberOf.get(cylinderId)];
    const reasons =
      person === undefined || cylinder === undefined ? [] : explainAccess(index, { person, cylinder, epochMs });
    return [personId, cylinderId, ...reasons.map(lineOf)].join('\n');
  });
}

const lineOf = ({ keyplan_id, rule_id, open_now, path, matched }: GrantReason): string => {
  const names = matched.map((subject) => subject.subject_identifier).join('+');
  return [keyplan_id, rule_id, open_now, path.map((step) => step.id).join('>'), names].join(' | ');
};

const naive = (facts: ListedFacts, at: Date): string[] =>
  pairs.map(([person, cylinder]) => [person, cylinder, ...naiveReasons(facts, person, cylinder, at)].join('\n'));

/** The open pairs of an answer, at the moment or at any time. */
const openPairs = (lines: readonly string[], isMeant: (reason: string) => boolean) =>
  pairs.filter((_, i) => lines[i]?.split('\n').slice(2).some(isMeant)).map((pair) => pair.join(' '));

describe('every way to ask', () => {
  it('agrees with going through all rules one by one', () => {
    fc.assert(
      fc.property(someFacts, someInstant, (facts, at) => {
        const index = indexAccess(facts);
        const expected = naive(facts, at);
        const sorted = answers(index, at).map((lines) => {
          const [person, cylinder, ...reasons] = lines.split('\n');
          return [person, cylinder, ...reasons.sort()].join('\n');
        });
        expect(sorted).toEqual(expected);
        for (const epochMs of [at.getTime(), undefined]) {
          const open = openPairs(expected, (line) => epochMs === undefined || line.includes('| true |'));
          expect(asked(index, epochMs)).toEqual({ check: open, list: open, reverse: open, matrix: open });
        }
      }),
      cases,
    );
  });

  it('counts the people that subjects match, whether or not a rule of the index has them', () => {
    fc.assert(
      fc.property(someFacts, someRule('r0'), someRule('unknown'), fc.boolean(), (facts, known, unknown, isKnown) => {
        const [plan] = facts.plans;
        const rule = isKnown ? known : unknown;
        fc.pre(plan !== undefined);
        const index = indexAccess({ ...facts, rules: [...facts.rules.filter(({ id }) => id !== known.id), known] });
        const spoken = peopleOfSubjects(index, { ...rule, iam_connection_ids: plan?.iam_connection_ids ?? [] });
        // The people who may open the only door of a plan with that rule alone.
        const one = { id: 'door', group_id: null, location_id: null };
        const objects = [{ object_type: 'cylinder' as const, object_identifier: one.id }];
        const alone: ListedFacts = {
          ...facts,
          cylinders: [one],
          plans: plan ? [{ ...plan, is_active: true }] : [],
          rules: [{ ...rule, keyplan_id: plan?.id ?? '', is_active: true, objects, time_restrictions: [] }],
        };
        const expected = facts.people.filter(({ id }) => naiveReasons(alone, id, one.id, new Date(0)).length > 0);
        const ids = [...spoken].map((person) => index.people.ids[person]);
        expect(ids.sort()).toEqual([...new Set(expected.map(({ id }) => id))].sort());
      }),
      cases,
    );
  });

  it('lists the same people with one rule alone as with a house that has no other', () => {
    fc.assert(
      fc.property(someFacts, someInstant, fc.nat(), (facts, at, nth) => {
        const rule = facts.rules[nth % Math.max(facts.rules.length, 1)];
        const namesOf = (of: ListedFacts, isMeant: (id: string) => boolean) => {
          const index = indexAccess(of);
          const doors = [...index.doors.ids.keys()];
          const found = peopleOfDoors(index, { doors, through: (one) => isMeant(one.rule.id) }, at.getTime());
          return found
            .flatMap(({ people, doors: count }) => [...people].map((person) => `${index.people.ids[person]} ${count}`))
            .sort();
        };
        const through = namesOf(facts, (id) => id === rule?.id);
        expect(through).toEqual(namesOf({ ...facts, rules: rule ? [rule] : [] }, () => true));
      }),
      cases,
    );
  });

  it('lists the people of rows with all their doors, as it does for all doors together', () => {
    fc.assert(
      fc.property(someFacts, someInstant, (facts, at) => {
        const index = indexAccess(facts);
        const linesOf = (found: ReturnType<typeof peopleOfRows>) =>
          found
            .filter(({ doors }) => doors > 0)
            .flatMap(({ people, doors, open_now, reasons, reached }) =>
              [...people].map((person) => JSON.stringify([person, doors, open_now, reasons, [...listBits(reached)]])),
            )
            .sort();
        const rows = peopleOfRows(index, index.people.rows.keys(), at.getTime());
        const doors = [...index.doors.ids.keys()];
        expect(linesOf(rows)).toEqual(linesOf(peopleOfDoors(index, { doors }, at.getTime())));
        expect(rows.reduce((sum, { people }) => sum + people.length, 0)).toBe(facts.people.length);
      }),
      cases,
    );
  });

  it('lists for several doors together who may open how many, and what opens any of them', () => {
    const someDoors = fc.uniqueArray(fc.constantFrom(...cylinderIds));
    fc.assert(
      fc.property(someFacts, someInstant, someDoors, (facts, at, ids) => {
        const index = indexAccess(facts);
        const doors = ids.flatMap((id) => index.doors.numberOf.get(id) ?? []);
        const listed = peopleOfDoors(index, { doors }, at.getTime()).flatMap(({ people, reasons, ...row }) =>
          [...people].map((person) => ({
            id: index.people.ids[person] ?? '',
            ...row,
            reached: [...listBits(row.reached)].map((place) => index.doors.ids[doors[place] ?? -1]),
            rules: reasons.map(({ rule_id, open_now }) => `${rule_id} ${open_now}`),
          })),
        );
        const expected = personIds.flatMap((id) => {
          const ofDoor = ids.map((door) => naiveReasons(facts, id, door, at).map((line) => line.split(' | ')));
          const lines = ofDoor.flat();
          if (lines.length === 0) return [];
          const open = new Set(lines.flatMap(([, rule, isOpen]) => (isOpen === 'true' ? [rule] : [])));
          const rules = new Set(lines.map(([plan, rule]) => `${plan} ${rule}`));
          return [
            {
              id,
              doors: ofDoor.filter((lines) => lines.length > 0).length,
              reached: ids.filter((_, place) => (ofDoor[place] ?? []).length > 0),
              open_now: open.size > 0,
              rules: [...rules]
                .sort()
                .map((key) => key.split(' ')[1] ?? '')
                .map((rule) => `${rule} ${open.has(rule)}`),
            },
          ];
        });
        expect(listed.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(expected);
        const people = index.people.ids.map((_, number) => number);
        const window = accessWindow(index, { people, cylinders: doors }, at.getTime());
        const seen = index.people.ids.map((id) =>
          doors
            .map((door) =>
              naiveReasons(facts, id, index.doors.ids[door] ?? '', at).some((line) => line.includes('| true |'))
                ? '1'
                : '0',
            )
            .join(''),
        );
        expect(window).toEqual(seen);
      }),
      cases,
    );
  });

  it('counts the pairs of rows of people and columns of doors', () => {
    fc.assert(
      fc.property(someFacts, (facts) => {
        const index = indexAccess(facts);
        const lines = index.people.rows.map((_, row) => [row]);
        const columnOf = Int32Array.from(index.doors.ids, (id) => (id === 'c1' ? -1 : id === 'c2' ? 0 : 1));
        const counts = countAccess(accessMatrix(index), index, { lines, columnOf, columns: 2 });
        const open = asked(index).check.map((pair) => pair.split(' '));
        const count = (isMeant: (cylinder?: string) => boolean) =>
          open.filter(([, cylinder]) => isMeant(cylinder)).length;
        const sums = [0, 1].map((column) => counts.filter((_, i) => i % 2 === column).reduce((sum, n) => sum + n, 0));
        expect(sums).toEqual([count((c) => c === 'c2'), count((c) => c !== 'c1' && c !== 'c2')]);
      }),
      cases,
    );
  });

  it('lists for a person what is explained pair by pair', () => {
    fc.assert(
      fc.property(someFacts, someInstant, (facts, at) => {
        const index = indexAccess(facts);
        const listed = personIds.flatMap((person) =>
          evaluateAccess(index, person, at.toISOString()).map(({ cylinder_id, open_now, reasons }) => {
            expect(open_now).toBe(reasons.some((reason) => reason.open_now));
            return [person, cylinder_id, ...reasons.map(lineOf)].join('\n');
          }),
        );
        expect(listed).toEqual(answers(index, at).filter((lines) => lines.split('\n').length > 2));
      }),
      cases,
    );
  });
});

describe('a patched index', () => {
  const everything = (index: AccessIndex, at: Date) => ({ reasons: answers(index, at), ...asked(index, at.getTime()) });

  it('answers like a rebuilt one', () => {
    fc.assert(
      fc.property(someEdit, someInstant, ({ old, next, kinds }, at) => {
        const index = indexAccess(old);
        patchInto(index, { old, next, kinds });
        expect(everything(index, at)).toEqual(everything(indexAccess(next), at));
      }),
      cases,
    );
  });

  it('does not change the index it was copied from', () => {
    fc.assert(
      fc.property(someEdit, someInstant, ({ old, next, kinds }, at) => {
        const index = indexAccess(old);
        patchInto(copyAccess(index), { old, next, kinds });
        expect(everything(index, at)).toEqual(everything(indexAccess(old), at));
      }),
      cases,
    );
  });
});

describe('compareAccess', () => {
  it('reports exactly the pairs that are gained or lost', () => {
    fc.assert(
      fc.property(someFacts, someRule('r1'), (facts, rule) => {
        const before = indexAccess(facts);
        const after = copyAccess(before);
        putRule(after, rule);
        dropRule(after, 'r2');
        const [old, next] = [asked(before).check, asked(after).check];
        const changes = [...compareAccess(before, after)].flatMap(({ persons, gained, lost }) =>
          persons.flatMap((person) =>
            pairsOf(before, person, [gained, '+'] as const).concat(pairsOf(before, person, [lost, '-'] as const)),
          ),
        );
        const expected = [
          ...next.filter((pair) => !old.includes(pair)).map((pair) => `+ ${pair}`),
          ...old.filter((pair) => !next.includes(pair)).map((pair) => `- ${pair}`),
        ];
        expect(changes.sort()).toEqual(expected.sort());
      }),
      cases,
    );
  });
});

describe('what changes nothing', () => {
  const same = (change: (facts: ListedFacts) => ListedFacts) =>
    fc.assert(
      fc.property(someFacts, someInstant, (facts, at) => {
        expect(asked(indexAccess(change(facts)), at.getTime())).toEqual(asked(indexAccess(facts), at.getTime()));
      }),
      cases,
    );
  const turned = <T>(list: readonly T[]) => [...list].reverse();

  it('is the order of anything', () => {
    same((facts) => ({
      people: turned(facts.people),
      cylinders: turned(facts.cylinders),
      locations: turned(facts.locations),
      profiles: turned(facts.profiles),
      plans: turned(facts.plans),
      rules: turned(facts.rules).map((rule) => ({
        ...rule,
        subjects: turned(rule.subjects),
        objects: turned(rule.objects),
      })),
    }));
  });

  it('is a rule split object by object, and window by window', () => {
    same((facts) => ({
      ...facts,
      rules: facts.rules.flatMap((rule) =>
        rule.objects.flatMap((object, o) =>
          (rule.time_restrictions.length > 0 ? rule.time_restrictions.map((window) => [window]) : [[]]).map(
            (windows, w) => ({
              ...rule,
              id: `${rule.id}.${o}.${w}`,
              objects: [object],
              time_restrictions: windows,
            }),
          ),
        ),
      ),
    }));
  });

  it('is a rule that is switched off', () => {
    same((facts) => ({
      ...facts,
      rules: [...facts.rules, ...facts.rules.map((rule) => ({ ...rule, id: `${rule.id}.off`, is_active: false }))],
    }));
  });

  it('is another id of a rule, a plan, a group, a place or a profile', () => {
    const other = (id: string) => `renamed-${id}`;
    same((facts) => ({
      people: facts.people,
      cylinders: facts.cylinders.map((one) => ({
        ...one,
        group_id: one.group_id && other(one.group_id),
        location_id: one.location_id && other(one.location_id),
      })),
      locations: facts.locations.map((one) => ({
        ...one,
        id: other(one.id),
        parent_id: one.parent_id && other(one.parent_id),
      })),
      profiles: facts.profiles.map((one) => ({
        ...one,
        id: other(one.id),
        cylinder_group_ids: one.cylinder_group_ids.map(other),
      })),
      plans: facts.plans.map((one) => ({ ...one, id: other(one.id) })),
      rules: facts.rules.map((rule) => ({
        ...rule,
        id: other(rule.id),
        keyplan_id: other(rule.keyplan_id),
        objects: rule.objects.map((object) =>
          object.object_type === 'cylinder'
            ? object
            : { ...object, object_identifier: other(object.object_identifier) },
        ),
      })),
    }));
  });

  it('takes nothing away when a rule is added', () => {
    fc.assert(
      fc.property(someFacts, someRule('new'), someInstant, (facts, rule, at) => {
        const before = asked(indexAccess(facts), at.getTime()).check;
        const after = asked(indexAccess({ ...facts, rules: [...facts.rules, rule] }), at.getTime()).check;
        expect(after).toEqual(expect.arrayContaining(before));
      }),
      cases,
    );
  });
});

/** The open pairs, by four kinds of questions. */
function asked(index: AccessIndex, epochMs?: number) {
  const matrix = accessMatrix(index, epochMs);
  const numbers = pairs.map(([personId, cylinderId]) => ({
    name: `${personId} ${cylinderId}`,
    person: index.people.numberOf.get(personId) ?? -1,
    cylinder: index.doors.numberOf.get(cylinderId) ?? -1,
  }));
  const known = numbers.filter(({ person, cylinder }) => person >= 0 && cylinder >= 0);
  const names = (isMeant: (pair: (typeof known)[number]) => boolean) => known.filter(isMeant).map(({ name }) => name);
  return {
    check: names((pair) => mayOpen(index, pair, epochMs)),
    list: names(({ person, cylinder }) => hasBit(cylindersOf(index, person, epochMs), cylinder)),
    reverse: names(({ person, cylinder }) => personsOf(index, cylinder, epochMs).includes(person)),
    matrix: names(({ person, cylinder }) => {
      const row = index.people.rowOf[person] ?? 0;
      return hasBit(matrix.bits.subarray(row * matrix.words, (row + 1) * matrix.words), cylinder);
    }),
  };
}

function pairsOf(index: AccessIndex, person: number, [bits, sign]: readonly [Int32Array, string]): string[] {
  expect(listBits(bits)).toHaveLength(countBits(bits));
  return [...listBits(bits)].map((door) => `${sign} ${index.people.ids[person]} ${index.doors.ids[door]}`);
}

type Edit = { old: ListedFacts; next: ListedFacts; kinds: readonly (keyof ListedFacts)[] };

/** Facts with some kinds of records replaced, one kind after another. */
const kindsOfThings: (keyof ListedFacts)[] = ['people', 'cylinders', 'locations', 'profiles', 'plans', 'rules'];
const someEdit: fc.Arbitrary<Edit> = fc
  .tuple(someFacts, someFacts, fc.shuffledSubarray(kindsOfThings, { minLength: 1 }))
  .map(([old, other, chosen]) => {
    const rulesLast = [...chosen.filter((kind) => kind !== 'rules'), 'rules' as const];
    const next = { ...old, ...Object.fromEntries(chosen.map((kind) => [kind, other[kind]])) };
    return { old, next, kinds: chosen.includes('plans') ? rulesLast : chosen };
  });

function patchInto(index: AccessIndex, { old, next, kinds }: Edit): void {
  const edit = <T extends { id: string }>(
    [from, to]: [readonly T[], readonly T[]],
    put: (index: AccessIndex, value: T) => void,
    drop: (index: AccessIndex, id: string) => void,
  ) => {
    for (const { id } of from) if (!to.some((one) => one.id === id)) drop(index, id);
    for (const value of to) put(index, value);
  };
  const edits: Record<keyof ListedFacts, () => void> = {
    profiles: () => edit([old.profiles, next.profiles], patch.putProfile, patch.dropProfile),
    plans: () => edit([old.plans, next.plans], patch.putPlan, patch.dropPlan),
    rules: () => edit([old.rules, next.rules], putRule, dropRule),
    people: () => edit([old.people, next.people], patch.putPerson, patch.dropPerson),
    cylinders: () => edit([old.cylinders, next.cylinders], patch.putCylinder, patch.dropCylinder),
    locations: () => edit([old.locations, next.locations], patch.putLocation, patch.dropLocation),
  };
  for (const kind of kinds) edits[kind]();
}
