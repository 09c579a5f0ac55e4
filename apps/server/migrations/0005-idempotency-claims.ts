import { type Kysely, sql } from 'kysely';

// Written in SQL and frozen once merged: it never imports app code, so it means the same forever.
const statements = [
  // A key that is there already was used by somebody who is not known to have finished: it is not taken over.
  `alter table idempotency_key
    add column claim uuid not null default gen_random_uuid(),
    add column claimed_until timestamptz not null default now(),
    add column is_carried_out boolean not null default true`,

  `alter table idempotency_key
    alter column claim drop default,
    alter column claimed_until drop default,
    alter column is_carried_out set default false`,

  'alter table idempotency_key drop column status',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
