import type { generator, SentEvent } from '@key2xs/contract';
import type { Language, Sentence } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { nameWithHours } from './present-suggestion';

export type RunEvent = SentEvent<typeof generator.generate> & { id: string };

type DataOf<Name extends RunEvent['event']> = Extract<RunEvent, { event: Name }>['data'];

/** As it is stored: sentences are rendered in the language of their reader. */
export type NewEvent =
  | { event: 'status'; data: DataOf<'status'> }
  | { event: 'metric'; data: DataOf<'metric'> }
  | { event: 'suggestion'; data: DataOf<'suggestion'> }
  | { event: 'done'; data: DataOf<'done'> }
  | { event: 'warning'; data: { code: string; sentence: Sentence } }
  | { event: 'error'; data: { run_id: string | null; code: string; sentence: Sentence } };

type DataOfNew<Name extends NewEvent['event']> = Extract<NewEvent, { event: Name }>['data'];

/** One insert has at most so many. */
const batchSize = 500;

/** Writes events of a run in this order; only the holder of its job may. @returns the id of the last */
export async function appendEvents(tx: Db, run_id: string, events: readonly NewEvent[]): Promise<string | undefined> {
  let last: string | undefined;
  for (let at = 0; at < events.length; at += batchSize) {
    const values = events
      .slice(at, at + batchSize)
      .map(({ event, data }) => ({ run_id, event, data: JSON.stringify(data) }));
    const ids = await tx.insertInto('generator_event').values(values).returning('id').execute();
    last = ids.at(-1)?.id;
  }
  if (last !== undefined)
    await tx.updateTable('generator_run').set({ last_event_id: last }).where('id', '=', run_id).execute();
  return last;
}

/** Writes warnings as events, and keeps them with the run, which lives longer. */
export async function appendWarnings(tx: Db, run_id: string, warnings: readonly DataOfNew<'warning'>[]): Promise<void> {
  if (warnings.length === 0) return;
  await appendEvents(
    tx,
    run_id,
    warnings.map((data) => ({ event: 'warning', data })),
  );
  await tx
    .updateTable('generator_run')
    .set({ warnings: sql`warnings || ${JSON.stringify(warnings)}::jsonb` })
    .where('id', '=', run_id)
    .execute();
}

/** Events of a run after one of them, oldest first. */
export async function listEvents(
  db: Db,
  { runId, after, limit, language }: { runId: string; after: string; limit: number; language: Language },
): Promise<RunEvent[]> {
  const rows = await db
    .selectFrom('generator_event')
    .select(['id', 'event', 'data'])
    .where('run_id', '=', runId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  // As `appendEvents` has written them.
  return rows.map(({ id, event, data }) => inWords(id, { event, data } as NewEvent, language));
}

function inWords(id: string, { event, data }: NewEvent, language: Language): RunEvent {
  if (event === 'warning') {
    return { id, event, data: { code: data.code, message: renderSentence(data.sentence, language) } };
  }
  if (event === 'error') {
    const { sentence, ...rest } = data;
    return { id, event, data: { ...rest, message: renderSentence(sentence, language) } };
  }
  if (event === 'suggestion') {
    const { hours = [] } = data; // events of older runs have none
    return { id, event, data: { ...data, hours, name: nameWithHours({ ...data, hours }, language) } };
  }
  return { id, event, data } as RunEvent; // TypeScript does not keep both of a pair together
}

/** The run that an event belongs to. */
export async function runOfEvent(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('generator_event').select('run_id').where('id', '=', id).executeTakeFirst();
  return row?.run_id;
}

/** How many suggestions have been sent already. */
export async function countSuggestionEvents(db: Db, runId: string): Promise<number> {
  const { count } = await db
    .selectFrom('generator_event')
    .select((q) => q.fn.countAll<string>().as('count'))
    .where('run_id', '=', runId)
    .where('event', '=', 'suggestion')
    .executeTakeFirstOrThrow();
  return Number(count);
}
