import { type Kysely, sql } from 'kysely';

const statements = [
  `create table source_credential_warning_seen (
    admin_id uuid not null references admin on delete cascade,
    credential_id uuid not null references source_credential on delete cascade,
    days int not null,
    primary key (admin_id, credential_id, days)
  )`,
];

/** Which administrator has seen at which threshold that a credential of an identity source ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
