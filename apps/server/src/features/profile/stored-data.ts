import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/deps';

const secretsOfRequest = ['state_hash', 'browser_hash', 'sealed', 'invitation_hash'];

/**
 * Without hashes of passwords and tokens, seeds and keys; of what is stored as a hash alone, how many there are. What an
 * administrator did to plans, sources and key systems is in the events.
 */
export async function findStoredData(db: Db, adminId: string): Promise<object> {
  const { rows } = await sql<{ data: object }>`
    select jsonb_build_object(
      'account', to_jsonb(admin)
        - array['password_hash', 'username_folded', 'renamed_from', 'deputy_id', 'deputy_from', 'deputy_until'],
      'roles', (select coalesce(jsonb_agg(role.name order by role.name), '[]') from admin_role_member as member
        join admin_role as role on role.id = member.role_id where member.admin_id = admin.id),
      'scope', ${row('admin_scope')},
      'deputy', (select ${deputyship('deputy', 'admin')} from admin as deputy where deputy.id = admin.deputy_id),
      'deputy_of', (select coalesce(jsonb_agg(${deputyship('absent', 'absent')} order by absent.username), '[]')
        from admin as absent where absent.deputy_id = admin.id),
      'preferences', ${row('preferences')},
      'notifications', ${row('notification_settings')},
      'notices_seen', ${list('noticed', 'at')},
      'kept_reports', (select coalesce(jsonb_agg(jsonb_build_object('title', kept.title, 'file_name', kept.file_name,
          'made_at', kept.made_at, 'keep_until', kept.keep_until) order by kept.made_at, kept.id), '[]')
        from kept_report as kept where kept.maker_id = admin.id),
      'report_schedules', (select coalesce(jsonb_agg(to_jsonb(schedule) - 'owner_id' order by created_at, id), '[]')
        from report_schedule as schedule where schedule.owner_id = admin.id),
      'tasks_seen', (select coalesce(jsonb_agg(task_id), '[]') from sync_task_seen as seen where seen.admin_id = admin.id),
      'mails', ${list('mail_delivery', 'event_id')},
      'sessions', ${list('session', 'created_at', 'token_hash')},
      'sessions_for_account', (select coalesce(jsonb_agg(jsonb_build_object('username', holder.username,
          'acts_as', other.acts_as, 'reason', other.reason, 'created_at', other.created_at) order by other.created_at), '[]')
        from session as other join admin as holder on holder.id = other.admin_id where other.acts_for = admin.id),
      'sign_ins_under_way', ${list('sign_in_attempt', 'expires_at', 'token_hash')},
      'known_networks', ${count('known_network')},
      'known_devices', ${count('known_device')},
      'authenticator_app', ${row('totp_factor', 'secret', 'last_step')},
      'authenticator_app_set_up', ${row('totp_set_up', 'secret')},
      'passkeys', ${list('passkey', 'created_at', 'public_key')},
      'recovery_codes_left', (select count(*) from recovery_code
        where recovery_code.admin_id = admin.id and used_at is null),
      'single_sign_on', ${list('single_sign_on_identity', 'linked_at')},
      'single_sign_on_under_way', ${list('single_sign_on_request', 'expires_at', ...secretsOfRequest)},
      'api_tokens', ${list('api_token', 'created_at', 'secret_hash', 'former_hash')},
      'repeatable_calls', ${count('idempotency_key')},
      'password_resets', ${list('password_reset', 'created_at', 'token_hash')},
      'invitation', (select to_jsonb(invitation) - array['token_hash', 'registered_as'] from invitation
        where invitation.registered_as = admin.id),
      'invitations_made', (select coalesce(jsonb_agg(to_jsonb(invitation) - array['token_hash', 'invited_by'] order by created_at), '[]')
        from invitation where invitation.invited_by = admin.id)
    ) as data from admin where admin.id = ${adminId}`.execute(db);
  return rows[0]?.data ?? {};
}

/** The administrator's only row of a table, without these columns. */
const row = (table: string, ...without: string[]): RawBuilder<unknown> =>
  sql`(select to_jsonb(own) - ${['admin_id', ...without]}::text[] from ${sql.table(table)} as own
    where own.admin_id = admin.id)`;

/** The administrator's rows of a table in this order, without these columns. */
const list = (table: string, orderedBy: string, ...without: string[]): RawBuilder<unknown> =>
  sql`(select coalesce(jsonb_agg(to_jsonb(own) - ${['admin_id', ...without]}::text[]
    order by ${sql.ref(`own.${orderedBy}`)}), '[]') from ${sql.table(table)} as own where own.admin_id = admin.id)`;

const count = (table: string): RawBuilder<unknown> =>
  sql`(select count(*) from ${sql.table(table)} as own where own.admin_id = admin.id)`;

/** Who represents or is represented, and when. */
const deputyship = (person: string, absent: string): RawBuilder<unknown> =>
  sql`jsonb_build_object('username', ${sql.ref(`${person}.username`)}, 'from', ${sql.ref(`${absent}.deputy_from`)},
    'until', ${sql.ref(`${absent}.deputy_until`)})`;
