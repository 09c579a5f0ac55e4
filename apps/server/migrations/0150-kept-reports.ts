import { type Kysely, sql } from 'kysely';

const statements = [
  `create table report_schedule (
    id uuid primary key,
    owner_id uuid not null references admin on delete cascade,
    report text not null,
    parameters jsonb not null,
    format text not null,
    language text not null,
    every text not null check (every in ('day', 'week', 'month')),
    weekday int check (weekday between 1 and 7),
    day int check (day between 1 and 31),
    clock text not null,
    days_kept int not null,
    recipient_ids uuid[] not null,
    created_at timestamptz not null,
    paused_at timestamptz,
    stopped_at timestamptz,
    next_run_at timestamptz,
    -- The run that a worker has to do.
    due_at timestamptz,
    last_run_at timestamptz,
    last_skipped text[] not null default '{}',
    last_failure jsonb,
    failed_at timestamptz,
    version int not null default 1
  )`,
  'create index on report_schedule (next_run_at) where next_run_at is not null',
  `create table kept_report (
    id uuid primary key,
    report text not null,
    title text not null,
    format text not null,
    parameters jsonb not null,
    chosen text[] not null,
    rows int not null,
    bytes int not null,
    sha256 text not null,
    file_name text not null,
    content_type text not null,
    content bytea,
    -- Texts of its cells, in which an erased person is looked for.
    cells text not null,
    made_at timestamptz not null,
    maker_id uuid references admin on delete set null,
    made_by text not null,
    scope jsonb,
    reader_ids uuid[] not null,
    schedule_id uuid references report_schedule on delete set null,
    due_at timestamptz,
    keep_until timestamptz not null,
    erased_at timestamptz,
    unique (schedule_id, due_at)
  )`,
  // Workbooks and most PDFs are compressed already.
  'alter table kept_report alter column content set storage external',
  'create index on kept_report (made_at desc)',
  'create index on kept_report (keep_until)',
];

/** Results of reports that are kept, and reports that are made by a schedule. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
