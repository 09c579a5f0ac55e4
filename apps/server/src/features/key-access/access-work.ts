import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { shownName } from '#platform/door-names';
import { asProduct } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { keysOf } from '../keys/relation';
import type { HandSource, WorkByHand } from '../work-list/service';

type Row = {
  id: string;
  key_id: string;
  marking: string;
  serial: string;
  reason: string;
  ordered_by: string;
  since: Date;
  doors: string[] | null;
};

/** Rights of a key's own that were ordered, where the key system does not take them from us or has refused them. */
export const accessWork: HandSource = {
  kind: 'key_access',
  async list(tx, connectionId) {
    const product = asProduct(tx);
    const { rows } = await sql<Row>`
      select wanted.id, key.id as key_id, key.marking, key.serial, wanted.reason, wanted.ordered_by, wanted.ordered_at as since, (
        select array_agg(named.name order by named.name) from (
          select cylinder.marking as name from ${doorsOf(product)}
          where cylinder.connection_id = key.connection_id and cylinder.external_id = any(wanted.cylinders)
          union all select ${shownName('cylinder_group')} from cylinder_group
          where cylinder_group.connection_id = key.connection_id and cylinder_group.external_id = any(wanted.groups)) as named) as doors
      from key_access_order as wanted join ${keysOf(product)} on key.id = wanted.key_id
      where wanted.state in ('to_enter', 'failed') and key.connection_id = ${connectionId}::uuid and key.deleted_at is null
      order by wanted.ordered_at, key.marking, wanted.id`.execute(tx);
    return rows.map(workOf);
  },
  async listDone(tx, entries) {
    const rows = await tx
      .selectFrom('key_access_order')
      .select('id')
      .where('id', '=', (q) => q.fn.any(q.val(entries.map(({ id }) => id))))
      .where('state', '=', 'written')
      .execute();
    return new Set(rows.map(({ id }) => id));
  },
};

function workOf({ id, key_id, marking: key, serial, reason, ordered_by: name, since, doors }: Row): WorkByHand {
  return {
    ...{ id, since },
    subject_id: key_id,
    person_id: null,
    label: key,
    reference: serial,
    what: doors ? say('work.keyAccess', { key, doors }) : say('work.keyWithoutAccess', { key }),
    why: say('because.ordered', { name, reason }),
    entered: { key, serial, doors: (doors ?? []).join('; ') },
  };
}
