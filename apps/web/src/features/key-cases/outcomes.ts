import type { KeyCase } from '@key2xs/contract';
import type { CaseOutcome } from '#data/key-systems/key-cases';

/** How a case of each kind may end, by hand. */
export const outcomesOf: Record<KeyCase['kind'], readonly CaseOutcome[]> = {
  lost: ['found', 'replaced', 'written_off'],
  forgotten: ['found', 'returned', 'written_off'],
  broken: ['repaired', 'replaced', 'written_off'],
  return: ['returned', 'kept', 'written_off'],
  mover: ['settled', 'returned', 'kept'],
  joiner: ['no_key_needed'],
};

/** In which every one of several cases may end. */
export function outcomesOfAll(cases: readonly Pick<KeyCase, 'kind'>[]): readonly CaseOutcome[] {
  const [first = [], ...others] = cases.map(({ kind }) => outcomesOf[kind]);
  return first.filter((one) => others.every((list) => list.includes(one)));
}

/** What a case is about: the key, or who has none. */
export const nameOfCase = ({ key, holder }: Pick<KeyCase, 'key' | 'holder'>): string =>
  key?.marking ?? holder?.name ?? '';
