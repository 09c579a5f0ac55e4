import { type Kysely, sql } from 'kysely';

const statements = [
  // Whose keys, and which, a check asks about. Departments are folded, as in other scopes; null: no limit.
  `alter table possession_check add column departments text[], add column places uuid[], add column rings uuid[]`,
  `update possession_check set departments = array[coalesce(
      (select folded from department_spelling where spelling = department limit 1), lower(department))]
    where department is not null`,
  `alter table possession_check drop column department, drop column origin`,
  // A check that repeats begins anew at its next_at, which only the newest of a row of repetitions has.
  `alter table possession_check add column repeat_months integer check (repeat_months between 1 and 60),
    add column next_at timestamptz, add column is_repetition boolean not null default false,
    add constraint possession_check_next check (next_at is null or repeat_months is not null)`,
  `create index on possession_check (next_at) where next_at is not null`,
  // Of an answer on paper: who has entered it; null: the holder by a link.
  `alter table possession_check_person add column answered_by text`,
];

/** Possession checks of a part of the keys, that can repeat by themselves, and answers on paper. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
