import type { GeneratorFigures, GeneratorSettings } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { Selectable } from 'kysely';
import type { Tx } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import type { Schema } from '#platform/schema/schema';
import { type RunData, readRunData } from './run-data';
import { listSuggestionRows, type SuggestionRow } from './suggestion-rows';

/** A run with its result, locked until the end of the transaction. */
export type HeldRun = {
  run: Selectable<Schema['generator_run']> & { settings: GeneratorSettings };
  figures: GeneratorFigures;
  data: RunData;
  rows: SuggestionRow[];
};

/** @throws AppError not_found; conflict while it has no result, or is still running */
export async function holdRun(tx: Tx, id: string): Promise<HeldRun> {
  const run = await tx.selectFrom('generator_run').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!run) throw notFound('generator_run');
  if (run.status === 'waiting' || run.status === 'running') throw new AppError('conflict', say('suggestion.running'));
  if (!run.figures) throw new AppError('conflict', say('suggestion.noResult'));
  return { run, figures: run.figures, data: await readRunData(tx, id), rows: await listSuggestionRows(tx, id) };
}

/** @throws AppError not_found */
export function rowIn({ rows }: Pick<HeldRun, 'rows'>, id: string): SuggestionRow {
  const row = rows.find((one) => one.id === id);
  if (!row) throw notFound('generator_suggestion');
  return row;
}
