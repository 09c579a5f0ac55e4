import { type Kysely, sql } from 'kysely';

const statements = [
  // A Merkle tree over the sealed events. Level 0 has the hashes of 64 events a row, level 1 those of 64 such rows, and so on.
  `create table audit_tree_tile (
    level smallint not null,
    index bigint not null,
    hashes bytea not null,
    primary key (level, index)
  )`,
  // Hashes do not get smaller, and compressing them takes time.
  'alter table audit_tree_tile alter column hashes set storage external',
  `create table audit_tree_head (
    only_row boolean primary key default true check (only_row),
    size bigint not null,
    root bytea not null,
    at timestamptz not null,
    signature bytea not null
  )`,
];

/** What proves an entry of the audit log without the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
