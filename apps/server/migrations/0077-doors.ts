import { type Kysely, sql } from 'kysely';

const triggerOn = (table: string, name: string, call: string): string => {
  const gone = name.endsWith('_inserted') ? '' : ' old table as gone';
  const come = name.endsWith('_deleted') ? '' : ' new table as come';
  const event = gone === '' ? 'insert' : come === '' ? 'delete' : 'update';
  return `create trigger ${name} after ${event} on ${table} referencing${gone}${come} for each statement execute function ${call}`;
};

/** They name columns, so each is made anew. */
const watchedThere: [name: string, call: string][] = [
  ...['access_inserted', 'access_updated', 'access_deleted'].map((name): [string, string] => [
    name,
    "note_access_change('cylinder', 'id', 'id, group_id, deleted_at')",
  ]),
  ...['described_updated', 'described_deleted'].map((name): [string, string] => [
    name,
    "note_access_change('described', 'id', 'id, connection_id, marking, name, location')",
  ]),
  ...['past_updated', 'past_deleted'].map((name): [string, string] => [
    name,
    "keep_access_past('cylinder', 'id, first_seen_at as born, group_id, deleted_at')",
  ]),
];

/** That a door comes and goes is noted with its cylinder. */
const watchedHere: [name: string, call: string][] = [
  ['access_updated', "note_access_change('cylinder', 'id', 'id, location_id')"],
  ['described_updated', "note_access_change('described', 'id', 'id, own_name')"],
  ['past_updated', "keep_access_past('door', 'id, created_at as born, location_id')"],
  ['past_deleted', "keep_access_past('door', 'id, created_at as born, location_id')"],
];

const indexes = ['pkey', 'connection_id_external_id_key', 'marking', 'in_group', 'name', 'location', 'planned'];

const statements = [
  `alter table cylinder rename to key_system_cylinder`,
  ...indexes.map((name) => `alter index cylinder_${name} rename to key_system_cylinder_${name}`),
  ...['connection_id', 'group_id'].map(
    (column) => `alter table key_system_cylinder
      rename constraint cylinder_${column}_fkey to key_system_cylinder_${column}_fkey`,
  ),
  `update recorded_list set name = 'key_system_cylinder' where name = 'cylinder'`,

  // Created with its cylinder, as that has been known since, and gone with it; its id is that of the cylinder.
  `create table door (
    id uuid primary key references key_system_cylinder on delete cascade,
    location_id uuid references location,
    placed_by text check (placed_by in ('hand', 'text')),
    placed_text text,
    own_name text,
    notes text,
    version int not null default 1,
    created_at timestamptz not null,
    constraint door_placing check (
      case placed_by
        when 'text' then location_id is not null and placed_text is not null
        when 'hand' then true
        else location_id is null
      end)
  )`,
  `insert into door (id, location_id, placed_by, placed_text, own_name, notes, version, created_at)
   select id, location_id, placed_by, placed_text, own_name, notes, version, first_seen_at from key_system_cylinder`,
  'create index door_in_location on door (location_id)',

  // Places and own names are watched at the door from here on.
  ...watchedThere.flatMap(([name, call]) => [
    `drop trigger ${name} on key_system_cylinder`,
    triggerOn('key_system_cylinder', name, call),
  ]),
  ...watchedHere.map(([name, call]) => triggerOn('door', name, call)),
  `insert into access_past (kind, record_id, content, born, until)
   select 'door', record_id, jsonb_build_object('location_id', content -> 'location_id'), born, until
   from access_past where kind = 'cylinder'`,
  `update access_past set content = content - 'location_id' where kind = 'cylinder'`,

  `alter table key_system_cylinder drop column location_id, drop column placed_by, drop column placed_text,
     drop column own_name, drop column notes, drop column version`,

  `create function create_doors() returns trigger language plpgsql as $$
  begin
    insert into door (id, created_at) select id, first_seen_at from come;
    return null;
  end $$`,
  `create trigger door_created after insert on key_system_cylinder referencing new table as come
    for each statement execute function create_doors()`,

  // A left join, so that statements that read nothing of the door do not visit it.
  `create view cylinder as
   select known.id, connection_id, external_id, marking, name, cylinder_type, domain, location, state, group_id,
     first_seen_at, deleted_at, is_planned, search_text, location_id, placed_by, placed_text, own_name, notes, version
   from key_system_cylinder as known left join door on door.id = known.id`,
];

/** What is read of a cylinder, and what is said of its door here: two tables, each with its own writers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
