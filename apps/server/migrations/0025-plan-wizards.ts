import { type Kysely, sql } from 'kysely';

const statements = [
  `create table key_plan_wizard (
    id uuid primary key,
    keyplan_id uuid unique references key_plan (id) on delete cascade,
    plan_version integer,
    step text not null,
    content jsonb not null,
    started_by text not null,
    updated_by text not null,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    finished_at timestamptz,
    check ((keyplan_id is null) = (plan_version is null)),
    check (finished_at is null or keyplan_id is not null)
  )`,
  'create index key_plan_wizard_open on key_plan_wizard (updated_at desc) where finished_at is null',
];

/** Key plans that are written step by step, by any administrator, from any browser. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
