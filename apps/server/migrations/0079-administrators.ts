import { type Kysely, sql } from 'kysely';

const usual = `array['assign_keys', 'request_keys', 'view_cylinders', 'user_audits']`;

const statements = [
  'alter table admin rename column disabled_at to suspended_at',
  `alter table admin
    alter column password_hash drop not null,
    add column name text,
    add column valid_from timestamptz,
    add column valid_until timestamptz,
    add column is_service boolean not null default false,
    add column last_sign_in_at timestamptz,
    add column deputy_id uuid references admin on delete set null,
    add column deputy_from timestamptz,
    add column deputy_until timestamptz,
    add column version int not null default 1,
    add constraint admin_valid check (valid_from is null or valid_until is null or valid_from < valid_until),
    add constraint admin_deputy check (deputy_id <> id),
    add constraint admin_deputy_dates check (deputy_from < deputy_until)`,
  'create index admin_deputy on admin (deputy_id) where deputy_id is not null',

  `create table admin_role (
    id uuid primary key,
    name text not null check (length(name) between 1 and 80),
    name_folded text not null unique,
    functions text[] not null,
    needs_second_factor boolean not null default false,
    version int not null default 1,
    created_at timestamptz not null default now()
  )`,
  `create table admin_role_member (
    admin_id uuid not null references admin on delete cascade,
    role_id uuid not null references admin_role on delete restrict,
    primary key (admin_id, role_id)
  )`,
  'create index admin_role_member_role on admin_role_member (role_id)',

  `insert into admin_role (id, name, name_folded, functions)
    values (gen_random_uuid(), 'Sub-Admin', 'sub-admin', ${usual})`,
  // One role for each other set of functions that sub-admins have, younger than the usual one, which new sub-admins get.
  `insert into admin_role (id, name, name_folded, functions, created_at)
    select gen_random_uuid(), name, lower(name), functions, now() + interval '1 second'
    from (
      select 'Sub-Admin ' || row_number() over (order by functions) + 1 as name, functions
      from (select distinct functions from admin where role = 'subadmin') as given
      where not (functions @> ${usual} and functions <@ ${usual})
    ) as named`,
  `insert into admin_role_member (admin_id, role_id)
    select admin.id, admin_role.id
    from admin join admin_role
      on admin_role.functions @> admin.functions and admin_role.functions <@ admin.functions
    where admin.role = 'subadmin'`,
  'alter table admin drop column functions',

  `alter table session
    add column user_agent text,
    add column address text,
    add column proved_at timestamptz,
    add column acts_for uuid references admin on delete cascade,
    add column acts_as text check (acts_as in ('deputy', 'view')),
    add column reason text,
    add constraint session_acts check ((acts_for is null) = (acts_as is null))`,
  'update session set proved_at = created_at',
  'alter table session alter column proved_at set not null, alter column proved_at set default now()',
  'create index session_acts_for on session (acts_for) where acts_for is not null',
];

/** Roles as named sets of functions, dates of validity, deputies, and sessions that act for another administrator. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
