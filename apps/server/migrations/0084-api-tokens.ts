import { type Kysely, sql } from 'kysely';

const statements = [
  `create table api_token (
    id uuid primary key,
    admin_id uuid not null references admin on delete cascade,
    name text not null check (length(name) between 1 and 100),
    shown text not null,
    secret_hash bytea not null unique,
    former_hash bytea unique,
    former_until timestamptz,
    functions text[],
    departments text[],
    places uuid[],
    is_read_only boolean not null,
    created_at timestamptz not null,
    issued_at timestamptz not null,
    expires_at timestamptz not null,
    last_used_at timestamptz,
    constraint api_token_former check ((former_hash is null) = (former_until is null))
  )`,
  'create index api_token_admin on api_token (admin_id)',
  `create table api_token_policy (
    only_row boolean primary key default true check (only_row),
    max_days int not null check (max_days between 1 and 730)
  )`,
];

/** Tokens of administrators and service accounts for programs, and how long they may be valid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
