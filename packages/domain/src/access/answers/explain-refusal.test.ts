import { describe, expect, it } from 'vitest';
import { aPerson, aPlan, aRule, cylinder, department, facts, jobTitle } from '../../../test/plans';
import { indexAccess } from '../indexing/access-index';
import { explainRefusal } from './explain-refusal';

const ada = aPerson({ department: 'Finance', job_title: 'Clerk' });

function explain(plans: Parameters<typeof aPlan>[], person = ada) {
  const index = indexAccess(facts({ people: [person], plans: plans.map((plan) => aPlan(...plan)) }));
  const pair = { person: index.people.numberOf.get(person.id) ?? -1, cylinder: index.doors.numberOf.get('c1') ?? -1 };
  return explainRefusal(index, pair).map(({ rule, why, subjects }) => [rule.rule.id, why, subjects]);
}

describe('explainRefusal', () => {
  it('lists the subjects that the person lacks', () => {
    const fire = aRule({ id: 'fire', subjects: [department('Fire'), jobTitle('Guard')] });
    const chief = aRule({ id: 'chief', subject_match: 'all', subjects: [department('finance'), jobTitle('Chief')] });
    expect(explain([[[fire, chief]]])).toEqual([
      ['chief', 'subjects', [jobTitle('Chief')]],
      ['fire', 'subjects', [department('Fire'), jobTitle('Guard')]],
    ]);
  });

  it('leaves out rules that lead elsewhere, have no subjects or open the door', () => {
    const rules = [
      aRule({ id: 'elsewhere', objects: [cylinder('c2')] }),
      aRule({ id: 'empty', subjects: [] }),
      aRule({ id: 'opens', subjects: [department('Finance')] }),
    ];
    expect(explain([[rules]])).toEqual([]);
  });

  it('reports a rule that is switched off, itself or by its plan, only where it would open the door', () => {
    const mine = { subjects: [department('Finance')] };
    const off = [aRule({ id: 'off', is_active: false, ...mine }), aRule({ id: 'off for others', is_active: false })];
    const ofOff = aRule({ id: 'of a plan that is off', ...mine });
    expect(explain([[off], [[ofOff], { id: 'plan2', is_active: false }]])).toEqual([
      ['off', 'switched_off', []],
      ['of a plan that is off', 'switched_off', []],
    ]);
  });

  it('reports a plan that does not use the identity source of the person', () => {
    expect(explain([[[aRule({ subjects: [department('Finance')] })], { iam_connection_ids: ['other'] }]])).toEqual([
      ['r1', 'source', []],
    ]);
  });

  it('blames no rule for an inactive person', () => {
    expect(explain([[[aRule()]]], { ...ada, active: false })).toEqual([]);
  });
});
