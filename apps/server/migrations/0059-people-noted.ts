import { type Kysely, sql } from 'kysely';

const watched =
  'id, connection_id, active, department, job_title, group_ids, display_name, employee_id, state, starts_on, ends_on';

const statements = [
  // With all columns whose former values are kept: since when a person has been so is part of an answer.
  'drop trigger access_updated on person',
  `create trigger access_updated after update on person referencing old table as gone new table as come
    for each statement execute function note_access_change('person', 'id', '${watched}')`,
  `create trigger described_updated after update on iam_connection referencing old table as gone new table as come
    for each statement execute function note_access_change('described', 'id', 'id, name')`,
  // The row has no id. Without one, the note would say that everything is to be read.
  `create function note_memory_change() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' or new.kept_since <> old.kept_since then
      insert into access_change (kind, record_id) values ('memory', gen_random_uuid());
    end if;
    return null;
  end $$`,
  `create trigger described_changed after insert or update on memory for each row execute function note_memory_change()`,
];

/** Notes what lists of people say of them, so that processes may keep it beside the access index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
