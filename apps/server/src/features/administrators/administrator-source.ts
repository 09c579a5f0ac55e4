import { type Administrator, administratorList, type NamedScope } from '@key2xs/contract';
import { sql } from 'kysely';
import { listSource } from '#platform/list/list-source';
import { functionsOf } from '#platform/sign-in/rights';
import { presentAdministrator } from './present';
import { namedScope } from './rights/named-scope';
import { secondFactorOf } from './second-factor';

/** As `accountStatus` decides. */
const statusOf = sql<Administrator['status']>`case
  when admin.suspended_at is not null then 'suspended'
  when admin.valid_until <= now() then 'expired'
  when admin.valid_from > now() then 'not_yet'
  else 'active' end`;

export const administratorSource = listSource(administratorList, (db) =>
  db.selectFrom('admin').leftJoin('notification_settings as mail', 'mail.admin_id', 'admin.id'),
)({
  resource: 'administrators',
  show: (admins) =>
    admins
      .leftJoin('admin_scope as scope', 'scope.admin_id', 'admin.id')
      .leftJoin('admin as deputy', 'deputy.id', 'admin.deputy_id')
      .select([
        'admin.id',
        'admin.username',
        'admin.name',
        'mail.mail_address',
        'admin.role',
        'admin.suspended_at',
        'admin.valid_from',
        'admin.valid_until',
        'admin.last_sign_in_at',
        'admin.deputy_id',
        'deputy.username as deputy_username',
        'admin.deputy_from',
        'admin.deputy_until',
        'admin.is_service',
        'admin.created_at',
        'admin.version',
        statusOf.as('status'),
        functionsOf('admin').as('functions'),
        rolesOf.as('roles'),
        secondFactorOf('admin').as('second_factor'),
        linkedAccounts.as('linked_accounts'),
        sql<NamedScope | null>`case when scope.admin_id is not null then ${namedScope('scope')} end`.as('scope'),
      ]),
  id: 'admin.id',
  filters: {
    role: 'admin.role',
    role_id: (id) =>
      sql<boolean>`exists (select from admin_role_member as member where member.admin_id = admin.id and member.role_id = ${id})`,
    status: statusOf,
  },
  search: (pattern) =>
    sql`(lower(admin.username) like ${pattern} or lower(admin.name) like ${pattern} or lower(mail.mail_address) like ${pattern})`,
  sorts: {
    username: 'admin.username_folded',
    name: { unknownLast: sql`lower(admin.name)` },
    role: 'admin.role',
    last_sign_in_at: { unknownLast: 'admin.last_sign_in_at' },
    valid_until: { unknownLast: 'admin.valid_until' },
    created_at: 'admin.created_at',
  },
  present: presentAdministrator,
  cells: {
    roles: ({ roles }) => roles.map(({ name }) => name).join(', '),
    functions: ({ functions }) => functions.join(' '),
    departments: ({ scope }) => scope?.departments?.join(', ') ?? null,
    places: ({ scope }) => scope?.places?.map(({ path }) => path).join(', ') ?? null,
    deputy: ({ deputy }) => deputy?.username ?? null,
  },
});

const rolesOf = sql<{ id: string; name: string }[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', given.id, 'name', given.name) order by given.name_folded)
  from admin_role_member as member join admin_role as given on given.id = member.role_id
  where member.admin_id = admin.id), '[]')`;

const linkedAccounts = sql<string[]>`array(
  select link.account from single_sign_on_identity as link where link.admin_id = admin.id order by link.linked_at)`;
