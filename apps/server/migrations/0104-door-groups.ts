import { type Kysely, sql } from 'kysely';

const indexes = ['pkey', 'connection_id_external_id_key', 'planned'];

/** Each names columns, so it is made anew. */
const triggerOn = (table: string, event: 'update' | 'delete', columns: string): string => {
  const rows = event === 'update' ? 'old table as gone new table as come' : 'old table as gone';
  return `create trigger described_${event}d after ${event} on ${table} referencing ${rows} for each statement
    execute function note_access_change('described', 'id', '${columns}')`;
};

const statements = [
  'alter table cylinder_group rename to key_system_cylinder_group',
  ...indexes.map((name) => `alter index cylinder_group_${name} rename to key_system_cylinder_group_${name}`),
  `alter table key_system_cylinder_group
     rename constraint cylinder_group_connection_id_fkey to key_system_cylinder_group_connection_id_fkey`,
  `update recorded_list set name = 'key_system_cylinder_group' where name = 'cylinder_group'`,

  // Created with its cylinder group and gone with it; its id is that of the cylinder group.
  `create table door_group (
    id uuid primary key references key_system_cylinder_group on delete cascade,
    own_name text,
    notes text,
    version int not null default 1
  )`,
  `insert into door_group (id, own_name, notes, version)
   select id, own_name, notes, version from key_system_cylinder_group`,

  // Own names are watched at the group of doors from here on.
  ...(['update', 'delete'] as const).flatMap((event) => [
    `drop trigger described_${event}d on key_system_cylinder_group`,
    triggerOn('key_system_cylinder_group', event, 'id, name'),
  ]),
  triggerOn('door_group', 'update', 'id, own_name'),

  'alter table key_system_cylinder_group drop column own_name, drop column notes, drop column version',

  `create function create_door_groups() returns trigger language plpgsql as $$
  begin
    insert into door_group (id) select id from come;
    return null;
  end $$`,
  `create trigger door_group_created after insert on key_system_cylinder_group referencing new table as come
    for each statement execute function create_door_groups()`,

  // A left join, so that statements that read nothing of ours do not visit it.
  `create view cylinder_group as
   select known.id, connection_id, external_id, name, domain, deleted_at, is_planned, own_name, notes, version
   from key_system_cylinder_group as known left join door_group on door_group.id = known.id`,
];

/** What is read of a cylinder group, and what is said of it here: two tables, each with its own writers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
