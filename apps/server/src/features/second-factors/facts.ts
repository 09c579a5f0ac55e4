import type { FactorFacts } from '@key2xs/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/deps';

/** Whether the policy or a role demands a second factor of an administrator of the table `admin`. */
const isDemanded: RawBuilder<boolean> = sql<boolean>`(
  exists (select from sign_in_policy as policy where policy.second_factor = 'everybody'
    or (policy.second_factor = 'super_admins' and admin.role = 'superadmin'))
  or exists (select from admin_role_member as member join admin_role on admin_role.id = member.role_id
    where member.admin_id = admin.id and admin_role.needs_second_factor))`;

/** Whether an administrator of the table `admin` has a second factor. */
export const hasSecondFactor: RawBuilder<boolean> = sql<boolean>`(
  exists (select from totp_factor where totp_factor.admin_id = admin.id)
  or exists (select from passkey where passkey.admin_id = admin.id))`;

/** @throws NoResultError when there is no such administrator */
export async function readFactorFacts(db: Db, adminId: string): Promise<FactorFacts> {
  return db
    .selectFrom('admin')
    .select([
      isDemanded.as('isDemanded'),
      sql<boolean>`exists (select from totp_factor where admin_id = admin.id)`.as('hasTotp'),
      sql<boolean>`exists (select from passkey where admin_id = admin.id)`.as('hasPasskey'),
      sql<boolean>`exists (select from recovery_code where admin_id = admin.id and used_at is null)`.as(
        'hasRecoveryCodes',
      ),
    ])
    .where('id', '=', adminId)
    .executeTakeFirstOrThrow();
}
