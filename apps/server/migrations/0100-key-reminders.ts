import { type Kysely, sql } from 'kysely';

const statements = [
  // One mail a day to an address, about all its keys.
  `create table key_reminder (
    id uuid primary key,
    mail_address text not null,
    day date not null,
    language text not null check (language in ('en', 'de')),
    asked_by text,
    state text not null check (state in ('waiting', 'sent', 'failed', 'needless')),
    attempts int not null default 0,
    due_at timestamptz not null default now(),
    problem jsonb,
    created_at timestamptz not null,
    ended_at timestamptz,
    check ((state = 'waiting') = (ended_at is null))
  )`,
  'create unique index key_reminder_day on key_reminder (lower(mail_address), day)',
  `create index on key_reminder (due_at) where state = 'waiting'`,
  'create index on key_reminder (created_at desc)',
  // What it is about; the stage is how many days before its end a key came to be reminded of, null where a person asked for it.
  `create table key_reminder_key (
    reminder_id uuid not null references key_reminder on delete cascade,
    key_id uuid not null references key on delete cascade,
    audience text not null check (audience in ('holder', 'manager', 'security')),
    person_id uuid not null,
    ends_at timestamptz not null,
    stage int,
    is_needless boolean not null default false,
    primary key (reminder_id, key_id, audience)
  )`,
  'create index on key_reminder_key (key_id, audience)',
  `update notification_settings set notices = notices || '{keys_ending}'
    where notices @> '{guard_stopped,run_failed,source_state,credential_ending,webhook_disabled,key_lost}'`,
];

/** Mails that remind of keys that are about to stop working. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
