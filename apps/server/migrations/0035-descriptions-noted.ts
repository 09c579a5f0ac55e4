import { type Kysely, sql } from 'kysely';

type Watched = [table: string, columns: string];

/** What answers about access say of records, which access does not depend on. */
const watched: Watched[] = [
  ['cylinder', 'id, connection_id, marking, name, own_name, location'],
  ['cylinder_group', 'id, name, own_name'],
  ['location', 'id, name'],
  ['person_group', 'id, name'],
  ['key_system_connection', 'id, name, persons_read_at'],
];

const triggersOf = ([table, columns]: Watched): string[] => {
  const call = `execute function note_access_change('described', 'id', '${columns}')`;
  return [
    `create trigger described_updated after update on ${table} referencing old table as gone new table as come for each statement ${call}`,
    `create trigger described_deleted after delete on ${table} referencing old table as gone for each statement ${call}`,
    `create trigger described_emptied after truncate on ${table} for each statement ${call}`,
  ];
};

const profile = 'connection_id, own_reference, name, content, deleted_at';

const statements = [
  ...watched.flatMap(triggersOf),
  `create trigger described_inserted after insert on key_system_connection referencing new table as come
    for each statement execute function note_access_change('described', 'id', 'id')`,
  // One that is gone over there has no doors any more.
  'drop trigger recorded_updated on recorded_profile',
  `create trigger recorded_updated after update on recorded_profile referencing old table as gone new table as come
    for each statement execute function note_access_change('recorded', 'connection_id', '${profile}')`,
  `create trigger described_updated after update on key_plan_version referencing old table as gone new table as come
    for each statement execute function note_access_change('plan', 'keyplan_id', 'keyplan_id, number, at, reason')`,
  // A plan's settings too: since when they are in force is part of an answer.
  `create or replace function note_part_change() returns trigger language plpgsql as $$
  begin
    if (select count(*) from changed) > 2000 then
      insert into access_change (kind) values ('rule');
    else
      insert into access_change (kind, record_id) select distinct kind, record_id from changed;
    end if;
    return null;
  end $$`,
];

/** Notes new names of what answers about access name, so that processes may keep them beside the access index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
