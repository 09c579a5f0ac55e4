import type { KeyCase } from '@key2xs/contract';

type Kind = KeyCase['kind'];
type Outcome = NonNullable<KeyCase['outcome']>;

/** What is known of an open case. */
export type KeyCaseFacts = Pick<KeyCase, 'kind' | 'doors'> & { hasReplacement: boolean };
type JoinerFacts = Pick<NonNullable<KeyCase['joiner']>, 'first_day' | 'request' | 'reserved_key'>;

/** What someone has to do next; `close` when nothing is left. */
export function nextCaseStep({
  kind,
  doors,
  hasReplacement,
  joiner,
}: KeyCaseFacts & { joiner: JoinerFacts | null }): NonNullable<KeyCase['next_step']> {
  switch (kind) {
    case 'lost':
      if (doors.undecided > 0) return 'decide_doors';
      if (doors.failed > 0) return 'mend_jobs';
      return doors.waiting > 0 ? 'wait_for_jobs' : 'close';
    case 'forgotten':
      return hasReplacement ? 'collect_replacement' : 'choose_replacement';
    case 'broken':
      return hasReplacement ? 'close' : 'repair_or_replace';
    case 'return':
      return 'collect_key';
    case 'mover':
      return 'update_key';
    case 'joiner':
      if (joiner?.first_day) return 'wait_for_first_day';
      if (joiner?.reserved_key) return 'hand_out_key';
      return joiner?.request ? 'wait_for_request' : 'request_key';
  }
}

const possibleOutcomes: Record<Kind, readonly Outcome[]> = {
  lost: ['found', 'replaced', 'written_off'],
  forgotten: ['found', 'returned', 'written_off'],
  broken: ['repaired', 'replaced', 'written_off'],
  return: ['returned', 'kept', 'written_off'],
  mover: ['settled', 'returned', 'kept'],
  joiner: ['no_key_needed'],
};

/** Why a case cannot end in this way. */
export type KeyCaseRefusal = 'not_of_this_kind' | 'doors_undecided' | 'jobs_open' | 'no_replacement';

/**
 * Whether a case may end so. A lost key that is not found leaves no door undecided and no work undone; doors where someone has
 * accepted the risk may still be open to it.
 */
export function refuseOutcome({ kind, doors, hasReplacement }: KeyCaseFacts, outcome: Outcome): KeyCaseRefusal | null {
  if (!possibleOutcomes[kind].includes(outcome)) return 'not_of_this_kind';
  if (outcome === 'replaced' && !hasReplacement) return 'no_replacement';
  if (kind !== 'lost' || outcome === 'found') return null;
  if (doors.undecided > 0) return 'doors_undecided';
  return doors.waiting + doors.failed > 0 ? 'jobs_open' : null;
}
