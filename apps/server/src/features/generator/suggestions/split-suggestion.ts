import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import { AppError } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import { intsOfBytes } from '../packing';
import { numbersOf, type OnSuggestion } from './edit-suggestion';
import { holdRun, rowIn } from './hold-run';
import { settleRun, withBlock } from './settle-run';
import type { SuggestionRow } from './suggestion-rows';

/**
 * Both parts keep people and decision; the second follows the first.
 * @returns the suggestions that differ now
 * @throws AppError not_found, version_conflict; conflict where a part would have no door, or doors are not in it
 */
export async function splitSuggestion(
  { deps, caller, id, suggestion_id, expectedVersion }: OnSuggestion,
  { cylinder_ids, name }: { cylinder_ids: readonly string[]; name: string },
): Promise<SuggestionRow[]> {
  return deps.db.transaction().execute(async (tx) => {
    const held = await holdRun(tx, id);
    const row = rowIn(held, suggestion_id);
    refuseOtherVersion(row.version, expectedVersion, say('suggestion.changed'));
    if (row.decision === 'rejected') throw new AppError('conflict', say('suggestion.isRejected'));
    const numbers = new Set(numbersOf(held.data.cylinders, cylinder_ids));
    const [people, cylinders] = [intsOfBytes(row.people), intsOfBytes(row.cylinders)];
    const theirs = cylinders.filter((cylinder) => numbers.has(cylinder));
    if (theirs.length < new Set(cylinder_ids).size) throw new AppError('conflict', say('suggestion.otherDoors'));
    if (theirs.length === cylinders.length) throw new AppError('conflict', say('suggestion.splitAll'));
    const first = withBlock(
      row,
      people,
      cylinders.filter((cylinder) => !numbers.has(cylinder)),
    );
    const named = {
      id: deps.newId(),
      name,
      name_by: 'administrator',
      explanation: null,
      recorded_profile: null,
      version: 1,
    } as const;
    const second = withBlock({ ...row, ...named }, people, theirs);
    const unmatched = { ...first, recorded_profile: null };
    const changed = await settleRun(
      tx,
      held,
      held.rows.flatMap((one) => (one === row ? [unmatched, second] : [one])),
    );
    const details = { run_id: id, name: row.name, second: { id: second.id, name, doors: theirs.length } };
    await recordEvent(tx, caller, 'generator_suggestion.split', { id: suggestion_id, details });
    return changed;
  });
}
