import { type Kysely, sql } from 'kysely';

const statements = [
  `create table single_sign_on (
    only_row boolean primary key default true check (only_row),
    is_enabled boolean not null,
    name text not null,
    issuer text not null,
    client_id text not null,
    client_secret bytea,
    scopes text[] not null,
    authority_pem text,
    username_claim text not null,
    name_claim text,
    mail_claim text,
    groups_claim text,
    roles_from_groups boolean not null,
    groups_give_super_admin boolean not null,
    creates_administrators boolean not null,
    created_scope jsonb,
    link_by_username boolean not null,
    trusts_provider_mfa boolean not null,
    mfa_values text[] not null,
    version int not null,
    updated_at timestamptz not null
  )`,
  // What a group gives: one role, or super admin.
  `create table single_sign_on_group (
    ordinal int primary key,
    group_name text not null,
    role_id uuid references admin_role on delete cascade
  )`,
  'create unique index single_sign_on_group_gives on single_sign_on_group (group_name, role_id)',
  'create unique index single_sign_on_group_super on single_sign_on_group (group_name) where role_id is null',
  'create index single_sign_on_group_role on single_sign_on_group (role_id)',

  `create table single_sign_on_identity (
    id uuid primary key,
    admin_id uuid not null references admin on delete cascade,
    issuer text not null,
    subject text not null,
    account text not null,
    linked_by text not null check (linked_by in ('administrator', 'invitation', 'username', 'creation')),
    made_super_admin boolean not null default false,
    linked_at timestamptz not null,
    last_used_at timestamptz,
    unique (issuer, subject),
    unique (admin_id, issuer)
  )`,

  // A sign-in under way. With an administrator, one who links an account.
  `create table single_sign_on_request (
    id uuid primary key,
    state_hash bytea not null unique,
    browser_hash bytea not null,
    sealed bytea not null,
    redirect_uri text not null,
    settings_version int not null,
    invitation_hash bytea,
    admin_id uuid references admin on delete cascade,
    expires_at timestamptz not null
  )`,
  'create index single_sign_on_request_expires on single_sign_on_request (expires_at)',
  'create index single_sign_on_request_admin on single_sign_on_request (admin_id)',
];

/** Signing in at a provider of OpenID Connect: its settings, who is linked, and sign-ins under way. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
