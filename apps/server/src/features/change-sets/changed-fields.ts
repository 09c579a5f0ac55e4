import { type ChangedField, canonicalFields } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { managerNames } from '#platform/manager-names';

const examplesAField = 5;

const managers = managerNames(sql`of.source`, { before: sql`before`, after: sql`after` });
const isManager = sql`field = 'manager_ref'`;

type Row = Omit<ChangedField, 'examples'> & ChangedField['examples'][number];

/** Fields of people who stay that a change set of an identity source changes; most people first. */
export async function listChangedFields(db: Db, changeSetId: string): Promise<ChangedField[]> {
  const { rows } = await sql<Row>`
    select field, people, person_id, label,
      case when ${isManager} then coalesce(${managers.before}, before) else before end as before,
      case when ${isManager} then coalesce(${managers.after}, after) else after end as after
    from (
      select field, person_id, label, item.before ->> field as before, item.after ->> field as after,
        row_number() over (partition by field order by ordinal) as number, count(*) over (partition by field)::int as people
      from change_set_item as item cross join lateral jsonb_object_keys(item.before) as field
      where change_set_id = ${changeSetId} and kind in ('mover', 'update', 'begin', 'stop')
        and field = any(${[...canonicalFields]}::text[])) as changed
    cross join (select iam_connection_id as source from change_set where id = ${changeSetId}) as of
    where number <= ${examplesAField}
    order by people desc, field, number`.execute(db);
  const fields = new Map<string, ChangedField>();
  for (const { field, people, ...example } of rows) {
    const known = fields.get(field) ?? { field, people, examples: [] };
    known.examples.push(example);
    fields.set(field, known);
  }
  return [...fields.values()];
}
