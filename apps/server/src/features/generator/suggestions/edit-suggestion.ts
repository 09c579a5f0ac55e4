import type { SuggestionEdit } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { AppError, invalidField } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import { miningSettings } from '../miner';
import { intsOfBytes } from '../packing';
import { alternativesOf, keyOf } from './alternatives';
import { type HeldRun, holdRun, rowIn } from './hold-run';
import { peopleWith } from './people-with';
import { settleRun, withBlock } from './settle-run';
import { conditionsOf, type SuggestionRow } from './suggestion-rows';

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
  return deps.db.transaction().execute(async (tx) => {
    const held = await holdRun(tx, id);
    const before = rowIn(held, suggestion_id);
    refuseOtherVersion(before.version, expectedVersion, say('suggestion.changed'));
    const after = decided(reshaped(before, edit, held), edit, caller);
    const rows = held.rows.map((row) => (row === before ? after : row));
    const { accept_additions: additions } = edit;
    const changed = await settleRun(tx, held, rows, additions === undefined ? undefined : { suggestion_id, additions });
    await recordEvent(tx, caller, 'generator_suggestion.decided', {
      id: suggestion_id,
      details: { run_id: id, before: summaryOf(before), after: edit },
    });
    return changed;
  });
}

/** With the doors and conditions that the edit gives it. */
function reshaped(row: SuggestionRow, edit: SuggestionEdit, { run, data }: HeldRun): SuggestionRow {
  const { conditions, without_cylinder_ids: without = [] } = edit;
  if (row.decision === 'rejected' && edit.decision === undefined && (conditions || without.length > 0)) {
    throw new AppError('conflict', say('suggestion.isRejected'));
  }
  const chosen = conditions ? withConditions(row, conditions, { run, data }) : row;
  if (without.length === 0) return chosen;
  const numbers = new Set(numbersOf(data.cylinders, without));
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

type Conditions = NonNullable<SuggestionEdit['conditions']>;

/** @throws AppError conflict */
function withConditions(
  row: SuggestionRow,
  conditions: Conditions,
  { run, data }: Pick<HeldRun, 'run' | 'data'>,
): SuggestionRow {
  if (keyOf(row.conditions) === keyOf(conditions)) return row;
  const chosen = alternativesOf(data, miningSettings(run.settings, run.seed), row).find(
    (one) => keyOf(one.conditions) === keyOf(conditions),
  );
  if (!chosen) throw new AppError('conflict', say('suggestion.noAlternative'));
  const people = peopleWith(data.mining, conditionsOf(chosen.conditions, data.mining));
  return withBlock({ ...row, kind: 'rule', conditions: chosen.conditions }, people, intsOfBytes(row.cylinders));
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
