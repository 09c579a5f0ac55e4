import { type Kysely, sql } from 'kysely';

const statements = [
  // What each verification of the audit chain has found.
  `create table audit_verification (
    id uuid primary key,
    at timestamptz not null,
    took_ms integer not null,
    verified_by text,
    ok boolean not null,
    checked bigint not null,
    unsealed bigint not null,
    head_seq bigint not null,
    head_hash text not null,
    problems jsonb not null
  )`,
  'create index on audit_verification (at desc)',
  // What the log is asked for beside who acted: one kind of action, and one record.
  'create index audit_event_of_action on audit_event (action, id desc)',
  'create index audit_event_about on audit_event (target_id, id desc)',
  'drop index audit_event_about_admin',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
