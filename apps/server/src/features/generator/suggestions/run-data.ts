import type { MinedProof, RightPlaces } from '@key2xs/domain';
import type { Db } from '#platform/deps';
import { notFound } from '#platform/errors';
import type { RunInput } from '../input/read-input';
import { unpack } from '../packing';
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

/** @throws AppError not_found while there is no result */
export async function readPackedRun(db: Db, run_id: string): Promise<PackedRun> {
  const run = await db
    .selectFrom('generator_data')
    .select(['people', 'cylinders', 'relation', 'facts', 'rights', 'lower_bound'])
    .where('run_id', '=', run_id)
    .executeTakeFirst();
  const { rights, lower_bound } = run ?? {};
  if (!run || !rights || !lower_bound) throw notFound('generator_run');
  return { ...run, rights, lower_bound };
}

export const unpackRun = async (run: PackedRun): Promise<RunData> => ({
  ...(await unpackInput(run)),
  rights: await unpack<RightPlaces>(run.rights),
  proof: await unpack<MinedProof>(run.lower_bound),
});

/** @throws AppError not_found while there is no result */
export const readRunData = async (db: Db, run_id: string): Promise<RunData> =>
  unpackRun(await readPackedRun(db, run_id));
