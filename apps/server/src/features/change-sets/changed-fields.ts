import { type ChangedField, canonicalFields } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';

const examplesAField = 5;

type Row = Omit<ChangedField, 'examples'> & ChangedField['examples'][number];

/** Fields of people who stay that a change set of an identity source changes; most people first. */
export async function listChangedFields(db: Db, changeSetId: string): Promise<ChangedField[]> {
  const { rows } = await sql<Row>`
    select field, people, person_id, label, before, after from (
      select field, person_id, label, item.before ->> field as before, item.after ->> field as after,
        row_number() over (partition by field order by ordinal) as number, count(*) over (partition by field)::int as people
      from change_set_item as item cross join lateral jsonb_object_keys(item.before) as field
      where change_set_id = ${changeSetId} and kind in ('mover', 'update', 'begin', 'stop')
        and field = any(${[...canonicalFields]}::text[])) as changed
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
