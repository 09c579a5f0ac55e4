import { type Kysely, sql } from 'kysely';

const statements = [
  `create table key_request_file (
    id uuid primary key,
    request_id uuid not null references key_request on delete cascade,
    name text not null,
    type text not null check (type in ('application/pdf', 'image/png', 'image/jpeg')),
    bytes int not null,
    content bytea not null,
    tag text not null,
    added_by text not null,
    added_at timestamptz not null
  )`,
  // What is taken is compressed already.
  `alter table key_request_file alter column content set storage external`,
  `create index on key_request_file (request_id, added_at)`,
  // How many of the changes that "version" counts were of files: these settle no step, and so no mail about one.
  `alter table key_request add column file_changes int not null default 0`,
];

/** Files that are added to requests for keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
