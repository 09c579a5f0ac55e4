import { type Kysely, sql } from 'kysely';

const statements = [
  'alter table iam_connection drop constraint iam_connection_name_check',
  'alter table iam_connection add constraint iam_connection_name_check check (length(name) between 1 and 100)',
];

/** Sources are named as freely as everything else: a name may have one character, as in Chinese. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
