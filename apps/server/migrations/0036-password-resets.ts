import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table password_reset (
      id uuid primary key,
      token_hash bytea not null unique,
      admin_id uuid not null references admin on delete cascade,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index password_reset_admin on password_reset (admin_id)`.execute(db);
}
