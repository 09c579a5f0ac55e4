import { type Kysely, sql } from 'kysely';

const statements = [
  `create table programming_order (
    id uuid primary key,
    connection_id uuid not null references key_system_connection on delete cascade,
    cylinder_id uuid references key_system_cylinder on delete cascade,
    key_id uuid references key on delete cascade,
    kind text not null,
    subject_kind text,
    subject_id uuid,
    reason text not null default '',
    ordered_by text,
    ordered_at timestamptz not null,
    state text not null check (state in ('waiting', 'written', 'refused', 'to_enter', 'entered', 'withdrawn')),
    reference text generated always as (id::text) stored,
    job_external_id text,
    programming_key_id uuid references programming_key on delete set null,
    is_to_assign boolean not null default false,
    is_to_cancel boolean not null default false,
    after_id uuid references programming_order on delete set null,
    problem jsonb,
    changed_at timestamptz not null,
    version int not null default 1,
    check ((subject_kind is null) = (subject_id is null)),
    check (not is_to_cancel or state = 'written'),
    unique (connection_id, job_external_id)
  )`,
  `create index on programming_order (connection_id, reference)`,
  `create index on programming_order (subject_id) where subject_id is not null`,
  `create index on programming_order (cylinder_id)`,
  `create index on programming_order (connection_id, state) where state in ('waiting', 'to_enter', 'entered')`,
  `create index on programming_order (connection_id) where is_to_assign or is_to_cancel`,
  `create index on programming_order (changed_at)`,
  `create index programming_job_open on programming_job (connection_id, state)`,
  `create table programming_policy (
    only_row boolean primary key default true check (only_row),
    jobs_per_key int not null check (jobs_per_key between 1 and 1000)
  )`,
  // Every job that is known: as the key system lists it, with our order for it, and the orders it has no job for yet.
  `create view programming_work as
    select coalesce(mine.id, job.id) as id, job.connection_id, cylinder.id as cylinder_id, job.cylinder_external_id, job.kind,
      job.key_external_id, mine.id as order_id, job.id as job_id, job.external_id, job.assigned_key,
      case when mine.state = 'waiting' then 'to_write'
        when mine.state = 'withdrawn' and job.deleted_at is not null and job.state <> 'done' then 'cancelled'
        when job.deleted_at is not null and job.state not in ('done', 'failed', 'cancelled') then 'failed'
        else job.state end as stage,
      job.deleted_at is not null and job.state not in ('done', 'failed', 'cancelled') as is_gone,
      job.created_at, job.done_at
    from programming_job as job
    left join programming_order as own on own.connection_id = job.connection_id and own.reference = job.reference
    left join programming_order as entered on own.id is null
      and entered.connection_id = job.connection_id and entered.job_external_id = job.external_id
    left join programming_order as mine on mine.id = coalesce(own.id, entered.id)
    left join key_system_cylinder as cylinder
      on cylinder.connection_id = job.connection_id and cylinder.external_id = job.cylinder_external_id
    where mine.id is not null or job.deleted_at is null or job.state in ('done', 'failed')
    union all
    select ordered.id, ordered.connection_id, ordered.cylinder_id, cylinder.external_id, ordered.kind, key.external_id,
      ordered.id, null, null, case when ordered.is_to_assign then null else carrier.marking end,
      case when ordered.state in ('waiting', 'refused', 'to_enter') then 'to_write'
        when ordered.state = 'withdrawn' then 'cancelled'
        when ordered.programming_key_id is not null and not ordered.is_to_assign then 'assigned'
        else 'pending' end,
      false, ordered.ordered_at, null
    from programming_order as ordered
    join key_system_cylinder as cylinder on cylinder.id = ordered.cylinder_id
    left join key on key.id = ordered.key_id
    left join programming_key as carrier on carrier.id = ordered.programming_key_id
    where ordered.job_external_id is null and not exists (
      select from programming_job as job where job.connection_id = ordered.connection_id and job.reference = ordered.reference)`,
];

/** What we want programmed into cylinders, beside the jobs that key systems list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
