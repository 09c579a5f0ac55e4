import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/deps';

/** A rule, a profile or a plan's settings, as it is written beside what is in force of it. */
export type Difference = {
  kind: 'plan' | 'rule' | 'profile';
  record_id: string;
  /** Whether there is such a record in the draft, and in force. */
  is_written: boolean;
  is_in_force: boolean;
  /** It was edited and says the same. */
  is_equal: boolean;
};

/** What is written otherwise than it is in force, of these records; also of those that have gone. */
export async function listDifferences(db: Db, keyplanId: string, ids: readonly string[]): Promise<Difference[]> {
  if (ids.length === 0) return [];
  const wanted = sql`keyplan_id = ${keyplanId} and record_id = any(${[...ids]}::uuid[])`;
  const { rows } = await sql<Difference>`
    with written as (select kind, record_id, record_version, content from key_plan_draft where ${wanted}),
    in_force as (
      select kind, record_id, record_version, content from key_plan_part where ${wanted} and until is null)
    select coalesce(written.kind, in_force.kind) as kind, coalesce(written.record_id, in_force.record_id) as record_id,
      written.kind is not null as is_written, in_force.kind is not null as is_in_force,
      written.content is not distinct from in_force.content as is_equal
    from written full join in_force on in_force.kind = written.kind and in_force.record_id = written.record_id
    where written.record_version is distinct from in_force.record_version`.execute(db);
  return rows;
}

/** Ids of the rules and profiles of a plan that were added, edited or removed since what is in force came into force. */
export const pendingRecords = (keyplanId: RawBuilder<unknown>): RawBuilder<{ record_id: string }> => sql`(
  select coalesce(written.id, in_force.record_id) as record_id
  from (
    select id, version from access_rule where keyplan_id = ${keyplanId}
    union all select id, version from access_profile where keyplan_id = ${keyplanId}
  ) as written
  full join (
    select record_id, record_version from key_plan_part
    where keyplan_id = ${keyplanId} and until is null and kind <> 'plan'
  ) as in_force on in_force.record_id = written.id
  where in_force.record_version is distinct from written.version)`;

/** What an activation would bring into force. */
export async function listPending(db: Db, keyplanId: string): Promise<Difference[]> {
  const { rows } = await sql<{ record_id: string }>`
    select record_id from ${pendingRecords(sql`${keyplanId}::uuid`)} as changed`.execute(db);
  const ids = rows.map(({ record_id }) => record_id);
  return (await listDifferences(db, keyplanId, ids)).filter(({ is_equal }) => !is_equal);
}
