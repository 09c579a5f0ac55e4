import { type Kysely, sql } from 'kysely';

const statements = [
  // When a person first had everyone of a source imported; null: nothing reads it by itself yet.
  'alter table iam_connection add column first_imported_at timestamptz',
  `update iam_connection set first_imported_at = earliest.at from (
    select change_set.iam_connection_id, min(coalesce(change_set.applied_at, change_set.created_at)) as at
    from change_set left join sync_task on sync_task.id = change_set.task_id
    where change_set.kind = 'directory' and change_set.state = 'applied'
      and coalesce(sync_task.run_kind, '') not in ('single', 'dates')
    group by change_set.iam_connection_id) as earliest
  where iam_connection.id = earliest.iam_connection_id`,
];

/** Whether the first import of a source has been decided. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
