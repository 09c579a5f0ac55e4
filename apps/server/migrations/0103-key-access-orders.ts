import { type Kysely, sql } from 'kysely';

const statements = [
  // What a key is to open beside the profiles of its holder, as a whole, and what it opened before the order.
  `create table key_access_order (
    id uuid primary key,
    key_id uuid not null references key on delete cascade,
    cylinders text[] not null,
    groups text[] not null,
    cylinders_before text[] not null,
    groups_before text[] not null,
    is_taken_back boolean not null,
    case_id uuid not null,
    reason text not null,
    ordered_by text not null,
    ordered_at timestamptz not null,
    state text not null check (state in ('waiting', 'failed', 'to_enter', 'written', 'replaced')),
    problem jsonb,
    ended_at timestamptz,
    check ((state in ('written', 'replaced')) = (ended_at is not null))
  )`,
  // A later order takes the place of one that is not written yet.
  'create unique index key_access_order_open on key_access_order (key_id) where ended_at is null',
  'create index on key_access_order (case_id, ordered_at desc)',
];

/** Rights of a key's own that were ordered for another key, such as the replacement of a lost one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
