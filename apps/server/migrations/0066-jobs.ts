import { type Kysely, sql } from 'kysely';

const statements = [
  `create table job (
    kind text not null,
    key text not null,
    due_at timestamptz not null default clock_timestamp(),
    lease uuid,
    attempt int not null default 0,
    failures int not null default 0,
    is_requested_again boolean not null default false,
    primary key (kind, key)
  )`,
  'create index job_due on job (kind, due_at)',
  `insert into job (kind, key, due_at, attempt, failures)
    select 'tasks.run', task.id::text, coalesce(lease.until, now()), task.attempt, task.failures
    from sync_task as task left join task_lease as lease on lease.task_id = task.id
    where task.status in ('PENDING', 'RUNNING')`,
  `insert into job (kind, key, due_at, failures)
    select 'entra-setup.verify', id::text, coalesce(due_at, now()), greatest(tries - 1, 0) from entra_setup
    where status in ('consent_received', 'verifying')`,
  `insert into job (kind, key) select distinct 'source-webhooks.pull', connection_id::text from source_nudge`,
  'drop table task_lease, job_piece',
  'alter table sync_task drop column attempt, drop column failures',
  'alter table entra_setup drop column tries, drop column due_at',
];

/** Background work that waits or is being done, in one table; it was a queue, leases of tasks, and due times of set-ups. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
