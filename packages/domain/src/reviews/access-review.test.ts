import { expect, it } from 'vitest';
import { type RightInReview, refuseCompletion, refuseReviewDecision, removalState } from './access-review';

const right = (fields: Partial<RightInReview> = {}): RightInReview => ({
  ...{ person_id: 'bo', recorded_person_id: null, key_id: null, protection_class: 2, source: 'rule', evidence: 'same' },
  ...fields,
});
const own = new Set(['ada']);
const keep = { decision: 'keep', reason: '', own } as const;
const remove = { decision: 'remove', reason: 'Moved', own } as const;

it.each([
  ['one right is kept without a reason', [right({ protection_class: 4 })], keep, null],
  ['one right is removed with a reason', [right({ source: 'key_system' })], remove, null],
  ['and not without one', [right()], { ...remove, reason: '' }, 'reason_needed'],
  ['nor is an own one decided, alone or among others', [right(), right({ person_id: 'ada' })], keep, 'own_right'],
  ['nor a key of one’s own', [right({ person_id: null, key_id: 'ada' })], keep, 'own_right'],
  ['several at low risk with the same evidence are kept', [right(), right({ person_id: 'cy' })], keep, null],
  ['and those without a class', [right({ protection_class: null }), right({ protection_class: null })], keep, null],
  ['several are not removed', [right(), right()], remove, 'only_keep'],
  ['several of class 4 are not kept', [right({ protection_class: 4 }), right()], keep, 'one_by_one'],
  ['nor of class 3', [right({ protection_class: 3 }), right()], keep, 'only_low_risk'],
  ['nor what is in no plan', [right({ source: 'left_over' }), right()], keep, 'only_low_risk'],
  ['nor with different evidence', [right(), right({ evidence: 'other' })], keep, 'different_evidence'],
] as const)('%s', (_, rights, decision, refusal) => {
  expect(refuseReviewDecision(rights, decision)).toBe(refusal);
});

it('is completed once all is decided, and by no one who has decided most of it', () => {
  expect(refuseCompletion(['ada', null], new Set(['bo']))).toBe('undecided');
  expect(refuseCompletion(['ada', 'ada'], new Set(['ada']))).toBe('same_person');
  expect(refuseCompletion(['ada', 'bo'], new Set(['ada', 'bo']))).toBe('same_person'); // a deputy, and whom it acts for
  expect(refuseCompletion(['ada', 'ada', 'bo'], new Set(['ada']))).toBe('same_person');
  expect(refuseCompletion(['ada', 'bo'], new Set(['ada']))).toBeNull();
});

it.each([
  [true, true, true, 'in_plan'],
  [false, true, true, 'recorded'],
  [false, false, true, 'on_key'],
  [false, false, false, 'effective'],
] as const)('a removal that is in a plan %s, recorded %s, on a key %s is %s', (isGranted, isRecorded, isOnKey, state) => {
  expect(removalState({ isGranted, isRecorded, isOnKey })).toBe(state);
});
