import { say } from '@key2xs/texts';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/deps';
import { notFound } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import type { Schema } from '#platform/schema/schema';
import { asCaller } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import type { Desk } from './order-jobs';
import { programmingOf } from './relation';
import { listWritable } from './write-jobs';

type Order = Selectable<Schema['programming_order']>;

export type HeldJob = Pick<
  Order,
  'id' | 'connection_id' | 'state' | 'is_to_cancel' | 'programming_key_id' | 'version' | 'job_external_id' | 'kind'
> & {
  stage: Selectable<Schema['programming_work']>['stage'];
  is_gone: boolean;
  assigned_key: string | null;
  cylinder_id: string | null;
  /** Marking of the cylinder, or its id there. */
  cylinder: string;
  /** The connection can write programming jobs. */
  isWritable: boolean;
};

type Target = { id: string; version?: number };

/**
 * Jobs that no one else changes until the transaction ends, in order. One that others have created gets an order of ours, which says
 * what we want of it.
 * @throws AppError not_found outside the caller's scope, version_conflict
 */
export async function holdJobs(tx: Tx, desk: Desk, named: readonly Target[]): Promise<HeldJob[]> {
  const ids = named.map(({ id }) => id);
  const reader = asCaller(tx, desk.caller);
  await sql`
    insert into programming_order (id, connection_id, cylinder_id, key_id, kind, ordered_at, state, job_external_id, changed_at, version)
    select gen_random_uuid(), work.connection_id, work.cylinder_id, null, work.kind, work.created_at, 'written', work.external_id,
      ${desk.deps.clock()}, 0
    from ${programmingOf(reader)} where work.job_id = any(${ids}::uuid[]) and work.order_id is null
    on conflict (connection_id, job_external_id) do nothing`.execute(tx);
  await sql`
    select from programming_order where id in (
      select work.order_id from ${programmingOf(reader)} where work.id = any(${ids}::uuid[]) or work.job_id = any(${ids}::uuid[]))
    order by id for update`.execute(tx);
  const { rows } = await sql<Omit<HeldJob, 'isWritable'> & { job_id: string | null }>`
    select ordered.id, ordered.connection_id, ordered.state, ordered.is_to_cancel, ordered.programming_key_id, ordered.version,
      ordered.job_external_id, ordered.kind, work.job_id, work.stage, work.is_gone, work.assigned_key, work.cylinder_id,
      coalesce(door.marking, work.cylinder_external_id) as cylinder
    from ${programmingOf(reader)} join programming_order as ordered on ordered.id = work.order_id
    left join ${doorsOf(reader, 'door')} on door.id = work.cylinder_id
    where work.id = any(${ids}::uuid[]) or work.job_id = any(${ids}::uuid[])`.execute(tx);
  const able = await listWritable(
    tx,
    rows.map(({ connection_id }) => connection_id),
  );
  return named.map(({ id, version }) => {
    const row = rows.find((one) => one.id === id || one.job_id === id);
    if (!row) throw notFound('programming_job');
    refuseOtherVersion(row.version, version, say('programming.changed'));
    return { ...row, isWritable: able.has(row.connection_id) };
  });
}
