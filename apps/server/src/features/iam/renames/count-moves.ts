import type { FieldMoves, RenamedField, ValueCount, ValueFlow } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';

export const renamedFields: readonly RenamedField[] = ['department', 'job_title'];

type Counted = { value: string; people: number };
export type OfChangeSet = { connectionId: string; changeSetId: string };

/** How people move between the values of a field, by the stored items of a change set and the people stored before it. */
export async function countMoves(
  db: Db,
  { connectionId, changeSetId }: OfChangeSet,
  field: RenamedField,
): Promise<FieldMoves> {
  const items = sql`change_set_item as item where item.change_set_id = ${changeSetId}`;
  const { rows: flows } = await sql<ValueFlow>`
    select coalesce(before ->> ${field}, '') as from, coalesce(after ->> ${field}, '') as to, count(*)::int as people
    from ${items} and kind = 'mover' and jsonb_exists(before, ${field}) group by 1, 2`.execute(db);
  const values = new Map<string, ValueCount>();
  if (flows.length === 0) return { field, flows, values };
  const column = sql.ref(`person.${field}`);
  const before = await sql<Counted>`
    select coalesce(${column}, '') as value, count(*)::int as people
    from person where connection_id = ${connectionId} and left_at is null and superseded_at is null group by 1`.execute(
    db,
  );
  const left = await sql<Counted>`
    select coalesce(${column}, '') as value, count(*)::int as people
    from person where id in (select item.person_id from ${items} and kind = 'leaver') group by 1`.execute(db);
  const joined = await sql<Counted>`
    select coalesce(after ->> ${field}, '') as value, count(*)::int as people
    from ${items} and kind = 'joiner' group by 1`.execute(db);
  for (const [name, { rows }] of [['before', before] as const, ['left', left] as const, ['joined', joined] as const]) {
    for (const { value, people } of rows) {
      values.set(value, { before: 0, left: 0, joined: 0, ...values.get(value), [name]: people });
    }
  }
  return { field, flows, values };
}
