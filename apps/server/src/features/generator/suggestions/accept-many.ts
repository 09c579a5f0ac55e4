import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { holdEndedRun } from './hold-run';

type Acceptance = { min_confidence: number; expected?: number | undefined };

/**
 * Accepts open suggestions of at least this confidence. Those that give something new or open a sensitive door are left for a person.
 * @throws AppError not_found; conflict where there are more or fewer than expected
 */
export async function acceptMany(
  deps: Deps,
  caller: Caller,
  id: string,
  { min_confidence, expected }: Acceptance,
): Promise<{ accepted: number; left: number }> {
  return deps.db.transaction().execute(async (tx) => {
    const { run } = await holdEndedRun(tx, id);
    const open = await tx
      .selectFrom('generator_suggestion')
      .select(['id', 'addition_count', 'risks'])
      .where('run_id', '=', id)
      .where('decision', '=', 'open')
      .where('confidence', '>=', min_confidence)
      .orderBy('position')
      .execute();
    const accepted = open.filter((row) => row.addition_count === 0 && !row.risks.includes('sensitive_doors'));
    if (expected !== undefined && expected !== accepted.length) {
      throw new AppError('conflict', say('suggestion.otherCount', { count: accepted.length, expected }));
    }
    const ids = accepted.map((row) => row.id);
    if (ids.length > 0) {
      await tx
        .updateTable('generator_suggestion')
        .set((q) => ({ decision: 'accepted', decided_by: caller.name, version: q('version', '+', 1) }))
        .where('run_id', '=', id)
        .where('id', 'in', ids)
        .execute();
      await tx
        .updateTable('generator_run')
        .set({ version: run.version + 1 })
        .where('id', '=', id)
        .execute();
    }
    await recordEvent(tx, caller, 'generator_suggestion.decided', {
      id,
      details: { decision: 'accepted', min_confidence, suggestion_ids: ids },
    });
    return { accepted: ids.length, left: open.length - ids.length };
  });
}
