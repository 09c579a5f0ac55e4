import type { Sentence } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Reader } from '#platform/visible-to';
import type { Subject } from './order-jobs';
import { programmingOf } from './relation';

/** How an order stands. gone: the key system no longer lists the job, and it is not known to be done. */
export type OrderState =
  | 'waiting'
  | 'refused'
  | 'to_enter'
  | 'entered'
  | 'pending'
  | 'assigned'
  | 'loaded_on_key'
  | 'done'
  | 'failed'
  | 'gone'
  | 'cancelled';

export type OrderedJob = {
  id: string;
  cylinder_id: string;
  key_id: string | null;
  kind: string;
  state: OrderState;
  /** Why it was refused, or could not be written last. */
  problem: Sentence | null;
  /** Marking of the programming key that has it. */
  assigned_key: string | null;
  ordered_at: Date;
  /** By the key system. */
  done_at: Date | null;
  version: number;
};

/** What was ordered for a subject at the reader's doors, oldest first, each with how it stands now. */
export async function jobsOfSubject(reader: Reader, { kind, id }: Subject): Promise<OrderedJob[]> {
  const { rows } = await sql<OrderedJob>`
    select ordered.id, ordered.cylinder_id, ordered.key_id, ordered.kind, ordered.problem, ordered.ordered_at, ordered.version,
      work.assigned_key, work.done_at,
      case when work.is_gone and work.stage = 'failed' then 'gone'
        when work.stage = 'to_write' then ordered.state
        when work.stage = 'pending' and ordered.state = 'entered' then 'entered'
        else work.stage end as state
    from ${programmingOf(reader)} join programming_order as ordered on ordered.id = work.order_id
    where ordered.subject_kind = ${kind} and ordered.subject_id = ${id}
    order by ordered.ordered_at, ordered.id`.execute(reader.db);
  return rows;
}
