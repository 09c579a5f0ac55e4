import { type Kysely, sql } from 'kysely';

const statements = [
  // Without a validity, the times of a key are not known; without an interval beside one, the key needs no updates.
  `alter table key
    add column validity text,
    add column valid_from timestamptz,
    add column valid_until timestamptz,
    add column revalidation_minutes int,
    add column schedule jsonb,
    add column own_cylinders text[],
    add column own_groups text[],
    add column access_used int,
    add column access_limit int,
    add column changed_at timestamptz`,
  `alter table key_system_cylinder
    add column block_used int,
    add column block_limit int,
    add column events_used int,
    add column events_limit int`,
  `create or replace view cylinder as
   select known.id, connection_id, external_id, marking, name, cylinder_type, domain, location, state, group_id,
     first_seen_at, deleted_at, is_planned, search_text, location_id, placed_by, placed_text, own_name, notes, version,
     block_used, block_limit, events_used, events_limit
   from key_system_cylinder as known left join door on door.id = known.id`,
  `alter table programming_job
    add column reference text,
    add column key_external_id text`,
  `create index programming_job_reference on programming_job (connection_id, reference) where reference is not null`,
  `create index programming_job_key on programming_job (connection_id, key_external_id)
    where key_external_id is not null`,
  `create table programming_key (
    id uuid primary key,
    connection_id uuid not null references key_system_connection on delete cascade,
    external_id text not null,
    marking text not null,
    kind text not null,
    holder_identity text,
    jobs int not null,
    job_limit int,
    row_hash text not null default '',
    deleted_at timestamptz,
    unique (connection_id, external_id)
  )`,
  `create table programming_device (
    id uuid primary key,
    connection_id uuid not null references key_system_connection on delete cascade,
    external_id text not null,
    name text not null,
    kind text not null,
    place text not null,
    last_contact_at timestamptz,
    row_hash text not null default '',
    deleted_at timestamptz,
    unique (connection_id, external_id)
  )`,
];

/** When keys work, what they open by themselves, how full keys and cylinders are, and what programs them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
