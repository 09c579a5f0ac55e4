import { type Kysely, sql } from 'kysely';

const statements = [
  // When an administrator is mailed: at once or once a day, by the clock of their own zone.
  `alter table notification_settings
    add column delivery text not null default 'instant' check (delivery in ('instant', 'daily')),
    add column daily_at text not null default '08:00',
    add column quiet jsonb,
    add column time_zone text not null default 'UTC'`,
  // Mails of a group are at most one a day; with a day they come together in the daily mail.
  `alter table mail_delivery
    add column notice text,
    add column urgency text not null default 'ordinary' check (urgency in ('personal', 'urgent', 'ordinary')),
    add column event_group text not null default '',
    add column digest_day date`,
  `update mail_delivery set event_group = event.kind from outbox as event where event.id = mail_delivery.event_id`,
  `create index on mail_delivery (admin_id, digest_day) where digest_day is not null`,
];

/** Daily mails, and quiet times of administrators. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
