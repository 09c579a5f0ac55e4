import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table key_request_rules add column asks_by_mail boolean not null default false`,
  `alter table key_request
    add column place_words text,
    add column is_by_link boolean not null default false,
    drop constraint key_request_state_check,
    add constraint key_request_state_check check (state in ('to_complete', 'in_approval', 'needs_info', 'approved',
      'in_preparation', 'ready_for_pickup', 'handed_out', 'applied', 'rejected', 'cancelled', 'expired', 'closed'))`,
  // One link a person; the mails of a day are counted from the first one.
  `create table key_request_link (
    person_id uuid primary key references person on delete cascade,
    token_hash bytea not null unique,
    expires_at timestamptz not null,
    language text not null,
    mails int not null,
    mails_since timestamptz not null
  )`,
  // Mails with links that are still to go: asked for by an address, or about what happened to a request.
  `create table key_request_link_mail (
    id uuid primary key,
    mail_address text,
    language text,
    request_id uuid references key_request on delete cascade,
    state text,
    answer text,
    at timestamptz not null
  )`,
  `create index on key_request_link_mail (request_id)`,
  `create index person_mail_address_idx on person (lower(btrim(email)))`,
];

/** Links by which people without an account ask for keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
