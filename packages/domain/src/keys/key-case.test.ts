import { keyCaseKinds, keyCaseOutcomes } from '@key2xs/contract';
import { describe, expect, it } from 'vitest';
import { type KeyCaseFacts, type KeyCaseRefusal, nextCaseStep, refuseOutcome } from './key-case';

const none = { undecided: 0, waiting: 0, failed: 0, secured: 0, accepted: 0 };
const facts = (more: Partial<KeyCaseFacts>): KeyCaseFacts => ({
  kind: 'lost',
  doors: none,
  hasReplacement: false,
  ...more,
});

describe('the next step of a case', () => {
  it.each([
    ['decide_doors', facts({ doors: { ...none, undecided: 1, failed: 1, waiting: 1 } })],
    ['mend_jobs', facts({ doors: { ...none, failed: 1, waiting: 1, secured: 3 } })],
    ['wait_for_jobs', facts({ doors: { ...none, waiting: 1, accepted: 2 } })],
    ['close', facts({ doors: { ...none, secured: 14, accepted: 2 } })],
    ['choose_replacement', facts({ kind: 'forgotten', doors: { ...none, undecided: 9 } })],
    ['collect_replacement', facts({ kind: 'forgotten', hasReplacement: true })],
    ['repair_or_replace', facts({ kind: 'broken' })],
    ['close', facts({ kind: 'broken', hasReplacement: true })],
    ['collect_key', facts({ kind: 'return' })],
    ['update_key', facts({ kind: 'mover' })],
  ])('is %s', (step, given) => {
    expect(nextCaseStep({ ...given, joiner: null })).toBe(step);
  });

  const request = { id: '1', state: 'in_approval' } as const;
  const reserved_key = { id: '2', marking: 'K-1' };
  it.each([
    ['request_key', {}],
    ['wait_for_request', { request }],
    ['hand_out_key', { request, reserved_key }],
    ['wait_for_first_day', { first_day: '2027-01-01', request }],
  ])('of a joiner is %s', (step, given) => {
    const joiner = { first_day: null, request: null, reserved_key: null, ...given };
    expect(nextCaseStep({ ...facts({ kind: 'joiner' }), joiner })).toBe(step);
  });
});

describe('how a case may end', () => {
  /** One line a kind, one column an outcome: those of `keyCaseOutcomes`; a dot is allowed. */
  const table: Record<(typeof keyCaseKinds)[number], string> = {
    lost: '. not_of_this_kind not_of_this_kind no_replacement . not_of_this_kind not_of_this_kind not_of_this_kind not_of_this_kind not_of_this_kind not_of_this_kind',
    forgotten:
      '. . not_of_this_kind not_of_this_kind . not_of_this_kind not_of_this_kind not_of_this_kind not_of_this_kind not_of_this_kind not_of_this_kind',
    broken:
      'not_of_this_kind not_of_this_kind . no_replacement . not_of_this_kind not_of_this_kind not_of_this_kind not_of_this_kind not_of_this_kind not_of_this_kind',
    return:
      'not_of_this_kind . not_of_this_kind not_of_this_kind . . not_of_this_kind not_of_this_kind not_of_this_kind not_of_this_kind not_of_this_kind',
    mover:
      'not_of_this_kind . not_of_this_kind not_of_this_kind not_of_this_kind . . not_of_this_kind not_of_this_kind not_of_this_kind not_of_this_kind',
    joiner:
      'not_of_this_kind not_of_this_kind not_of_this_kind not_of_this_kind not_of_this_kind not_of_this_kind not_of_this_kind not_of_this_kind not_of_this_kind not_of_this_kind .',
  };

  it.each(keyCaseKinds)('when the key is %s', (kind) => {
    const line = keyCaseOutcomes.map((outcome) => refuseOutcome(facts({ kind }), outcome) ?? '.');
    expect(line.join(' ')).toBe(table[kind]);
  });

  it.each<[KeyCaseRefusal | null, Partial<KeyCaseFacts['doors']>]>([
    ['doors_undecided', { undecided: 1, waiting: 1 }],
    ['jobs_open', { waiting: 1 }],
    ['jobs_open', { failed: 1 }],
    [null, { accepted: 3, secured: 2 }],
  ])('of a lost key: %s', (refusal, doors) => {
    const given = facts({ doors: { ...none, ...doors }, hasReplacement: true });
    expect(refuseOutcome(given, 'replaced')).toBe(refusal);
    expect(refuseOutcome(given, 'found')).toBeNull();
  });
});
