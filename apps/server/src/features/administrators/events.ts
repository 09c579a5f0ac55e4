import { z } from 'zod';
import type { Tx } from '#platform/deps';
import { emit, eventKind } from '#platform/events/event-kind';
import { endOpenResets } from '#platform/sign-in/sessions';

/** An administrator may no longer sign in. */
export const administratorSuspended = eventKind('admin.suspended', 'admin_id', z.object({ admin_id: z.string() }));

/** A super admin has begun to see the product as a sub-admin. */
export const administratorViewed = eventKind(
  'admin.viewed',
  'admin_id',
  z.object({ admin_id: z.string(), by: z.string(), reason: z.string() }),
);

/** Mails about an account go to another address. One event for each of the two: the account may have been taken over. */
export const mailAddressChanged = eventKind(
  'admin.mail_address_changed',
  'admin_id',
  z.object({
    admin_id: z.string(),
    /** Null: that of the account, which is the new one. */
    former_address: z.string().nullable(),
  }),
);

/**
 * Tells both addresses; the first one notifies no one, as no other address is known. A link for the password that was mailed
 * to the former address ends.
 */
export async function noteMailAddress(
  tx: Tx,
  admin_id: string,
  { from, to }: { from: string | null; to: string | null },
): Promise<void> {
  if (from === null || from === to) return;
  await endOpenResets(tx, admin_id);
  await emit(tx, mailAddressChanged, { admin_id, former_address: from });
  if (to !== null) await emit(tx, mailAddressChanged, { admin_id, former_address: null });
}
