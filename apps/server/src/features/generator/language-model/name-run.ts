import { DriverError } from '@key2xs/drivers';
import { say } from '@key2xs/texts';
import type { Db, Deps } from '#platform/deps';
import type { Queue } from '#platform/isolated/task';
import { freeName, nameKey } from '../../plans/service';
import type { InputNames } from '../input/read-input';
import { intsOfBytes } from '../packing';
import { eventOfSuggestion } from '../present-suggestion';
import { appendEvents, appendWarnings } from '../run-events';
import { loadInput } from '../run-queries';
import { listSuggestionRows, type SuggestionRow } from '../suggestions/suggestion-rows';
import { askLanguageModel, type SuggestedWords, type SuggestionFacts } from './ask-language-model';

type Needs = Pick<Deps, 'db' | 'config' | 'outbound' | 'runner' | 'log'>;

const maxNamed = 100;
const batchSize = 20;
const maxPlaces = 3;

/** One call at a time: a model on the same machine answers no faster to several. */
const oneCall: Queue = {
  parallel: 1,
  waiting: 50,
  maxWaitMs: 60_000,
  retryAfterS: 60,
  says: { busy: say('generator.busy') },
};

/**
 * Lets a language model name and explain the first suggestions of a run that has ended; it changes nothing else. Does nothing without
 * one. What fails leaves the names as they are and a warning.
 */
export async function nameRun(deps: Needs, runId: string, signal: AbortSignal): Promise<void> {
  const { languageModel: model } = deps.config;
  if (!model) return;
  const rows = (await listSuggestionRows(deps.db, runId))
    .filter(({ name_by }) => name_by === 'generator')
    .slice(0, maxNamed);
  if (rows.length === 0) return;
  const { names } = await loadInput(deps.db, runId);
  try {
    for (let at = 0; at < rows.length; at += batchSize) {
      const batch = rows.slice(at, at + batchSize);
      const facts = batch.map((row) => factsOf(row, names));
      const ask = () => askLanguageModel({ outbound: deps.outbound, model, signal }, facts);
      const words = await deps.runner.inTurn(oneCall, { lane: runId, isTrusted: false }, ask);
      await saveWords(deps.db, runId, batch, words);
    }
  } catch (error) {
    deps.log.warn({ run: runId, error }, 'language model named nothing');
    const reason = error instanceof DriverError ? error.sentence : say('request.unexpected');
    const sentence = say('suggestion.modelFailed', { reason });
    await appendWarnings(deps.db, runId, [{ code: 'language_model', sentence }]);
  }
}

/** Counts, conditions and names of places: nothing about a person. */
function factsOf(row: SuggestionRow, { places, placeOf }: InputNames): SuggestionFacts {
  const counts = new Map<number, number>();
  for (const cylinder of intsOfBytes(row.cylinders)) {
    const place = placeOf[cylinder] ?? -1;
    if (place >= 0) counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, maxPlaces);
  return {
    conditions: row.conditions.map(({ attribute, name }) => ({ attribute, value: name })),
    people: row.people_count,
    doors: row.cylinder_count,
    places: most.map(([place]) => places[place] ?? ''),
  };
}

/** Of suggestions that no one has changed meanwhile; each name once in a run. */
async function saveWords(
  db: Db,
  run_id: string,
  rows: readonly SuggestionRow[],
  words: ReadonlyMap<number, SuggestedWords>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const named = await tx.selectFrom('generator_suggestion').select('name').where('run_id', '=', run_id).execute();
    const taken = new Set(named.map(({ name }) => nameKey(name)));
    for (const [index, { name, explanation }] of words) {
      const row = rows[index];
      if (!row) continue;
      const written = await tx
        .updateTable('generator_suggestion')
        .set({ name: freeName(name, taken), name_by: 'language_model', explanation, version: row.version + 1 })
        .where('run_id', '=', run_id)
        .where('id', '=', row.id)
        .where('version', '=', row.version)
        .returningAll()
        .executeTakeFirst();
      if (written) await appendEvents(tx, run_id, [{ event: 'suggestion', data: eventOfSuggestion(written) }]);
    }
  });
}
