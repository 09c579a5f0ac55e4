import type { AccessIndex } from '../indexing/access-index';
import { clearBit, hasBit } from '../indexing/bits';
import { isValidAt } from './weekly-hours';

/**
 * The index without rules whose windows are all past or future at a moment, as key systems have it: they know weekly hours
 * but no dates. Shares all other data with the original: use it before that is patched.
 */
export function withinDates(index: AccessIndex, epochMs: number): AccessIndex {
  const granting = index.granting.slice();
  for (const [number, indexed] of index.rules.entries()) {
    const windows = indexed?.rule.time_restrictions ?? [];
    const isOut = windows.length > 0 && !windows.some((window) => isValidAt(window, epochMs));
    if (isOut && hasBit(granting, number)) clearBit(granting, number);
  }
  return { ...index, granting };
}
