import { type Kysely, sql } from 'kysely';

const statements = [
  `create table sign_in_attempt (
    token_hash bytea primary key,
    admin_id uuid not null references admin on delete cascade,
    passed text[] not null,
    expires_at timestamptz not null
  )`,
  'create index sign_in_attempt_admin on sign_in_attempt (admin_id)',

  `create table totp_factor (
    admin_id uuid primary key references admin on delete cascade,
    secret bytea not null,
    last_step bigint not null,
    created_at timestamptz not null,
    last_used_at timestamptz
  )`,
  `create table totp_set_up (
    admin_id uuid primary key references admin on delete cascade,
    secret bytea not null,
    expires_at timestamptz not null
  )`,

  `create table passkey (
    id uuid primary key,
    admin_id uuid not null references admin on delete cascade,
    credential_id text not null unique,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null,
    rp_id text not null,
    name text not null check (length(name) between 1 and 60),
    is_backed_up boolean not null,
    created_at timestamptz not null,
    last_used_at timestamptz
  )`,
  'create index passkey_admin on passkey (admin_id)',
  `create table passkey_challenge (
    challenge_hash bytea primary key,
    purpose text not null,
    expires_at timestamptz not null
  )`,
  'create index passkey_challenge_expires on passkey_challenge (expires_at)',

  `create table recovery_code (
    admin_id uuid not null references admin on delete cascade,
    code_hash bytea not null,
    used_at timestamptz,
    primary key (admin_id, code_hash)
  )`,

  `create table sign_in_policy (
    only_row boolean primary key default true check (only_row),
    second_factor text not null check (second_factor in ('optional', 'super_admins', 'everybody')),
    version int not null
  )`,

  `create table known_device (
    subject text primary key,
    admin_id uuid not null references admin on delete cascade,
    used_at timestamptz not null
  )`,
  'create index known_device_admin on known_device (admin_id)',

  'alter table password_reset add column resets_factors boolean not null default false',
];

/** Second factors, sign-ins under way, the policy, and the browsers that administrators have signed in with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
