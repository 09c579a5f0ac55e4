import type { SuggestionEdit } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { AppError, invalidField, notFound } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import { miningSettings } from '../mining/miner';
import { intsOfBytes } from '../packing';
import { findRun } from '../run-queries';
import { workOnRun } from '../thread/run-work';
import { type Alternative, keyOf } from './alternatives';
import { rowIn } from './hold-run';
import { settleEdit, withBlock } from './settle-run';
import { findSuggestion, type SuggestionRow } from './suggestion-rows';

export type OnSuggestion = {
  deps: Deps;
  caller: Caller;
  id: string;
  suggestion_id: string;
  expectedVersion: number | undefined;
};

/**
 * @returns the suggestions that differ now
 * @throws AppError not_found, version_conflict; validation_failed for a rejection without a reason; conflict for another number of
 * additions, doors that are not in it, conditions that are none of its alternatives
 */
export async function editSuggestion(
  { deps, caller, id, suggestion_id, expectedVersion }: OnSuggestion,
  edit: SuggestionEdit,
): Promise<SuggestionRow[]> {
  const alternatives = edit.conditions ? await listAlternatives(deps, id, suggestion_id) : null;
  return settleEdit(deps, id, (held) => {
    const before = rowIn(held, suggestion_id);
    refuseOtherVersion(before.version, expectedVersion, say('suggestion.changed'));
    const after = decided(reshaped(before, edit, { cylinders: held.cylinders, alternatives }), edit, caller);
    const { accept_additions: additions } = edit;
    return {
      rows: held.rows.map((row) => (row === before ? after : row)),
      accepted: additions === undefined ? undefined : { suggestion_id, additions },
      record: (tx) =>
        recordEvent(tx, caller, 'generator_suggestion.decided', {
          id: suggestion_id,
          details: { run_id: id, before: summaryOf(before), after: edit },
        }),
    };
  });
}

/** Found before the run is locked, as it takes a while. */
type Found = { of: Pick<SuggestionRow, 'people' | 'cylinders'>; alternatives: Alternative[] };

/** @throws AppError not_found */
async function listAlternatives(deps: Deps, id: string, suggestion_id: string): Promise<Found> {
  const run = await findRun(deps.db, id);
  const row = await findSuggestion(deps.db, id, suggestion_id);
  if (!run) throw notFound('generator_run');
  const order = { settings: miningSettings(run.settings, run.seed), row, maxListed: 0 };
  const { alternatives } = await workOnRun(deps, 'describe', { id, order });
  return { of: row, alternatives };
}

/** With the doors and conditions that the edit gives it. */
function reshaped(
  row: SuggestionRow,
  edit: SuggestionEdit,
  { cylinders: ids, alternatives }: { cylinders: readonly string[]; alternatives: Found | null },
): SuggestionRow {
  const { conditions, without_cylinder_ids: without = [] } = edit;
  if (row.decision === 'rejected' && edit.decision === undefined && (conditions || without.length > 0)) {
    throw new AppError('conflict', say('suggestion.isRejected'));
  }
  const chosen = conditions && alternatives ? withConditions(row, conditions, alternatives) : row;
  if (without.length === 0) return chosen;
  const numbers = new Set(numbersOf(ids, without));
  const cylinders = intsOfBytes(chosen.cylinders);
  const left = cylinders.filter((cylinder) => !numbers.has(cylinder));
  if (cylinders.length - left.length < new Set(without).size)
    throw new AppError('conflict', say('suggestion.otherDoors'));
  if (left.length === 0) throw new AppError('conflict', say('suggestion.noDoorLeft'));
  return withBlock(chosen, intsOfBytes(chosen.people), left);
}

export const numbersOf = (ids: readonly string[], wanted: readonly string[]): number[] => {
  const sought = new Set(wanted.map((id) => id.toLowerCase()));
  return ids.flatMap((id, number) => (sought.has(id) ? [number] : []));
};

/** @throws AppError conflict */
function withConditions(
  row: SuggestionRow,
  conditions: NonNullable<SuggestionEdit['conditions']>,
  { of, alternatives }: Found,
): SuggestionRow {
  if (keyOf(row.conditions) === keyOf(conditions)) return row;
  if (!row.people.equals(of.people) || !row.cylinders.equals(of.cylinders))
    throw new AppError('conflict', say('suggestion.changed'));
  const chosen = alternatives.find((one) => keyOf(one.conditions) === keyOf(conditions));
  if (!chosen) throw new AppError('conflict', say('suggestion.noAlternative'));
  const rule = { ...row, kind: 'rule' as const, conditions: chosen.conditions };
  return withBlock(rule, chosen.matching, intsOfBytes(row.cylinders));
}

function decided(row: SuggestionRow, edit: SuggestionEdit, caller: Caller): SuggestionRow {
  const { decision, reason, name, pinned } = edit;
  if (decision === 'rejected' && !reason) throw invalidField('reason', say('suggestion.reasonNeeded'));
  return {
    ...row,
    ...(decision && {
      decision,
      reason: decision === 'rejected' ? (reason ?? null) : null,
      decided_by: decision === 'open' ? null : caller.name,
    }),
    ...(name !== undefined && { name, name_by: 'administrator' as const }),
    ...(pinned !== undefined && { pinned }),
  };
}

const summaryOf = ({ name, decision, reason, pinned, additions_accepted, addition_count }: SuggestionRow) => ({
  name,
  decision,
  reason,
  pinned,
  additions_accepted,
  additions: addition_count,
});
