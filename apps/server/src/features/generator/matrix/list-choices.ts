import type { GeneratorFigures, GeneratorSettings, PlanChoice } from '@key2xs/contract';
import { grantsOf, type MinedGrant, transpose } from '@key2xs/domain';
import { mapInSlices } from '#platform/in-slices';
import type { Reader } from '#platform/visible-to';
import { countKeysOf } from '../../plans/service';
import { intsOfBytes } from '../packing';
import { findRun } from '../run-queries';
import { readRunData } from '../suggestions/run-data';
import { additionsOf, listSuggestionRows, minedOf, type SuggestionRow } from '../suggestions/suggestion-rows';

/** Shares of the suggestions that a choice takes, best first. */
const shares = [1, 0.75, 0.5, 0.35, 0.2, 0.1, 0.05];

/** Plans of the first suggestions of a run, from all of them to the best few; the rest of the rights is kept as single rights. */
export async function listChoices(reader: Reader, runId: string): Promise<PlanChoice[]> {
  const run = await findRun(reader.db, runId);
  if (!run?.figures) return [];
  const rows = (await listSuggestionRows(reader.db, runId)).filter(({ decision }) => decision !== 'rejected');
  const { people, mining } = await readRunData(reader.db, runId);
  const holders = transpose(mining.relation);
  const written = await mapInSlices(rows, (row) => grantsOf(mining.relation, minedOf(row, mining), true, holders));
  const counts = [...new Set(shares.map((share) => Math.ceil(rows.length * share)))].filter((count) => count > 0);
  const choices: PlanChoice[] = [];
  for (const count of counts) {
    const taken = { rows: rows.slice(0, count), grants: written.slice(0, count).flat() };
    const choice = choiceOf(taken, run.settings, run.figures);
    const transition = await transitionOf(reader, rows.slice(0, count), people);
    choices.push({ ...choice, is_present: count === rows.length, transition });
  }
  return choices;
}

/** In figures as those of the run: of what is written with the additions. */
function choiceOf(
  { rows, grants }: { rows: readonly SuggestionRow[]; grants: readonly MinedGrant[] },
  { mode, generosity }: GeneratorSettings,
  { rights, on_request }: GeneratorFigures,
): Omit<PlanChoice, 'is_present' | 'transition'> {
  const sum = (of: (row: SuggestionRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const single = rights - on_request - sum((row) => row.rights);
  const links = grants.reduce((total, { people, cylinders }) => total + people.length + cylinders.length, 0);
  return {
    id: `first-${rows.length}`,
    mode,
    generosity,
    suggestions: rows.length,
    rules: grants.filter(({ conditions }) => conditions.length > 0).length,
    profiles: grants.length,
    links: links + single + on_request,
    single,
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
