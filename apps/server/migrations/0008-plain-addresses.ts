import { type Kysely, sql } from 'kysely';

// Written in SQL and frozen once merged: it never imports app code, so it means the same forever.
const statements = [
  // A user name or password in an address was never used for anything, but was shown to whoever could see the connection.
  `update key_system_connection
    set cliq_api_url = regexp_replace(cliq_api_url, '^https://[^/?#]*@', 'https://')
    where cliq_api_url ~ '^https://[^/?#]*@'`,
  `alter table key_system_connection
    add constraint key_system_connection_plain_address check (cliq_api_url !~ '^https://[^/?#]*@')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
