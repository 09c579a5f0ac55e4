import { type Kysely, sql } from 'kysely';

const statements = [
  // A place knows the type of the one it stands in, and is further down: so the tree cannot turn round, and no place can
  // stand below itself. A type that changes is handed on to what stands in it, and checked there.
  `create table location (
    id uuid primary key,
    parent_id uuid,
    parent_type text,
    name text not null check (name <> ''),
    code text unique,
    type text not null check (type in ('site', 'building', 'floor', 'area', 'door')),
    protection_class smallint check (protection_class between 1 and 4),
    owner_person_id uuid references person on delete set null,
    deputy_person_id uuid references person on delete set null,
    time_zone text,
    notes text not null default '',
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (id, type),
    foreign key (parent_id, parent_type) references location (id, type) on update cascade,
    constraint location_parent_whole check ((parent_id is null) = (parent_type is null)),
    constraint location_type_order check (
      parent_type is null
      or array_position(array['site', 'building', 'floor', 'area', 'door'], parent_type)
        < array_position(array['site', 'building', 'floor', 'area', 'door'], type))
  )`,
  `create unique index location_name on location (parent_id, lower(name)) nulls not distinct`,
  `create index location_owner on location (owner_person_id)`,
  `create index location_deputy on location (deputy_person_id)`,

  // Where the location texts of the key systems lead, however their places are called or stand by now.
  `create table location_text (
    path text primary key,
    location_id uuid not null references location on delete cascade
  )`,
  `create index location_text_location on location_text (location_id)`,

  `alter table cylinder
    add column location_id uuid references location,
    add column placed_by text check (placed_by in ('hand', 'text')),
    add column placed_text text,
    add constraint cylinder_placing check (
      case placed_by
        when 'text' then location_id is not null and placed_text is not null
        when 'hand' then true
        else location_id is null
      end)`,
  `create index cylinder_in_location on cylinder (location_id)`,
  `create index cylinder_unplaced on cylinder (marking, id) where location_id is null and deleted_at is null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
