import { type Kysely, sql } from 'kysely';

// Written in SQL and frozen once merged: it never imports app code, so it means the same forever.
const statements = [
  `alter table admin add column functions text[] not null
    default '{assign_keys,request_keys,view_cylinders,user_audits}'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
