import { type Kysely, sql } from 'kysely';

const statements = [
  // Null: as the device has it.
  `create table preferences (
    admin_id uuid primary key references admin on delete cascade,
    language text check (language in ('en', 'de')),
    date_format text check (date_format in ('words', 'numbers', 'iso')),
    number_format text check (number_format in ('comma', 'point', 'space')),
    time_zone text,
    theme text check (theme in ('light', 'dark')),
    density text check (density in ('normal', 'compact')),
    start_page text
  )`,
  // When the token was last exchanged; of earlier sessions, when they began.
  'alter table session add column renewed_at timestamptz',
  'update session set renewed_at = created_at',
  'alter table session alter column renewed_at set not null',
  'alter table session alter column renewed_at set default now()',
  // What an administrator did, and what was done to the account, newest first.
  'create index audit_event_of_actor on audit_event (actor_id, id desc)',
  `create index audit_event_about_admin on audit_event (target_id, id desc) where target_type = 'admin'`,
];

/** How screens look for an administrator, on every device; when sessions were last renewed; events by account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
