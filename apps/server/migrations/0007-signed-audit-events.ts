import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table audit_event add column mac text`,

  // Nothing asks by time: ids are in its order. Every event paid for it, when written and when sealed.
  `drop index audit_event_at`,

  // What was found in audit_event and has no signature that fits.
  `create table audit_refused (
    refused_at timestamptz not null default now(),
    event jsonb not null
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
