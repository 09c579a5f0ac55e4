import type { AccessRelation, MiningAttribute } from '@key2xs/domain';
import type { Db } from '#platform/deps';
import { notFound } from '#platform/errors';
import { unpackIds, unpackJson, unpackRelation } from './packing';

/** An attribute as it was read; `names` are its values as most people have them, groups by name. */
export type StoredAttribute = Pick<MiningAttribute, 'name' | 'keys'> & {
  names: readonly string[];
  /** As in `MiningAttribute`. */
  start: readonly number[];
  list: readonly number[];
};

/** What is known of the people and cylinders of a run beside their rights. By index of the cylinder. */
export type RunFacts = {
  attributes: StoredAttribute[];
  /** 1 to 4; 0: not known. */
  protection_class: number[];
  /** 1 where rights are given on request only. */
  needs_approval: number[];
};

/** What a run has read. `people` and `cylinders` are ids by index. */
export type RunData = { people: string[]; cylinders: string[]; relation: AccessRelation; facts: RunFacts };

/** @throws AppError not_found while it has not read anything */
export async function readRunData(db: Db, run_id: string): Promise<RunData> {
  const row = await db
    .selectFrom('generator_data')
    .select(['people', 'cylinders', 'relation', 'facts'])
    .where('run_id', '=', run_id)
    .executeTakeFirst();
  if (!row) throw notFound('generator_run');
  return {
    people: unpackIds(row.people),
    cylinders: unpackIds(row.cylinders),
    relation: unpackRelation(row.relation),
    facts: unpackJson<RunFacts>(row.facts),
  };
}
