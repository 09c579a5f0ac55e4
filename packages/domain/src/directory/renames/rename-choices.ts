import type { Rename } from './find-renames';

/** What an administrator can do about a finding besides accepting it. */
export type RenameChoices = {
  /** Add the new values to rules that name an old one. */
  carry_over: boolean;
  /** Map the source's new values to the old one from now on. */
  map_for_good: boolean;
};

/**
 * Carrying over adds names to rules before people move, so most holders of a name must keep it: in a swap, or if a name is
 * taken over, people would have the doors of both sides until they have moved. Mapping for good needs one old value for each
 * new one, and no person who keeps the new value from before: that person would be mapped to the wrong value.
 */
export function choicesOf({ kind, flows, to }: Pick<Rename, 'kind' | 'flows' | 'to'>): RenameChoices {
  const isTakenOver = to.some(({ staying, still_listed }) => staying * 2 < still_listed);
  const isMany = to.length < flows.length;
  const isKept = to.some(({ staying }) => staying > 0);
  return { carry_over: kind !== 'swap' && !isTakenOver, map_for_good: !isMany && !isKept };
}
