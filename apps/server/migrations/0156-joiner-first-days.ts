import { type Kysely, sql } from 'kysely';

const statements = [
  // Of a joiner: the first day that was known when the case became due; null: none.
  `alter table key_case add column first_day date`,
  // Where somebody has set another day, it stays until the first day moves again.
  `update key_case as one set first_day = person.starts_on from person
    where one.kind = 'joiner' and one.closed_at is null and person.id = one.person_id and (person.state <> 'coming' or exists (
      select from key_case_entry as entry where entry.case_id = one.id and entry.happening = 'due_changed'))`,
];

/** A case of a joiner is due on their first day, also when that moves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
