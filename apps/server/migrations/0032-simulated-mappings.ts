import { type Kysely, sql } from 'kysely';

const statements = [
  // Of a dry run over a source: the mapping that it tries in place of the stored one.
  'alter table sync_task add column mapping jsonb',
  // Who reports to whom.
  'create index person_manager_ref on person (connection_id, manager_ref) where manager_ref is not null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
