import { invitationList, type NamedScope } from '@key2xs/contract';
import { sql } from 'kysely';
import { listSource } from '#platform/list/list-source';
import { namedScope } from '../administrators/service';
import { statusOf } from './queries';

const rolesOf = sql<{ id: string; name: string }[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', role.id, 'name', role.name) order by role.name_folded)
  from invitation_role as given join admin_role as role on role.id = given.role_id
  where given.invitation_id = invitation.id), '[]')`;

const toText = (at: Date | null): string | null => at?.toISOString() ?? null;

export const invitationSource = listSource(invitationList, (db) =>
  db.selectFrom('invitation').innerJoin('admin as inviter', 'inviter.id', 'invitation.invited_by'),
)({
  resource: 'administrators',
  show: (rows) =>
    rows
      .leftJoin('admin as registered', 'registered.id', 'invitation.registered_as')
      .select([
        'invitation.id',
        'invitation.name',
        'invitation.mail_address',
        'invitation.role',
        'invitation.valid_from',
        'invitation.valid_until',
        'invitation.created_at',
        'invitation.expires_at',
        'invitation.used_at',
        'invitation.revoked_at',
        'inviter.id as inviter_id',
        'inviter.username as inviter_name',
        'registered.id as registered_id',
        'registered.username as registered_name',
        rolesOf.as('roles'),
        statusOf.as('status'),
        sql<NamedScope | null>`case when invitation.is_limited then ${namedScope('invitation')} end`.as('scope'),
      ]),
  id: 'invitation.id',
  filters: { status: statusOf },
  search: (pattern) => sql`(lower(invitation.name) like ${pattern} or lower(invitation.mail_address) like ${pattern})`,
  sorts: {
    created_at: 'invitation.created_at',
    expires_at: 'invitation.expires_at',
    name: { unknownLast: sql`lower(invitation.name)` },
  },
  present: ({ inviter_id, inviter_name, registered_id, registered_name, ...row }) => ({
    ...row,
    valid_from: toText(row.valid_from),
    valid_until: toText(row.valid_until),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    used_at: toText(row.used_at),
    revoked_at: toText(row.revoked_at),
    invited_by: { id: inviter_id, username: inviter_name },
    registered_as: registered_id && registered_name ? { id: registered_id, username: registered_name } : null,
  }),
  cells: {
    roles: ({ roles }) => roles.map(({ name }) => name).join(', '),
    departments: ({ scope }) => scope?.departments?.join(', ') ?? null,
    places: ({ scope }) => scope?.places?.map(({ path }) => path).join(', ') ?? null,
    invited_by: ({ invited_by }) => invited_by.username,
    registered_as: ({ registered_as }) => registered_as?.username ?? null,
  },
});
