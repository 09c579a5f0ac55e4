import type { MinedProof, RightPlaces } from '@key2xs/domain';
import type { Db } from '#platform/deps';
import { notFound } from '#platform/errors';
import type { RunInput } from '../input/read-input';
import { unpack } from '../packing';
import { loadInput } from '../run-queries';

/** What a run has read and where its rights end. `people` and `cylinders` are ids by number. */
export type RunData = RunInput & { rights: RightPlaces; proof: MinedProof };

/** @throws AppError not_found while there is no result */
export async function readRunData(db: Db, run_id: string): Promise<RunData> {
  const row = await db
    .selectFrom('generator_data')
    .select(['rights', 'lower_bound'])
    .where('run_id', '=', run_id)
    .executeTakeFirst();
  if (!row?.rights || !row.lower_bound) throw notFound('generator_run');
  return {
    ...(await loadInput(db, run_id)),
    rights: await unpack<RightPlaces>(row.rights),
    proof: await unpack<MinedProof>(row.lower_bound),
  };
}
