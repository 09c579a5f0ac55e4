import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import type { RunInput } from './input/read-input';
import { pack, packIds, unpack, unpackIds } from './packing';

export type RunRow = Selectable<Schema['generator_run']>;

export const findRun = (db: Db, id: string): Promise<RunRow | undefined> =>
  db.selectFrom('generator_run').selectAll().where('id', '=', id).executeTakeFirst();

export const lockRun = (tx: Db, id: string): Promise<RunRow | undefined> =>
  tx.selectFrom('generator_run').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function hasInput(db: Db, runId: string): Promise<boolean> {
  const row = await db.selectFrom('generator_data').select('run_id').where('run_id', '=', runId).executeTakeFirst();
  return row !== undefined;
}

/** Makes the row of what a run works on, off the main thread as far as it can be. */
export const rowOfInput = async (run_id: string, { people, cylinders, mining, ...read }: RunInput) => {
  const { relation, ...facts } = mining;
  return {
    run_id,
    people: packIds(people),
    cylinders: packIds(cylinders),
    relation: await pack(relation),
    facts: await pack({ ...facts, ...read }),
  };
};

/** What a run has read, as it is stored. */
export type PackedInput = { people: Uint8Array; cylinders: Uint8Array; relation: Uint8Array; facts: Uint8Array };

type Facts = Omit<RunInput['mining'], 'relation'> & Pick<RunInput, 'hours' | 'profiles' | 'names'>;

/** @throws Error where the run has read nothing */
export async function loadInput(db: Db, runId: string): Promise<RunInput> {
  const row = await db
    .selectFrom('generator_data')
    .select(['people', 'cylinders', 'relation', 'facts'])
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  return unpackInput(row);
}

/** As `rowOfInput` has packed it. */
export async function unpackInput({ people, cylinders, ...packed }: PackedInput): Promise<RunInput> {
  const relation = await unpack<RunInput['mining']['relation']>(packed.relation);
  const { hours = null, profiles = [], names, ...facts } = await unpack<Facts>(packed.facts);
  const mining = { relation, ...facts };
  return { people: unpackIds(people), cylinders: unpackIds(cylinders), mining, hours, profiles, names };
}

export const isStopRequested = async (db: Db, runId: string): Promise<boolean> => {
  const { rows } = await sql<{ asked: boolean }>`
    select is_stop_requested as asked from generator_run where id = ${runId}`.execute(db);
  return rows[0]?.asked ?? true;
};
