import { type Kysely, sql } from 'kysely';

const statements = [
  // A decision that only approved or rejected left what was granted as it is now.
  `alter table key_request_step add column granted_until_before timestamptz`,
  `update key_request_step set granted_until_before = key_request.granted_until
    from key_request where key_request.id = request_id and decision in ('approved', 'rejected')`,
  `alter table key_request_link add column former_token_hash bytea unique, add column former_expires_at timestamptz`,
];

/** Until when was granted before a decision, and the link before one whose mail has not left. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
