import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table key_case drop constraint key_case_kind_check, drop constraint key_case_outcome_check`,
  `alter table key_case
    add constraint key_case_kind_check check (kind in ('lost', 'forgotten', 'broken', 'return', 'mover')),
    add constraint key_case_outcome_check check (outcome in
      ('found', 'returned', 'repaired', 'replaced', 'written_off', 'kept', 'settled', 'holder_left')),
    add column doors_gained uuid[],
    add column doors_lost uuid[]`,
  // Up to when the moves of a source's people are known. What was before the update opens no case.
  `create table key_move_watch (
    connection_id uuid primary key references iam_connection on delete cascade,
    watched_at timestamptz not null
  )`,
  `insert into key_move_watch (connection_id, watched_at) select id, now() from iam_connection`,
];

/** Cases of people whose doors have changed while they have a key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
