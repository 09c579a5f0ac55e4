import { type Kysely, sql } from 'kysely';

const statements = [
  `create table key_ring (
    id uuid primary key,
    name text not null,
    created_at timestamptz not null,
    created_by text not null,
    version int not null default 1
  )`,
  `create unique index key_ring_name on key_ring (lower(name))`,
  // A key hangs on one ring at most.
  `create table key_ring_member (
    key_id uuid primary key references key on delete cascade,
    ring_id uuid not null references key_ring on delete cascade
  )`,
  `create index on key_ring_member (ring_id)`,
];

/** Keys that hang on a ring and go out together. A read of the key system changes none of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
