import type { ReminderAudience } from '@key2xs/contract';
import type { Tx } from '#platform/deps';
import { emit } from '#platform/events/event-kind';
import { returnReminded } from '../events';

type Line = { case_id: string | null; audience: ReminderAudience };
type What = { happening: 'reminder_requested' | 'reminded'; actor_name: string | null };

/** An event for each case of a key to be returned, which notes it in its history. */
export async function emitReturns(tx: Tx, lines: readonly Line[], what: What): Promise<void> {
  const cases = new Map<string, Set<ReminderAudience>>();
  for (const { case_id, audience } of lines)
    if (case_id !== null) cases.set(case_id, (cases.get(case_id) ?? new Set()).add(audience));
  for (const [case_id, to] of cases) await emit(tx, returnReminded, { case_id, to: [...to].sort(), ...what });
}
