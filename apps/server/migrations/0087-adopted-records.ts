import { type Kysely, sql } from 'kysely';

const statements = [
  `create table adopted_record (
    connection_id uuid not null references key_system_connection on delete cascade,
    kind text not null check (kind in ('person', 'profile')),
    own_reference uuid not null,
    identity text not null,
    texts jsonb not null,
    adopted_at timestamptz not null,
    primary key (connection_id, kind, own_reference),
    unique (connection_id, kind, identity)
  )`,
];

/** Persons and profiles that were entered in a key system by hand and have become ours, under the key system's own ids. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
