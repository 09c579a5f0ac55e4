import type { GeneratorFigures, GeneratorSettings, PlanChoice } from '@key2xs/contract';
import type { Reader } from '#platform/visible-to';
import { countKeysOf } from '../../plans/service';
import { intsOfBytes } from '../packing';
import { findRun } from '../run-queries';
import { readRunData } from '../suggestions/run-data';
import { additionsOf, listSuggestionRows, type SuggestionRow } from '../suggestions/suggestion-rows';

/** Shares of the suggestions that a choice takes, best first. */
const shares = [1, 0.75, 0.5, 0.35, 0.2, 0.1, 0.05];

/** Plans of the first suggestions of a run, from all of them to the best few; the rest of the rights is kept as single rights. */
export async function listChoices(reader: Reader, runId: string): Promise<PlanChoice[]> {
  const run = await findRun(reader.db, runId);
  if (!run?.figures) return [];
  const rows = (await listSuggestionRows(reader.db, runId)).filter(({ decision }) => decision !== 'rejected');
  const { people } = await readRunData(reader.db, runId);
  const counts = [...new Set(shares.map((share) => Math.ceil(rows.length * share)))].filter((count) => count > 0);
  const choices: PlanChoice[] = [];
  for (const count of counts) {
    const choice = choiceOf(rows.slice(0, count), run.settings, run.figures);
    const transition = await transitionOf(reader, rows.slice(0, count), people);
    choices.push({ ...choice, is_present: count === rows.length, transition });
  }
  return choices;
}

function choiceOf(
  rows: readonly SuggestionRow[],
  { mode, generosity }: GeneratorSettings,
  { rights, on_request }: GeneratorFigures,
): Omit<PlanChoice, 'is_present' | 'transition'> {
  const sum = (of: (row: SuggestionRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    id: `first-${rows.length}`,
    mode,
    generosity,
    rules: rows.filter(({ kind }) => kind === 'rule').length,
    profiles: rows.length,
    links: sum(({ people_count, cylinder_count }) => people_count + cylinder_count),
    single: rights - on_request - sum((row) => row.rights),
    additions: sum(({ additions_accepted, addition_count }) => (additions_accepted ? addition_count : 0)),
  };
}

/** Keys carry other rights only where somebody newly gets a door. */
async function transitionOf(
  reader: Reader,
  rows: readonly SuggestionRow[],
  people: readonly string[],
): Promise<PlanChoice['transition']> {
  const moved = new Set(rows.flatMap((row) => [...intsOfBytes(row.people)]));
  const accepted = rows.filter(({ additions_accepted }) => additions_accepted).map((row) => additionsOf(row));
  const gaining = new Set(accepted.flatMap((cells) => [...cells.people]));
  const held = await countKeysOf(
    reader,
    [...gaining].map((person) => people[person] ?? ''),
  );
  const doors = new Set(
    accepted.flatMap((cells) =>
      [...cells.cylinders].filter((_, n) => held.inCylinders.has(people[cells.people[n] ?? -1] ?? '')),
    ),
  );
  return { people: moved.size, keys_to_update: held.updatable, cylinders_to_visit: doors.size };
}
