import { type Kysely, sql } from 'kysely';

const statements = [
  // A line with a case reminds of a key to be returned, by `ends_at`; its stage is negative from the day after.
  `alter table key_reminder_key add column case_id uuid references key_case on delete cascade`,
  `alter table key_reminder_key drop constraint key_reminder_key_pkey`,
  `create unique index key_reminder_key_line on key_reminder_key (reminder_id, key_id, audience, case_id) nulls not distinct`,
  `create index on key_reminder_key (case_id, audience) where case_id is not null`,
  // Of a reminder: who got it, or is to get it.
  `alter table key_case_entry add column reminded text[]`,
];

/** Reminders of keys that are to be returned, and their entries in the history of the case. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
