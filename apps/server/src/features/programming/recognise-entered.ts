import { sql } from 'kysely';
import type { Deps, Tx } from '#platform/deps';
import { asProduct } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { keysOf } from '../keys/relation';

type Pair = { order_id: string; job: string };

/**
 * Finds the jobs that operators have entered for orders: of the same cylinder, kind and key, created after the order, and of no other
 * order. Each order takes the oldest that is left.
 */
export async function recogniseEntered(tx: Tx, { clock }: Pick<Deps, 'clock'>, connectionId: string): Promise<void> {
  const product = asProduct(tx);
  const { rows } = await sql<Pair>`
    select ordered.id as order_id, job.external_id as job
    from programming_order as ordered
    join ${doorsOf(product)} on cylinder.id = ordered.cylinder_id
    left join ${keysOf(product, 'about')} on about.id = ordered.key_id
    join programming_job as job on job.connection_id = ordered.connection_id
      and job.cylinder_external_id = cylinder.external_id and job.kind = ordered.kind
      and job.key_external_id is not distinct from about.external_id and job.created_at >= ordered.ordered_at
    where ordered.connection_id = ${connectionId} and ordered.state in ('to_enter', 'entered')
      and ordered.job_external_id is null and job.state <> 'cancelled'
      and not exists (select from programming_order as other where other.connection_id = job.connection_id
        and (other.job_external_id = job.external_id or other.reference = job.reference))
    order by ordered.ordered_at, ordered.id, job.created_at, job.external_id`.execute(tx);
  const taken = new Map<string, string>();
  for (const { order_id, job } of rows) {
    if (!taken.has(order_id) && ![...taken.values()].includes(job)) taken.set(order_id, job);
  }
  if (taken.size === 0) return;
  const pairs = [...taken].map(([id, job]) => ({ id, job }));
  await sql`
    update programming_order as ordered set state = 'written', job_external_id = pair.job, changed_at = ${clock()}
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair(id uuid, job text) where ordered.id = pair.id`.execute(
    tx,
  );
}
