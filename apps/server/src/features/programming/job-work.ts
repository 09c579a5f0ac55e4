import type { OrderedKind } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { asProduct } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { keysOf } from '../keys/relation';
import type { HandSource, WorkByHand } from '../work-list/service';

type Row = {
  id: string;
  kind: OrderedKind;
  cylinder_id: string;
  cylinder: string;
  key: string | null;
  reason: string;
  ordered_by: string;
  since: Date;
};

/** Programming jobs that were ordered, where the key system does not take them from us. */
export const jobWork: HandSource = {
  kind: 'programming_job',
  async list(tx, connectionId) {
    const product = asProduct(tx);
    const { rows } = await sql<Row>`
      select ordered.id, ordered.kind, cylinder.id as cylinder_id, cylinder.marking as cylinder, key.marking as key, ordered.reason,
        ordered.ordered_by, ordered.ordered_at as since
      from programming_order as ordered join ${doorsOf(product)} on cylinder.id = ordered.cylinder_id
      left join ${keysOf(product)} on key.id = ordered.key_id
      where ordered.state = 'to_enter' and ordered.connection_id = ${connectionId}::uuid and cylinder.deleted_at is null
      order by ordered.ordered_at, cylinder.marking, ordered.id`.execute(tx);
    return rows.map(workOf);
  },
  /** One that was ticked on the board of jobs counts as entered there. */
  async listDone(tx, entries) {
    const rows = await tx
      .selectFrom('programming_order')
      .select('id')
      .where('id', '=', (q) => q.fn.any(q.val(entries.map(({ id }) => id))))
      .where('state', 'in', ['entered', 'written'])
      .execute();
    return new Set(rows.map(({ id }) => id));
  },
};

function workOf({ id, kind, cylinder_id, cylinder, key, reason, ordered_by: name, since }: Row): WorkByHand {
  return {
    ...{ id, since },
    subject_id: cylinder_id,
    person_id: null,
    label: cylinder,
    reference: key ?? '',
    what: say(`work.job.${kind}`, { cylinder, key: key ?? '' }),
    why: say('because.ordered', { name, reason }),
    entered: { cylinder, job: kind, key },
  };
}
