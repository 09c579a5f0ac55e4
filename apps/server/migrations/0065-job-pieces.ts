import { type Kysely, sql } from 'kysely';

const statements = [
  `create table job_piece (
    job text not null,
    key text not null,
    payload jsonb not null,
    enqueued_at timestamptz not null default clock_timestamp(),
    primary key (job, key)
  )`,
  // What waited in the former queue is enqueued again once its lease has ended, within seconds.
  'drop schema if exists pgboss cascade',
];

/** Pieces of background work that wait for a worker, in place of the queue of a library. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
