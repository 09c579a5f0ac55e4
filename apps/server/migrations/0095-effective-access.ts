import { type Kysely, sql } from 'kysely';

const statements = [
  // What the mirror of a key system says about one moment: readings list persons and profiles before keys.
  `create table recorded_reading (
    connection_id uuid primary key references key_system_connection on delete cascade,
    began_at timestamptz,
    finished_at timestamptz,
    written_at timestamptz,
    listed_at timestamptz,
    is_urgent boolean not null default false
  )`,
  // The same rights are held by many keys; the id follows from the content.
  `create table right_set (
    id uuid primary key,
    connection_id uuid not null references key_system_connection on delete cascade,
    cylinders text[] not null,
    groups text[] not null
  )`,
  `create index on right_set (connection_id)`,
  `create table key_content (
    key_id uuid primary key references key on delete cascade,
    connection_id uuid not null,
    held_sets uuid[],
    held_at timestamptz,
    is_timed boolean not null,
    limits jsonb,
    limits_at timestamptz,
    seen_sets uuid[] not null,
    recorded_sets uuid[] not null,
    recorded_changed_at timestamptz,
    recorded_seen_at timestamptz not null,
    is_confirmed boolean not null,
    exposure text not null default '',
    check ((held_sets is null) = (held_at is null))
  )`,
  `create index on key_content (connection_id)`,
  `create table cylinder_content (
    cylinder_id uuid primary key references key_system_cylinder on delete cascade,
    connection_id uuid not null,
    is_known boolean not null,
    group_external_id text,
    programmed_at timestamptz,
    recorded_group text,
    recorded_jobs text not null,
    recorded_seen_at timestamptz not null,
    group_since timestamptz not null
  )`,
  `create index on cylinder_content (connection_id)`,
  `create table exposed_right (
    id uuid primary key default gen_random_uuid(),
    connection_id uuid not null,
    key_id uuid not null references key on delete cascade,
    cylinder_id uuid not null references key_system_cylinder on delete cascade,
    withdrawn_at timestamptz not null,
    ends_at timestamptz not null,
    ended_by text check (ended_by in ('validity', 'revalidation')),
    is_certain boolean not null,
    whereabouts text not null check (whereabouts in ('in_hand', 'in_stock', 'lost', 'retired')),
    closed_at timestamptz,
    is_unlisted boolean not null,
    unique (key_id, cylinder_id)
  )`,
  // The longest first; those without a known end before all.
  `create index exposed_right_end on exposed_right (ends_at desc, id desc) where closed_at is null`,
  `create index exposed_right_cylinder on exposed_right (cylinder_id)`,
  `create index exposed_right_where on exposed_right (whereabouts, ends_at desc, id desc) where closed_at is null`,
  // What was read before is looked at once after the update.
  `insert into recorded_reading (connection_id) select id from key_system_connection`,
  `insert into job (kind, key) select 'look-at-keys', id::text from key_system_connection on conflict do nothing`,
];

/** What keys and cylinders hold, as far as facts prove it, and which withdrawn rights may still open a door. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
