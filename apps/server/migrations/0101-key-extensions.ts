import { type Kysely, sql } from 'kysely';

const statements = [
  `create table key_extension (
    id uuid primary key,
    hours int not null,
    reason text not null,
    asked_by_id uuid references admin on delete set null,
    asked_by text not null,
    asked_at timestamptz not null,
    state text not null check (state in ('open', 'approved', 'refused', 'ended')),
    decided_by text,
    decided_at timestamptz,
    decision_reason text,
    ends_at timestamptz,
    ended_at timestamptz,
    check ((state = 'open') = (decided_at is null)),
    check ((state in ('approved', 'ended')) = (ends_at is not null)),
    check ((state = 'ended') = (ended_at is not null))
  )`,
  `create index on key_extension (ends_at) where state = 'approved'`,
  'create index on key_extension (asked_at desc)',
  // The intervals before and during it; none before it is approved, and for keys that had none by then.
  `create table key_extension_key (
    extension_id uuid not null references key_extension on delete cascade,
    key_id uuid not null references key on delete cascade,
    former_minutes int,
    extended_minutes int,
    primary key (extension_id, key_id)
  )`,
  'create index on key_extension_key (key_id)',
  `update notification_settings set notices = notices || '{key_extension}'
    where notices @> '{guard_stopped,run_failed,source_state,credential_ending,webhook_disabled,key_lost,keys_ending}'`,
];

/** Keys that may go longer without an update for some hours, once a second administrator has approved it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
