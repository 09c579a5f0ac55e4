import { sql } from 'kysely';
import type { Db } from '#platform/deps';

/** Without hashes of passwords and tokens, seeds and keys. `known_networks` and `known_devices`: how many, as only their hashes are stored. */
export async function findStoredData(db: Db, adminId: string): Promise<object> {
  const { rows } = await sql<{ data: object }>`
    select jsonb_build_object(
      'account', to_jsonb(admin) - array['password_hash', 'username_folded', 'renamed_from'],
      'roles', (select coalesce(jsonb_agg(role.name order by role.name), '[]') from admin_role_member as member
        join admin_role as role on role.id = member.role_id where member.admin_id = admin.id),
      'scope', (select to_jsonb(scope) - 'admin_id' from admin_scope as scope where scope.admin_id = admin.id),
      'preferences', (select to_jsonb(chosen) - 'admin_id' from preferences as chosen where chosen.admin_id = admin.id),
      'notifications', (select to_jsonb(settings) - 'admin_id' from notification_settings as settings
        where settings.admin_id = admin.id),
      'mails', (select coalesce(jsonb_agg(to_jsonb(mail) - 'admin_id' order by mail.event_id), '[]')
        from mail_delivery as mail where mail.admin_id = admin.id),
      'sessions', (select coalesce(jsonb_agg(to_jsonb(session) - array['token_hash', 'admin_id'] order by created_at), '[]')
        from session where session.admin_id = admin.id),
      'known_networks', (select count(*) from known_network where known_network.admin_id = admin.id),
      'known_devices', (select count(*) from known_device where known_device.admin_id = admin.id),
      'authenticator_app', (select to_jsonb(app) - array['secret', 'last_step', 'admin_id'] from totp_factor as app
        where app.admin_id = admin.id),
      'passkeys', (select coalesce(jsonb_agg(to_jsonb(passkey) - array['public_key', 'admin_id'] order by created_at), '[]')
        from passkey where passkey.admin_id = admin.id),
      'recovery_codes_left', (select count(*) from recovery_code
        where recovery_code.admin_id = admin.id and used_at is null),
      'password_resets', (select coalesce(jsonb_agg(to_jsonb(reset) - array['token_hash', 'admin_id'] order by created_at), '[]')
        from password_reset as reset where reset.admin_id = admin.id),
      'invitations_made', (select coalesce(jsonb_agg(to_jsonb(invitation) - array['token_hash', 'invited_by'] order by created_at), '[]')
        from invitation where invitation.invited_by = admin.id)
    ) as data from admin where admin.id = ${adminId}`.execute(db);
  return rows[0]?.data ?? {};
}
