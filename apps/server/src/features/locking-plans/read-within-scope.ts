import type { LockingPlan, LockingPlanContent } from '@key2xs/contract';
import { sql } from 'kysely';
import { mapInSlices } from '#platform/in-slices';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { keysOf } from '../keys/relation';
import { peopleOf } from '../people/relation';

type Column = { at: number; column: string; is_known: boolean };
type Row = { row: string; rights: string; kind: LockingPlanContent['rows'][number]['kind'] };

/**
 * The part of a stored plan that its reader may see, and its counts: columns of the reader's doors, rows of the reader's people and
 * keys. What names no record is in no one's scope.
 */
export async function readWithinScope(
  reader: Reader,
  connectionId: string,
): Promise<{ content: string; counts: LockingPlan['counts'] }> {
  const { scope } = reader.viewer;
  const { rows: columns } = await sql<Column>`
    select (ordinal - 1)::int as at, item::text as column, item ->> 'cylinder_id' is not null as is_known
    from locking_plan cross join jsonb_array_elements(content -> 'columns') with ordinality as one (item, ordinal)
    where connection_id = ${connectionId}
      ${scope?.places ? sql`and item ->> 'cylinder_id' in (select id::text from ${doorsOf(reader)})` : sql``}
    order by ordinal`.execute(reader.db);
  const { rows } = await sql<Row>`
    select (item - 'rights')::text as row, item ->> 'rights' as rights, item ->> 'kind' as kind
    from locking_plan cross join jsonb_array_elements(content -> 'rows') with ordinality as one (item, ordinal)
    where connection_id = ${connectionId} ${scope?.departments ? sql`and ${isOwnRow(reader)}` : sql``}
    order by ordinal`.execute(reader.db);
  const places = new Map(columns.map(({ at }, place) => [at, place]));
  let rights = 0;
  const lines = await mapInSlices(rows, ({ row, rights: listed }) => {
    const shown = (JSON.parse(listed) as number[]).flatMap((at) => places.get(at) ?? []);
    rights += shown.length;
    return `${row.slice(0, -1)},"rights":[${shown}]}`;
  });
  const { file_name } = await sql<{ file_name: string }>`
    select content -> 'file_name' #>> '{}' as file_name from locking_plan where connection_id = ${connectionId}`
    .execute(reader.db)
    .then(({ rows: [plan] }) => plan ?? { file_name: '' });
  return {
    content: `{"file_name":${JSON.stringify(file_name)},"columns":[${columns.map(({ column }) => column)}],"rows":[${lines}]}`,
    counts: {
      rows: rows.length,
      columns: columns.length,
      rights,
      unknown_rows: rows.filter(({ kind }) => kind === 'unknown').length,
      unknown_columns: columns.filter(({ is_known }) => !is_known).length,
    },
  };
}

const isOwnRow = (reader: Reader) => sql<boolean>`case item ->> 'kind'
  when 'key' then item ->> 'record_id' in (select id::text from ${keysOf(reader)})
  when 'person' then exists (
    select from recorded_person as holder join ${peopleOf(reader, 'inside')} on inside.id = holder.own_reference
    where holder.connection_id = locking_plan.connection_id and holder.identity = item ->> 'record_id')
  else false end`;
