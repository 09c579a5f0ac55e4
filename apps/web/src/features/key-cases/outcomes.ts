import type { KeyCase } from '@key2xs/contract';
import type { CaseOutcome } from '#data/key-systems/key-cases';

/** How a case of each kind may end. */
export const outcomesOf: Record<KeyCase['kind'], readonly CaseOutcome[]> = {
  lost: ['found', 'replaced', 'written_off'],
  forgotten: ['found', 'returned', 'written_off'],
  broken: ['repaired', 'replaced', 'written_off'],
  return: ['returned', 'kept', 'written_off'],
  mover: ['settled', 'returned', 'kept'],
};
