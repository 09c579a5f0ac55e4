import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import { AppError } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import { intsOfBytes } from '../packing';
import type { OnSuggestion } from './edit-suggestion';
import { rowIn } from './hold-run';
import { settleEdit, withBlock } from './settle-run';
import type { SuggestionRow } from './suggestion-rows';

/**
 * Merges others into this one, which keeps its name. Those with the same people get the doors of all; profiles with the same doors
 * get the people of all.
 * @returns the suggestions that differ now
 * @throws AppError not_found, version_conflict; conflict for any other pair, and for itself alone
 */
export async function mergeSuggestions(
  { deps, caller, id, suggestion_id, expectedVersion }: OnSuggestion,
  others: readonly string[],
): Promise<SuggestionRow[]> {
  return settleEdit(deps, id, (held) => {
    const row = rowIn(held, suggestion_id);
    refuseOtherVersion(row.version, expectedVersion, say('suggestion.changed'));
    const merged = [...new Set(others)].filter((other) => other !== suggestion_id).map((other) => rowIn(held, other));
    const target = mergedRow(row, merged);
    const ids = merged.map((one) => one.id);
    const names = merged.map((one) => ({ id: one.id, name: one.name }));
    return {
      rows: held.rows.flatMap((one) => (one === row ? [target] : merged.includes(one) ? [] : [one])),
      async record(tx) {
        await tx
          .updateTable('generator_finding')
          .set({ suggestion_id })
          .where('run_id', '=', id)
          .where('suggestion_id', 'in', ids)
          .execute();
        await recordEvent(tx, caller, 'generator_suggestion.merged', {
          id: suggestion_id,
          details: { run_id: id, names },
        });
      },
    };
  });
}

/** @throws AppError conflict */
function mergedRow(row: SuggestionRow, merged: readonly SuggestionRow[]): SuggestionRow {
  if (merged.length === 0) throw new AppError('conflict', say('suggestion.mergeWithOthers'));
  const all = [row, ...merged];
  if (all.some(({ decision }) => decision === 'rejected')) throw new AppError('conflict', say('suggestion.isRejected'));
  const samePeople = merged.every(({ people }) => people.equals(row.people));
  const sameDoors = merged.every(({ cylinders }) => cylinders.equals(row.cylinders));
  const areProfiles = all.every(({ kind }) => kind === 'profile');
  if (!samePeople && !(sameDoors && areProfiles)) throw new AppError('conflict', say('suggestion.otherPeople'));
  const isDecided = all.every(({ decision }) => decision === row.decision);
  const decision = isDecided ? {} : { decision: 'open' as const, decided_by: null, reason: null };
  const union = (numbers: (one: SuggestionRow) => Buffer) =>
    Int32Array.from(new Set(all.flatMap((one) => [...intsOfBytes(numbers(one))]))).sort();
  return withBlock(
    { ...row, ...decision, recorded_profile: null },
    union(({ people }) => people),
    union(({ cylinders }) => cylinders),
  );
}
