import { type Kysely, sql } from 'kysely';

const statements = [
  `create table plan_quality (
    keyplan_id uuid not null references key_plan on delete cascade,
    at timestamptz not null default clock_timestamp(),
    profiles integer not null,
    links integer not null,
    rules integer not null,
    coverage double precision not null,
    lower_bound integer not null,
    primary key (keyplan_id, at)
  )`,
];

/** How good each active plan is, night by night. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
