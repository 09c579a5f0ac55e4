import { type Kysely, sql } from 'kysely';

const statements = [
  // Heads of the tree over the log that an authority of time stamps has signed. `size`, `root`, `at` and `signature` are the head's.
  `create table audit_time_stamp (
    size bigint primary key,
    root bytea not null,
    at timestamptz not null,
    signature bytea not null,
    token bytea not null,
    stamped_at timestamptz not null,
    authority text not null
  )`,
  // Why there has been none since. Gone with the next one.
  `create table audit_time_stamp_failure (
    only_row boolean primary key default true check (only_row),
    at timestamptz not null,
    kind text not null check (kind in ('unreachable', 'refused')),
    detail text not null
  )`,
];

/** Proves when the administration log had which entries, to those who trust neither the product nor its operator. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
