import type { Role } from '@key2xs/contract';
import { type AccountFacts, accountStatus } from './account-status';

export type SuperAdminFacts = AccountFacts & { id: string; role: Role; is_service: boolean };

/** Whether there is still a super admin who can sign in, and whose account has no end. */
export const hasLastingSuperAdmin = (admins: readonly SuperAdminFacts[], now: Date): boolean =>
  admins.some(
    (admin) =>
      admin.role === 'superadmin' &&
      !admin.is_service &&
      admin.valid_until === null &&
      accountStatus(admin, now) === 'active',
  );
