import type { Rename } from './find-renames';

/** What can be done about a finding besides letting it through. */
export type RenameChoices = {
  /** Rules that name an old value may name the new ones too. */
  carry_over: boolean;
  /** The source's new values may be read as the old one from now on. */
  map_for_good: boolean;
};

/**
 * Carrying over adds names to rules before anybody moves. So it is for names that most of those keep who have them: in a swap, or
 * where a name is taken over, people would have both sides' doors until they have moved. Reading for good needs one old value
 * for each new one, and nobody who had the new value before and keeps it: they would be read as somebody else.
 */
export function choicesOf({ kind, flows, to }: Pick<Rename, 'kind' | 'flows' | 'to'>): RenameChoices {
  const isTakenOver = to.some(({ staying, still_listed }) => staying * 2 < still_listed);
  const isMany = to.length < flows.length;
  const isKept = to.some(({ staying }) => staying > 0);
  return { carry_over: kind !== 'swap' && !isTakenOver, map_for_good: !isMany && !isKept };
}
