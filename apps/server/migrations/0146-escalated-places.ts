import { type Kysely, sql } from 'kysely';

const statements = [
  // Of a request that waits for its place; later ones are in its steps.
  `alter table key_request add column due_at timestamptz, add column escalated_at timestamptz`,
  `update key_request set due_at = now() + make_interval(hours => coalesce((select step_hours from key_request_rules), 72))
    where state = 'to_complete'`,
  `create index on key_request (due_at) where state = 'to_complete' and escalated_at is null`,
];

/** Requests that wait too long for their place are escalated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
