import type { Administrator } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { resetSecondFactors } from '../second-factors/service';
import type { Managing } from './change-administrator';
import { getAdministrator } from './get-administrator';
import { getManaged } from './suspend';

/** @throws AppError not_found, forbidden; conflict where there are none */
export async function resetFactorsOf(
  deps: Deps,
  managing: Managing,
  id: string,
  reason: string,
): Promise<Administrator> {
  await deps.db.transaction().execute(async (tx) => {
    await getManaged(tx, deps, managing, id);
    if (!(await resetSecondFactors(tx, id))) throw new AppError('conflict', say('administrator.noSecondFactor'));
    await recordEvent(tx, managing.caller, 'admin.second_factors_reset', { id, details: { reason } });
  });
  return getAdministrator(managing.reader, id);
}
