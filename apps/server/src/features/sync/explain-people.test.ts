import type { DoorChange, IndexedRule } from '@key2xs/domain';
import { referenceStart } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { describe, expect, it } from 'vitest';
import { type PersonNow, peopleExplainer } from './explain-people';

const rule = { id: '019000aa-0000-7000-8000-000000000001', name: 'Guards at night' } as IndexedRule['rule'];
const profile = referenceStart(rule.id);
const ida: PersonNow = {
  id: 'p1',
  name: 'Ida',
  department: 'Guards',
  job_title: null,
  active: true,
  left_at: null,
  created_at: new Date(0),
  was: { department: 'Police', job_title: null, active: true },
};
const gains: DoorChange = {
  persons: ['p1'],
  gained: ['door'],
  lost: [],
  otherHours: [],
  by: { gained: [profile], lost: [] },
};
const explain = (profiles: { reference: string; name: string }[]) =>
  peopleExplainer({
    rules: [{ rule }],
    recorded: { profiles: profiles as never, members: new Map() },
    desired: { members: new Map() },
    changedThere: new Set(),
    since: new Date(0),
  })(ida, 'p1', gains);
const moved = say('because.moved', { from: 'Police', to: 'Guards' });

describe('why the doors of a person change', () => {
  it('names a new rule before an earlier move', () => {
    expect(explain([])).toEqual([say('because.ruleIsNew', { rule: rule.name }), moved]);
  });

  it('names the move before the rule that applies because of it', () => {
    const known = [{ reference: profile, name: 'Plan / Guards at night' }];
    expect(explain(known)).toEqual([moved, say('because.ruleReaches', { rule: rule.name })]);
  });
});
