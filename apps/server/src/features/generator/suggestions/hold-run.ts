import type { GeneratorFigures, GeneratorSettings } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { Selectable } from 'kysely';
import type { Tx } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import type { Schema } from '#platform/schema/schema';
import { unpackIds } from '../packing';
import { listSuggestionRows, type SuggestionRow } from './suggestion-rows';

/** A run with a result, locked until the end of the transaction. */
type EndedRun = {
  run: Selectable<Schema['generator_run']> & { settings: GeneratorSettings };
  figures: GeneratorFigures;
};

export type HeldRun = EndedRun & {
  rows: SuggestionRow[];
  /** Ids of its doors by number. */
  cylinders: readonly string[];
};

/** @throws AppError not_found; conflict while it has no result, or is still running */
export async function holdEndedRun(tx: Tx, id: string): Promise<EndedRun> {
  const run = await tx.selectFrom('generator_run').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!run) throw notFound('generator_run');
  if (run.status === 'waiting' || run.status === 'running') throw new AppError('conflict', say('suggestion.running'));
  if (!run.figures) throw new AppError('conflict', say('suggestion.noResult'));
  return { run, figures: run.figures };
}

/** With its suggestions. @throws AppError not_found; conflict while it has no result, or is still running */
export async function holdRun(tx: Tx, id: string): Promise<HeldRun> {
  const ended = await holdEndedRun(tx, id);
  const data = await tx.selectFrom('generator_data').select('cylinders').where('run_id', '=', id).executeTakeFirst();
  if (!data) throw notFound('generator_run');
  return { ...ended, rows: await listSuggestionRows(tx, id), cylinders: unpackIds(data.cylinders) };
}

/** @throws AppError not_found */
export function rowIn({ rows }: Pick<HeldRun, 'rows'>, id: string): SuggestionRow {
  const row = rows.find((one) => one.id === id);
  if (!row) throw notFound('generator_suggestion');
  return row;
}
