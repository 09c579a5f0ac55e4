import type { AccessIndex } from './access-index';
import { clearBit, hasBit } from './bits';
import { isValidAt } from './weekly-hours';

/**
 * The same index, in which a rule grants nothing whose windows are all over at a moment, or have not begun: as key systems have
 * it, which know weekly hours and no dates. Shares everything else with the index: use it before that is patched.
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
