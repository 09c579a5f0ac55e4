import { type RuleObject, type RuleSubject, ruleLimits } from '@key2xs/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ListedFacts, naiveReasons } from '../../../test/naive-access';
import { cylinderIds, personIds, someFacts, someInstant } from '../../../test/some-access';
import { runToEnd } from '../../run-to-end';
import type { RuleFacts } from '../indexing/access-facts';
import { indexAccess } from '../indexing/access-index';
import type { PlannedEdit } from './planned-edit';
import { proposeEdits } from './propose-edits';

/** `npm run test:deep` runs more cases. */
const cases = { numRuns: Number(process.env.KEY2XS_CASES ?? 150) };
const pairs = personIds.flatMap((person) => cylinderIds.map((cylinder) => [person, cylinder] as const));

const subject = (subject_type: RuleSubject['subject_type'], subject_identifier: string): RuleSubject => ({
  subject_type,
  subject_identifier,
});
const object = (object_type: RuleObject['object_type'], object_identifier: string): RuleObject => ({
  object_type,
  object_identifier,
});

const someSubject = fc.oneof(
  fc.constantFrom('Surgery', 'STRASSE', 'Pharmacy').map((name) => subject('department', name)),
  fc.constantFrom('Nurse', 'Porter').map((name) => subject('job_title', name)),
  fc.constantFrom('on-call', 'night').map((id) => subject('group', id)),
  fc.constantFrom(...personIds).map((id) => subject('user', id)),
);
const someObject = fc.oneof(
  fc.constantFrom(...cylinderIds).map((id) => object('cylinder', id)),
  fc.constantFrom('g1', 'g2', 'g3').map((id) => object('cylinder_group', id)),
  fc.constantFrom('l1', 'l2', 'l3').map((id) => object('location', id)),
);
const someRequest = fc.record({
  grant: fc.boolean(),
  who: fc.array(fc.array(someSubject, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 }),
  objects: fc.array(someObject, { minLength: 1, maxLength: 4 }),
});

/** By loops: the requested people, as given by one rule per clause that names every door. */
function isRequested(facts: ListedFacts, request: { who: RuleSubject[][]; objects: RuleObject[] }, planId: string) {
  const plan = facts.plans.filter(({ id }) => id === planId).map((one) => ({ ...one, is_active: true }));
  const rules = request.who.map((subjects, i): RuleFacts => {
    const named = { subjects, subject_match: 'all' as const, objects: request.objects, time_restrictions: [] };
    return { id: `asked${i}`, keyplan_id: planId, name: '', is_active: true, ...named };
  });
  const asked: ListedFacts = { ...facts, plans: plan, rules };
  return (person: string, cylinder: string) => naiveReasons(asked, person, cylinder, new Date(0)).length > 0;
}

function edited(facts: ListedFacts, keyplan_id: string, edits: readonly PlannedEdit[]): ListedFacts {
  let rules = [...facts.rules];
  for (const [i, edit] of edits.entries()) {
    if (edit.kind === 'add_rule') rules.push({ id: `n${i}`, keyplan_id, name: '', is_active: true, ...edit.rule });
    else if (edit.kind === 'remove_rule') rules = rules.filter(({ id }) => id !== edit.rule_id);
    else rules = rules.map((rule) => (rule.id === edit.rule_id ? { ...rule, ...edit.rule } : rule));
  }
  return { ...facts, rules };
}

const opens = (facts: ListedFacts, person: string, cylinder: string, at: Date) => {
  const reasons = naiveReasons(facts, person, cylinder, at);
  return { ever: reasons.length > 0, now: reasons.some((line) => line.includes(' | true | ')) };
};

/** People of one group without other differences, and a rule that opens two doors for them. */
function aGroup(members: number): { facts: ListedFacts; ids: string[] } {
  const ids = Array.from({ length: members }, (_, i) => `m${i}`);
  const person = { connection_id: 'hr', active: true, department: 'Ward', job_title: null, group_ids: ['all'] };
  const rule: RuleFacts = {
    ...{ id: 'r', keyplan_id: 'p', name: '', is_active: true, subject_match: 'any', time_restrictions: [] },
    subjects: [subject('group', 'all')],
    objects: ['c1', 'c2'].map((id) => object('cylinder', id)),
  };
  const facts: ListedFacts = {
    people: ids.map((id) => ({ id, ...person })),
    cylinders: ['c1', 'c2'].map((id) => ({ id, group_id: null, location_id: null })),
    locations: [],
    profiles: [],
    plans: [{ id: 'p', name: 'Plan', is_active: true, time_zone: 'UTC', iam_connection_ids: ['hr'] }],
    rules: [rule],
  };
  return { facts, ids };
}

describe('proposeEdits', () => {
  it('changes exactly what was requested where it says so, and never the access of others', () => {
    let exact = 0;
    fc.assert(
      fc.property(someFacts, someRequest, someInstant, (given, request, at) => {
        const [first] = given.plans;
        fc.pre(first !== undefined);
        if (!first) return;
        const planId = first.id;
        const facts = {
          ...given,
          plans: given.plans.map((one) => (one === first ? { ...one, is_active: true } : one)),
        };
        const ofPlan = (all: ListedFacts) => ({ ...all, plans: all.plans.filter(({ id }) => id === planId) });
        const isAsked = isRequested(facts, request, planId);
        const { proposals } = runToEnd(proposeEdits(indexAccess(facts), { planId, ...request }));
        const isDone = pairs.every(
          ([person, cylinder]) =>
            !isAsked(person, cylinder) || opens(ofPlan(facts), person, cylinder, at).ever === request.grant,
        );
        expect(proposals.length === 0).toBe(isDone);
        for (const { edits, isExact } of proposals) {
          const after = ofPlan(edited(facts, planId, edits));
          for (const [person, cylinder] of pairs) {
            const then = opens(after, person, cylinder, at);
            const before = opens(ofPlan(facts), person, cylinder, at);
            if (isAsked(person, cylinder)) expect(then.ever).toBe(request.grant);
            else if (isExact) expect([person, cylinder, then]).toEqual([person, cylinder, before]);
          }
          if (isExact) exact++;
        }
      }),
      cases,
    );
    expect(exact).toBeGreaterThan(cases.numRuns / 10);
  });

  it('counts the effect of each proposal over all plans', () => {
    fc.assert(
      fc.property(someFacts, someRequest, (facts, request) => {
        const [plan] = facts.plans;
        fc.pre(plan?.is_active === true);
        const planId = plan?.id ?? '';
        const at = new Date(0);
        const { proposals } = runToEnd(proposeEdits(indexAccess(facts), { planId, ...request }));
        for (const { edits, effect } of proposals) {
          const after = edited(facts, planId, edits);
          const turned = (isOpen: boolean) =>
            pairs.filter(
              ([person, cylinder]) =>
                opens(facts, person, cylinder, at).ever !== isOpen &&
                opens(after, person, cylinder, at).ever === isOpen,
            ).length;
          expect([effect.rightsGained, effect.rightsLost]).toEqual([turned(true), turned(false)]);
        }
      }),
      cases,
    );
  });

  it('grants permanently, so never by a rule that expires', () => {
    const { facts, ids } = aGroup(2);
    const ends = [{ days: [1], from: '08:00', to: '18:00', valid_from: null, valid_until: '2027-01-01T00:00:00Z' }];
    const ofOne = facts.rules.map((rule) => ({
      ...rule,
      objects: [object('cylinder', 'c1')],
      time_restrictions: ends,
    }));
    const request = { grant: true, who: [[subject('group', 'all')]], objects: [object('cylinder', 'c2')] };
    const { proposals } = runToEnd(proposeEdits(indexAccess({ ...facts, rules: ofOne }), { planId: 'p', ...request }));
    expect(proposals.length).toBeGreaterThan(0);
    for (const { edits } of proposals) {
      const after = edited({ ...facts, rules: ofOne }, 'p', edits);
      expect(opens(after, ids[0] ?? '', 'c2', new Date('2028-01-03T09:00:00Z')).now).toBe(true);
    }
  });

  it('takes doors from part of a group exactly while the others can be named, else reports the rule', () => {
    const most = ruleLimits.subjects;
    const near = fc.record({
      members: fc.integer({ min: most - 2, max: most + 6 }),
      asked: fc.integer({ min: 1, max: 4 }),
      doors: fc.subarray(['c1', 'c2'], { minLength: 1 }),
    });
    fc.assert(
      fc.property(near, ({ members, asked, doors }) => {
        const { facts, ids } = aGroup(members);
        const who = ids.slice(0, asked).map((id) => [subject('user', id)]);
        const objects = doors.map((id) => object('cylinder', id));
        const request = { planId: 'p', grant: false, who, objects };
        const { proposals, inseparable } = runToEnd(proposeEdits(indexAccess(facts), request));
        const others = members - asked;
        const isProposed = others <= most;
        expect(proposals.map(({ isExact }) => isExact)).toEqual(isProposed ? [true, false] : [false]);
        expect(proposals.at(-1)?.others).toBe(others);
        expect(inseparable.map(({ rule, others: count }) => [rule.rule.id, count])).toEqual(
          isProposed ? [] : [['r', others]],
        );
        const [first] = proposals;
        const after = edited(facts, 'p', first?.edits ?? []);
        const stays = (id: string) => naiveReasons(after, id, doors[0] ?? '', new Date(0)).length > 0;
        expect([stays(ids[0] ?? ''), stays(ids.at(-1) ?? '')]).toEqual([false, isProposed]);
      }),
      { numRuns: 25 },
    );
  });
});
