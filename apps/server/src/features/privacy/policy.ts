import { receiptDays } from '@key2xs/contract';
import type { Db } from '#platform/deps';

export type Policy = { receipts_kept_days: number; erase_leavers_after_days: number | null };

/** What holds until someone decides otherwise: no one is erased automatically. */
const usual: Policy = { receipts_kept_days: receiptDays.usual, erase_leavers_after_days: null };

export async function readPolicy(db: Db): Promise<Policy> {
  const row = await db
    .selectFrom('privacy_policy')
    .select(['receipts_kept_days', 'erase_leavers_after_days'])
    .executeTakeFirst();
  return row ?? usual;
}
