import { type Kysely, sql } from 'kysely';

const statements = [
  // Holders are asked by mail which of their keys they have.
  `create table possession_check (
    id uuid primary key,
    department text,
    language text not null,
    origin text,
    started_at timestamptz not null,
    started_by text not null,
    due_at timestamptz not null,
    ended_at timestamptz,
    ended_by text
  )`,
  `create table possession_check_person (
    check_id uuid not null references possession_check on delete cascade,
    person_id uuid not null references person on delete cascade,
    mail_address text,
    token_hash bytea unique,
    is_to_mail boolean not null,
    mailed_at timestamptz,
    problem jsonb,
    answered_at timestamptz,
    also_has text not null default '',
    primary key (check_id, person_id)
  )`,
  `create index on possession_check_person (check_id) where is_to_mail`,
  `create index on possession_check_person (person_id)`,
  `create table possession_check_key (
    check_id uuid not null,
    key_id uuid not null references key on delete cascade,
    person_id uuid not null,
    answer text check (answer in ('has', 'missing', 'elsewhere', 'returned')),
    note text not null default '',
    primary key (check_id, key_id),
    foreign key (check_id, person_id) references possession_check_person on delete cascade
  )`,
  `create index on possession_check_key (check_id, person_id)`,
  `create index on possession_check_key (key_id)`,
];

/** Checks in which holders say which keys they have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
