import { type Kysely, sql } from 'kysely';

const statements = [
  'drop index sync_task_latest',
  // Of an import, the subject; of a sync, a source that it names.
  `update sync_task set iam_connection_id = null where iam_connection_id = subject_id`,
  'alter table sync_task rename column iam_connection_id to named_source_id',
  'alter table sync_task drop column key_system_connection_id',
  'create index sync_task_latest on sync_task (kind, subject_id, created_at desc)',
];

/** A task is over one subject of any kind, and not over one of two connections. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
