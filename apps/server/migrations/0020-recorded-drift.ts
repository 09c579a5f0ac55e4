import { type Kysely, sql } from 'kysely';

const statements = [
  // What was recorded before counts as left by us: nobody knows better.
  `create table recorded_drift (
    id uuid primary key default gen_random_uuid(),
    connection_id uuid not null references key_system_connection on delete cascade,
    kind text not null check (kind in ('member_added', 'member_removed', 'doors_added', 'doors_removed', 'hours_changed',
      'profile_deleted', 'person_deactivated', 'person_activated')),
    profile_reference uuid,
    person_reference uuid,
    profile_name text not null default '',
    before jsonb,
    after jsonb,
    since timestamptz not null,
    accepted_at timestamptz,
    accepted_by text,
    unique nulls not distinct (connection_id, kind, profile_reference, person_reference)
  )`,
  'create index recorded_drift_profile on recorded_drift (profile_reference)',
];

/** What a read found otherwise than we left it in a key system. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
