import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table invitation
    add column name text,
    add column mail_address text,
    add column is_limited boolean not null default false,
    add column departments text[],
    add column places uuid[],
    add column valid_from timestamptz,
    add column valid_until timestamptz,
    add column revoked_at timestamptz,
    add column registered_as uuid references admin on delete set null`,
  `create table invitation_role (
    invitation_id uuid not null references invitation on delete cascade,
    role_id uuid not null references admin_role on delete cascade,
    primary key (invitation_id, role_id)
  )`,
  'create index invitation_role_role on invitation_role (role_id)',
  // Until now every sub-admin got the oldest role.
  `insert into invitation_role (invitation_id, role_id)
    select invitation.id, oldest.id
    from invitation cross join (select id from admin_role order by created_at, id limit 1) as oldest
    where invitation.role = 'subadmin' and invitation.used_at is null`,
];

/** Invitations say who is invited, and which rights the account gets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
