import { type Kysely, sql } from 'kysely';

const ofConnection = 'connection_id uuid not null references iam_connection on delete cascade';

const statements = [
  // What no other record tells of a source.
  `create table source_event (
    id uuid primary key,
    ${ofConnection},
    kind text not null,
    at timestamptz not null default now(),
    actor_name text,
    source_ip text,
    sentence jsonb not null,
    once text,
    unique (connection_id, once)
  )`,
  'create index source_event_list on source_event (connection_id, at desc, id desc)',
  `create function refuse_change_of_event() returns trigger language plpgsql as $$
    begin raise exception 'events are never changed'; end $$`,
  'create trigger never_changed before update on source_event for each row execute function refuse_change_of_event()',
  `create index audit_event_of_source on audit_event (target_id, id desc)
    where target_type in ('iam_connection', 'source_credential', 'source_webhook', 'timetable')`,

  // Calls by hour, outcome and the time they took, so that no call has a row of its own.
  `create table source_call (
    ${ofConnection},
    hour timestamptz not null,
    outcome text not null,
    bucket smallint not null,
    calls int not null,
    objects bigint not null,
    units bigint not null,
    load real,
    primary key (connection_id, hour, outcome, bucket)
  )`,

  `create table source_webhook (
    connection_id uuid primary key references iam_connection on delete cascade,
    key_hash bytea not null unique,
    sealed bytea not null,
    is_wanted boolean not null default true,
    received bigint not null default 0,
    refused bigint not null default 0,
    last_event_at timestamptz,
    last_pull_at timestamptz,
    silent_since timestamptz,
    silence_checked_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  `create table source_nudge (
    id bigint generated always as identity primary key,
    ${ofConnection},
    at timestamptz not null default clock_timestamp()
  )`,
  'create index source_nudge_of_connection on source_nudge (connection_id, at)',
  `create table source_subscription (
    ${ofConnection},
    resource text not null check (resource in ('users', 'groups')),
    remote_id text,
    ends_at timestamptz,
    due_at timestamptz not null default now(),
    failures int not null default 0,
    error jsonb,
    is_reauthorization_due boolean not null default false,
    primary key (connection_id, resource)
  )`,
  'create index source_subscription_due on source_subscription (due_at)',

  // What tells of changes is removed there when a connection is switched off, and asked for again when it is switched on.
  `create function look_after_subscriptions() returns trigger language plpgsql as $$
    begin
      update source_subscription set due_at = now(), failures = 0 where connection_id = new.id;
      return null;
    end $$`,
  `create trigger switched after update of is_active on iam_connection for each row
    when (old.is_active is distinct from new.is_active) execute function look_after_subscriptions()`,

  // What is left at a source of a connection that is deleted here, with what is needed to remove it there.
  `create table source_farewell (
    id uuid primary key default gen_random_uuid(),
    connection_id uuid not null,
    provider text not null,
    configuration jsonb not null,
    credential_id uuid,
    credential_kind text,
    sealed bytea,
    remote_ids text[] not null,
    due_at timestamptz not null default now(),
    forgotten_after timestamptz not null default now() + interval '1 day'
  )`,
  `create function say_farewell_to_source() returns trigger language plpgsql as $$
    begin
      insert into source_farewell (connection_id, provider, configuration, credential_id, credential_kind, sealed, remote_ids)
      select old.id, old.provider, old.configuration_data, credential.id, credential.kind, credential.sealed, told.ids
      from (select array_agg(remote_id) as ids from source_subscription
        where connection_id = old.id and remote_id is not null) as told
      left join source_credential as credential on credential.connection_id = old.id and credential.state = 'active'
      where told.ids is not null;
      return old;
    end $$`,
  'create trigger farewell before delete on iam_connection for each row execute function say_farewell_to_source()',

  `alter table source_credential
    add column last_test jsonb,
    add column added_by text,
    add column activated_at timestamptz`,
  `create unique index source_credential_next on source_credential (connection_id) where state = 'next'`,
];

/** How identity sources are: what happened to them, how their calls go, how they tell of changes, and how long credentials last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
