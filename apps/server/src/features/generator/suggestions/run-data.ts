import { createHash } from 'node:crypto';
import type { MinedProof, RightPlaces } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { notFound } from '#platform/errors';
import type { RunInput } from '../input/read-input';
import { unpack, unpackIds } from '../packing';
import { type PackedInput, unpackInput } from '../run-queries';

/** What a run has read and where its rights end. `people` and `cylinders` are ids by number. */
export type RunData = RunInput & { rights: RightPlaces; proof: MinedProof };

/** The same as it is stored. */
export type PackedRun = PackedInput & { rights: Uint8Array; lower_bound: Uint8Array };

/** Whether a run has ended with a plan. */
export async function hasResult(db: Db, run_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('generator_data')
    .select('run_id')
    .where('run_id', '=', run_id)
    .where('rights', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** What a run has read; undefined before. */
export async function readPackedInput(db: Db, run_id: string): Promise<PackedInput | undefined> {
  return db
    .selectFrom('generator_data')
    .select(['people', 'cylinders', 'relation', 'facts'])
    .where('run_id', '=', run_id)
    .executeTakeFirst();
}

/** Ids of the people and cylinders that were read, by number. @throws AppError not_found while there is no input */
export async function readRunIds(db: Db, run_id: string): Promise<Pick<RunData, 'people' | 'cylinders'>> {
  const run = await db
    .selectFrom('generator_data')
    .select(['people', 'cylinders'])
    .where('run_id', '=', run_id)
    .executeTakeFirst();
  if (!run) throw notFound('generator_run');
  return { people: unpackIds(run.people), cylinders: unpackIds(run.cylinders) };
}

/** Names the rights as they are now: other rights have another key. @throws AppError not_found while there is no result */
export async function readRightsKey(db: Db, run_id: string): Promise<string> {
  const run = await db
    .selectFrom('generator_data')
    .select(keyOfRights.as('rights_key'))
    .where('run_id', '=', run_id)
    .executeTakeFirst();
  if (!run?.rights_key) throw notFound('generator_run');
  return run.rights_key;
}

const keyOfRights = sql<string | null>`encode(sha256(rights), 'hex')`;

/** As `readRightsKey` has it. */
export const rightsKeyOf = (packed: Uint8Array): string => createHash('sha256').update(packed).digest('hex');

/** @throws AppError not_found while there is no result */
export async function readPackedRun(db: Db, run_id: string): Promise<{ rightsKey: string; packed: PackedRun }> {
  const run = await db
    .selectFrom('generator_data')
    .select(['people', 'cylinders', 'relation', 'facts', 'rights', 'lower_bound'])
    .where('run_id', '=', run_id)
    .executeTakeFirst();
  const { rights, lower_bound } = run ?? {};
  if (!run || !rights || !lower_bound) throw notFound('generator_run');
  return { rightsKey: rightsKeyOf(rights), packed: { ...run, rights, lower_bound } };
}

const unpackRun = async (run: PackedRun): Promise<RunData> => ({
  ...(await unpackInput(run)),
  ...(await unpackResult(run)),
});

export const unpackResult = async (
  run: Pick<PackedRun, 'rights' | 'lower_bound'>,
): Promise<Pick<RunData, 'rights' | 'proof'>> => ({
  rights: await unpack<RightPlaces>(run.rights),
  proof: await unpack<MinedProof>(run.lower_bound),
});

/** @throws AppError not_found while there is no result */
export const readRunData = async (db: Db, run_id: string): Promise<RunData> =>
  unpackRun((await readPackedRun(db, run_id)).packed);
