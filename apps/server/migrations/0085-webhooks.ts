import { type Kysely, sql } from 'kysely';

const statements = [
  `create table webhook (
    id uuid primary key,
    url text not null,
    description text not null,
    events text[] not null,
    is_enabled boolean not null,
    disabled_because text check (disabled_because in ('failing', 'gone')),
    sealed bytea not null,
    previous_sealed bytea,
    previous_until timestamptz,
    last_sequence bigint not null default 0,
    failing_since timestamptz,
    last_attempt jsonb,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create table webhook_delivery (
    id uuid primary key,
    webhook_id uuid not null references webhook on delete cascade,
    sequence bigint not null,
    kind text not null,
    occurred_at timestamptz not null,
    data jsonb not null,
    path text not null,
    state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'dropped')),
    tries integer not null default 0,
    attempts jsonb not null default '[]',
    due_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    unique (webhook_id, sequence)
  )`,
  "create index webhook_delivery_due on webhook_delivery (due_at) where state = 'waiting'",
  "create index webhook_delivery_waiting on webhook_delivery (webhook_id) where state = 'waiting'",
  'create index webhook_delivery_created on webhook_delivery (created_at)',
  // Who has chosen everything there was is mailed about the new one too.
  `update notification_settings set notices = notices || '{webhook_disabled}'
    where notices @> '{guard_stopped,run_failed,source_state,credential_ending}'`,
];

/** Addresses that are called when something has happened, and what is sent to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
