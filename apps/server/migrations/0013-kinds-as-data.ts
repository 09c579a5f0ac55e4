import { type Kysely, sql } from 'kysely';

const statements = [
  // Which kinds there are is known to the contract alone.
  `alter table iam_connection drop constraint iam_connection_provider_check`,
  `alter table sync_task drop constraint sync_task_kind_check`,
  `alter table change_set drop constraint change_set_kind_check`,

  // The connection a task is over, whatever its kind: it has one task at a time. One without is over itself.
  `alter table sync_task add column subject_id uuid`,
  `update sync_task set subject_id = coalesce(case kind when 'directory' then iam_connection_id else key_system_connection_id end, id)`,
  `alter table sync_task alter column subject_id set not null`,
  `drop index sync_task_one_directory_run`,
  `drop index sync_task_one_key_system_run`,
  `create unique index sync_task_one_run on sync_task (subject_id) where status in ('PENDING', 'RUNNING')`,

  // What was read stands in the position of the task.
  `alter table change_set drop column staff_list_id`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
