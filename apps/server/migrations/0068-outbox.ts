import { type Kysely, sql } from 'kysely';

const statements = [
  `create table outbox (
    id bigint generated always as identity primary key,
    kind text not null,
    subject text not null,
    payload jsonb not null,
    at timestamptz not null default clock_timestamp(),
    is_dispatched boolean not null default false
  )`,
  'create index outbox_undispatched on outbox (id) where not is_dispatched',
  'create index outbox_at on outbox (at)',
  `create table outbox_delivery (
    event_id bigint not null references outbox on delete cascade,
    subscriber text not null,
    subject text not null,
    attempts integer not null default 0,
    due_at timestamptz not null default now(),
    primary key (subscriber, event_id)
  )`,
  'create index outbox_delivery_subject on outbox_delivery (subscriber, subject, event_id)',
  'create index outbox_delivery_event on outbox_delivery (event_id)',
  `create table noticed (
    notice text not null,
    subject text not null,
    discriminator text not null,
    admin_id uuid references admin on delete cascade,
    at timestamptz not null default now(),
    unique nulls not distinct (notice, subject, discriminator, admin_id)
  )`,
  'create index noticed_admin on noticed (admin_id, notice)',
  `insert into noticed (notice, subject, discriminator, admin_id)
    select 'credential_warning', credential_id::text, days::text, admin_id from source_credential_warning_seen`,
  `insert into noticed (notice, subject, discriminator, admin_id)
    select 'certificate_warning', certificate_id::text, days::text, admin_id from certificate_warning_seen`,
  // A warning is about a credential; everything else that happens once is about the connection.
  `insert into noticed (notice, subject, discriminator, at)
    select 'credential_ending', split_part(once, ' ', 2), split_part(once, ' ', 3), max(at)
    from source_event where kind in ('credential.expiring', 'credential.expired') and once is not null group by 2, 3`,
  `insert into noticed (notice, subject, discriminator, at)
    select kind, connection_id::text, substring(once from position(' ' in once) + 1), at
    from source_event where kind in ('webhook.silent', 'webhook.refused', 'throttled') and once is not null`,
  'drop table source_credential_warning_seen, certificate_warning_seen',
  'alter table source_event drop column once',
];

/** Events of the product with what each subscriber has not had yet, and one memory of notices that are given once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
