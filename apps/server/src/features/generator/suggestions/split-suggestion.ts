import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import { AppError } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import { intsOfBytes } from '../packing';
import { numbersOf, type OnSuggestion } from './edit-suggestion';
import { rowIn } from './hold-run';
import { settleEdit, withBlock } from './settle-run';
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
  const secondId = deps.newId();
  return settleEdit(deps, id, (held) => {
    const row = rowIn(held, suggestion_id);
    refuseOtherVersion(row.version, expectedVersion, say('suggestion.changed'));
    if (row.decision === 'rejected') throw new AppError('conflict', say('suggestion.isRejected'));
    const numbers = new Set(numbersOf(held.cylinders, cylinder_ids));
    const [people, cylinders] = [intsOfBytes(row.people), intsOfBytes(row.cylinders)];
    const theirs = cylinders.filter((cylinder) => numbers.has(cylinder));
    if (theirs.length < new Set(cylinder_ids).size) throw new AppError('conflict', say('suggestion.otherDoors'));
    if (theirs.length === cylinders.length) throw new AppError('conflict', say('suggestion.splitAll'));
    const rest = cylinders.filter((cylinder) => !numbers.has(cylinder));
    const first = withBlock({ ...row, recorded_profile: null }, people, rest);
    const named = {
      id: secondId,
      name,
      name_by: 'administrator',
      explanation: null,
      recorded_profile: null,
      version: 1,
    } as const;
    const second = withBlock({ ...row, ...named }, people, theirs);
    const details = { run_id: id, name: row.name, second: { id: secondId, name, doors: theirs.length } };
    return {
      rows: held.rows.flatMap((one) => (one === row ? [first, second] : [one])),
      record: (tx) => recordEvent(tx, caller, 'generator_suggestion.split', { id: suggestion_id, details }),
    };
  });
}
