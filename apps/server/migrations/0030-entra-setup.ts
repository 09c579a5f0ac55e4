import { type Kysely, sql } from 'kysely';

const statements = [
  `create table entra_setup (
    id uuid primary key,
    admin_id uuid not null references admin on delete cascade,
    connection_name text not null,
    status text not null check (status in ('initiated', 'awaiting_consent', 'consent_received', 'verifying', 'ready',
      'completed', 'denied', 'failed', 'expired', 'cancelled')),
    message jsonb not null,
    error_code text,
    is_sandbox boolean not null default false,
    redirect_uri text not null,
    state_hash bytea unique,
    state_sealed bytea,
    is_state_used boolean not null default false,
    mode text check (mode in ('shared_app', 'own_app')),
    tenant_id text,
    client_id text,
    credential_kind text check (credential_kind in ('secret', 'certificate')),
    credential_sealed bytea,
    certificate jsonb,
    checks jsonb not null default '[]',
    organisation jsonb,
    permissions text[] not null default '{}',
    people int,
    webhook text check (webhook in ('available', 'unavailable', 'not_wanted')),
    tries int not null default 0,
    due_at timestamptz,
    give_up_at timestamptz,
    expires_at timestamptz not null,
    connection_id uuid references iam_connection on delete set null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  'create index entra_setup_due on entra_setup (due_at) where due_at is not null',
  'create index entra_setup_of_admin on entra_setup (admin_id, created_at desc)',
];

/** Guided set-ups of connections to Entra ID. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
