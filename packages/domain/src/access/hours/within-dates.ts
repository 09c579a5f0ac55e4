import type { TimeRestriction } from '@key2xs/contract';
import type { AccessIndex } from '../indexing/access-index';
import { clearBit, hasBit } from '../indexing/bits';
import { isValidAt } from './weekly-hours';

/**
 * The index without rules whose windows are all past or future at a moment, as key systems have it: they know weekly hours
 * but no dates. Shares all other data with the original: use it before that is patched.
 */
export const withinDates = (index: AccessIndex, epochMs: number): AccessIndex =>
  withWindows(index, (window) => isValidAt(window, epochMs));

/** The index without rules whose windows are all past: with what is given now, and what has been given for later. */
export const notEnded = (index: AccessIndex, epochMs: number): AccessIndex =>
  withWindows(index, ({ valid_until }) => valid_until === null || epochMs < Date.parse(valid_until));

function withWindows(index: AccessIndex, counts: (window: TimeRestriction) => boolean): AccessIndex {
  const granting = index.granting.slice();
  for (const [number, indexed] of index.rules.entries()) {
    const windows = indexed?.rule.time_restrictions ?? [];
    const isOut = windows.length > 0 && !windows.some(counts);
    if (isOut && hasBit(granting, number)) clearBit(granting, number);
  }
  return { ...index, granting };
}
