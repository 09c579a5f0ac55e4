import { describe, expect, it } from 'vitest';
import { type Decider, decideRequest, type RequestFacts, revocableStep } from './decide-request';

const now = new Date('2026-03-02T08:00:00.000Z');
const step = (position: number, more: Partial<RequestFacts['steps'][number]> = {}) => ({
  ...{ position, decision: null, person_id: null, decided_by_id: null },
  ...more,
});
const facts = (more: Partial<RequestFacts> = {}): RequestFacts => ({
  kind: 'temporary',
  state: { is: 'in_approval', step: 1, steps: 2 },
  steps: [step(1, { person_id: 'manager' }), step(2)],
  needs_four_eyes: true,
  asked_by: ['asker'],
  person_id: 'ada',
  starts_at: null,
  ends_at: '2026-04-01T00:00:00.000Z',
  granted_until: null,
  ...more,
});
const admin = (id: string, more: Partial<Decider> = {}): Decider => ({
  kind: 'administrator',
  ids: [id],
  may: true,
  ...more,
});
const person = (id: string): Decider => ({ kind: 'person', ids: [id], may: true });
const approve = { decision: 'approve', reason: null } as const;
const second = { state: { is: 'in_approval', step: 2, steps: 2 } as const };
const approvedBy = (id: string) => [step(1, { decision: 'approved', decided_by_id: id }), step(2)];

describe('who may decide a request', () => {
  it.each([
    ['its manager', facts(), person('manager'), undefined],
    ['another person', facts(), person('bo'), 'not_your_step'],
    ['a person, where security decides', facts(second), person('manager'), 'not_your_step'],
    ['who has asked', facts(), admin('asker'), 'own_request'],
    ['who acts for who has asked', facts(), admin('deputy', { ids: ['deputy', 'asker'] }), 'own_request'],
    ['for whom it is', facts({ steps: [step(1, { person_id: 'ada' })] }), person('ada'), 'own_request'],
    ['who has lost the right', facts(second), admin('root', { may: false }), 'no_right'],
    ['in place of the manager, without a reason', facts(), admin('root'), 'reason_needed'],
    ['who has decided before', facts({ ...second, steps: approvedBy('root') }), admin('root'), 'same_decider'],
    [
      'the same, of doors less protected',
      facts({ ...second, steps: approvedBy('root'), needs_four_eyes: false }),
      admin('root'),
      undefined,
    ],
    ['someone else', facts({ ...second, steps: approvedBy('root') }), admin('other'), undefined],
    ['too late', facts({ state: { is: 'cancelled', step: 1, steps: 2 } }), person('manager'), 'not_in_approval'],
  ])('%s', (_, given, decider, refusal) => {
    const decided = decideRequest(given, decider, approve, now);
    expect('refusal' in decided ? decided.refusal : undefined).toBe(refusal);
  });
});

it('is approved for a shorter time only, and that time never grows again', () => {
  const shorter = (until: string | null, more: Partial<RequestFacts> = {}) =>
    decideRequest(facts(more), person('manager'), { decision: 'approve_shorter', until, reason: null }, now);
  expect(shorter('2026-03-10T00:00:00.000Z')).toMatchObject({ granted_until: '2026-03-10T00:00:00.000Z', step: 1 });
  expect(shorter('2026-04-02T00:00:00.000Z')).toEqual({ refusal: 'until_not_shorter' });
  expect(shorter('2026-03-01T00:00:00.000Z')).toEqual({ refusal: 'until_not_shorter' });
  expect(shorter('2026-03-10T00:00:00.000Z', { granted_until: '2026-03-05T00:00:00.000Z' })).toEqual({
    refusal: 'until_not_shorter',
  });
  expect(shorter('2026-03-10T00:00:00.000Z', { ends_at: null })).toMatchObject({ step: 1 });
  expect(shorter(null)).toEqual({ refusal: 'until_needed' });
});

it('takes back a decision by who has made it, until something follows from it', () => {
  const approved = { is: 'approved', step: 2, steps: 2 } as const;
  const steps = [
    step(1, { decision: 'approved', decided_by_id: 'x' }),
    step(2, { decision: 'approved', decided_by_id: 'y' }),
  ];
  expect(revocableStep(facts({ state: approved, steps }), admin('y'))).toBe(2);
  expect(revocableStep(facts({ state: approved, steps }), admin('x'))).toEqual({ refusal: 'not_your_step' });
  const prepared = facts({ state: { ...approved, is: 'in_preparation' }, steps });
  expect(revocableStep(prepared, admin('y'))).toEqual({ refusal: 'has_followed' });
});
