import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table generator_run add column warnings jsonb not null default '[]'`,
  `update generator_run set warnings = told.warnings from (
    select run_id, jsonb_agg(data order by id) as warnings from generator_event where event = 'warning' group by run_id
  ) as told where told.run_id = generator_run.id`,
  'alter table generator_data add column choice_plans bytea',
  `alter table generator_suggestion add column hours jsonb not null default '[]'`,
  'alter table generator_finding add column location_id uuid',
  // As listed, for profiles of others; null until the next read. That of our own profiles is in content.
  'alter table recorded_profile add column schedule jsonb',
];

/** Keeps more of what a run of the generator found out, and the hours of profiles that others wrote. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
