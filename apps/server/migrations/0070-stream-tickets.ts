import { type Kysely, sql } from 'kysely';

/** One-use tickets for opening a stream. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stream_ticket (
      token_hash bytea primary key,
      session_id uuid not null references session on delete cascade,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index stream_ticket_session on stream_ticket (session_id)`.execute(db);
}
