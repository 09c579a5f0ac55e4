import { type Kysely, sql } from 'kysely';

const statements = [
  // A mail goes to where the account's went before, too.
  `alter table mail_delivery add column mail_address text`,
  // A link works until the mail of the next one has been taken.
  `alter table possession_check_person add column former_token_hash bytea`,
  `create unique index on possession_check_person (former_token_hash) where former_token_hash is not null`,
];

/** Mails to the former address of an account, and links that work until others are in their place. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
