import { type Kysely, sql } from 'kysely';

const watched = 'id, connection_id, active, department, job_title, group_ids';
const kept = 'id, created_at as born, connection_id, active, department, job_title, group_ids';

const note = `execute function note_access_change('person', 'id', '${watched}')`;
const keep = `execute function keep_access_past('person', '${kept}')`;
const old = 'referencing old table as gone';

// Written in SQL and frozen once merged: it never imports app code, so it means the same forever.
const statements = [
  `create table person_group (
    id uuid primary key,
    connection_id uuid not null references iam_connection (id) on delete cascade,
    external_id text not null,
    name text not null,
    created_at timestamptz not null default now(),
    gone_at timestamptz,
    unique (connection_id, external_id)
  )`,
  // Sorted. On the person, so that what watches people and keeps their former values does so with their groups.
  `alter table person add column group_ids uuid[] not null default '{}'`,
  `create index person_group_ids on person using gin (group_ids) where group_ids <> '{}'`,

  'drop trigger access_inserted on person',
  'drop trigger access_updated on person',
  'drop trigger access_deleted on person',
  'drop trigger past_updated on person',
  'drop trigger past_deleted on person',
  `create trigger access_inserted after insert on person referencing new table as come for each statement ${note}`,
  `create trigger access_updated after update on person ${old} new table as come for each statement ${note}`,
  `create trigger access_deleted after delete on person ${old} for each statement ${note}`,
  `create trigger past_updated after update on person ${old} new table as come for each statement ${keep}`,
  `create trigger past_deleted after delete on person ${old} for each statement ${keep}`,
];

/** Groups of people, as an identity source names them, and who is in which. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
