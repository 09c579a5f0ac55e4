import type { CleaningFinding } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import { holdEndedRun } from '../suggestions/hold-run';

type Decision = { ids: readonly string[]; decision: CleaningFinding['decision']; reason?: string | undefined };

/** What can be decided of a kind: only a right that is there is removed, only a missing one is added. */
const possible: Record<CleaningFinding['kind'], readonly CleaningFinding['decision'][]> = {
  outlier: ['open', 'keep', 'remove'],
  unused: ['open', 'keep', 'remove'],
  doubled: ['open', 'keep', 'remove'],
  missing: ['open', 'keep', 'add'],
  orphaned: ['open', 'keep'],
  drifting_profile: ['open', 'keep'],
};

/**
 * Decides what becomes of findings in the draft, all or none.
 * @throws AppError not_found; conflict for a decision that a kind does not have
 */
export async function decideFindings(
  deps: Deps,
  caller: Caller,
  id: string,
  { ids, decision, reason }: Decision,
): Promise<number> {
  return deps.db.transaction().execute(async (tx) => {
    const { run } = await holdEndedRun(tx, id);
    const positions = [...new Set(ids)].filter((one) => /^\d{1,9}$/.test(one)).map(Number);
    const rows = await tx
      .selectFrom('generator_finding')
      .select(['position', 'kind', 'decision'])
      .where('run_id', '=', id)
      .where('position', 'in', positions.length > 0 ? positions : [-1])
      .execute();
    if (rows.length < new Set(ids).size) throw notFound('generator_finding');
    if (rows.some(({ kind }) => !possible[kind].includes(decision))) {
      throw new AppError('conflict', say('suggestion.otherDecision'));
    }
    await tx
      .updateTable('generator_finding')
      .set({
        decision,
        decided_by: decision === 'open' ? null : caller.name,
        reason: decision === 'open' ? null : (reason ?? null),
      })
      .where('run_id', '=', id)
      .where('position', 'in', positions)
      .execute();
    await tx
      .updateTable('generator_run')
      .set({ version: run.version + 1 })
      .where('id', '=', id)
      .execute();
    const details = {
      decision,
      reason,
      findings: rows.map((row) => ({ id: row.position, kind: row.kind, before: row.decision })),
    };
    await recordEvent(tx, caller, 'generator_finding.decided', { id, details });
    return rows.length;
  });
}
