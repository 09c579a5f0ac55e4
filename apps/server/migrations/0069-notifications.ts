import { type Kysely, sql } from 'kysely';

const statements = [
  `create table notification_settings (
    admin_id uuid primary key references admin on delete cascade,
    mail_address text,
    language text not null,
    notices text[] not null
  )`,
  `create table mail_delivery (
    event_id bigint not null references outbox on delete cascade,
    admin_id uuid not null references admin on delete cascade,
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
    attempts integer not null default 0,
    due_at timestamptz not null default now(),
    tried_at timestamptz,
    error jsonb,
    primary key (event_id, admin_id)
  )`,
  "create index mail_delivery_due on mail_delivery (due_at) where state = 'waiting'",
  'create index mail_delivery_admin on mail_delivery (admin_id, tried_at)',
];

/** What administrators are mailed about, and the mails themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
