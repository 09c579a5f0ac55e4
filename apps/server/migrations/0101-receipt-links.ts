import { type Kysely, sql } from 'kysely';

const statements = [
  // A receipt that is confirmed by a mailed link; the hash of its token until it is.
  `create table key_receipt_link (
    receipt_id uuid primary key references key_receipt on delete cascade,
    mail_address text not null,
    token_hash bytea unique,
    asked_at timestamptz not null,
    sent_at timestamptz not null,
    expires_at timestamptz not null,
    confirmed_at timestamptz,
    confirmed_from text,
    check ((token_hash is null) = (confirmed_at is not null)),
    check ((confirmed_from is null) = (confirmed_at is null))
  )`,
];

/** Receipts that are confirmed by a mailed link. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
