import { type Kysely, sql } from 'kysely';

const statements = [
  `create table key_count (
    id uuid primary key,
    connection_id uuid references key_system_connection on delete cascade,
    storage text not null,
    started_at timestamptz not null,
    started_by text not null,
    closed_at timestamptz,
    closed_by text,
    reason text,
    figures jsonb,
    differences jsonb,
    version int not null default 1,
    check ((closed_at is null) = (figures is null) and (closed_at is null) = (differences is null)
      and (closed_at is null) = (reason is null))
  )`,
  `create index on key_count (started_at desc, id)`,
  `create table key_count_scan (
    id uuid primary key,
    count_id uuid not null references key_count on delete cascade,
    key_id uuid references key on delete cascade,
    text text not null,
    kind text not null check (kind in ('expected', 'handed_out', 'lost', 'retired', 'elsewhere', 'unknown')),
    at timestamptz not null,
    by_name text not null,
    check ((key_id is null) = (kind = 'unknown'))
  )`,
  // What two people scan at once is counted once.
  `create unique index key_count_scan_key on key_count_scan (count_id, key_id) where key_id is not null`,
  `create unique index key_count_scan_text on key_count_scan (count_id, lower(text)) where key_id is null`,
  `create index on key_count_scan (key_id)`,
];

/** Counts of keys in stock: what was scanned, and what it differed in from what is recorded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
