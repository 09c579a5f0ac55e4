import { say } from '@key2xs/texts';
import { noteSourceEvent } from '#features/source-events/service';
import type { Deps } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import type { DeliveryBatches } from './delivery-batches';
import { type AddressedWebhook, noteLifecycle, noteRefused } from './queries';
import { readDelivery } from './read-delivery';
import { hashKey, isSame, openSecrets } from './webhook-key';

/** Longer ones come from nobody who knows what they are for. */
const longestToken = 2_048;
const hourMs = 3_600_000;

/** @throws AppError not_found for an address that is none of ours */
export async function getWebhookOf(batches: DeliveryBatches, key: string): Promise<AddressedWebhook> {
  const row = await batches.findWebhook(hashKey(key));
  if (!row) throw notFound('record');
  return row;
}

/** What the source wants back as plain text. @throws AppError bad_request */
export function readValidationToken(token: string): string {
  if (token.length > longestToken) throw new AppError('bad_request', say('sourceWebhook.tokenTooLong'));
  return token;
}

type Delivery = { bytes: Uint8Array; address: string };

/**
 * Notes that something has changed, and nothing of what. A delivery that does not prove where it comes from has no effect, and
 * is answered like any other.
 */
export async function receiveDelivery(
  deps: Deps,
  batches: DeliveryBatches,
  row: AddressedWebhook,
  delivery: Delivery,
): Promise<void> {
  const { connection_id, remote_ids } = row;
  const notices = readDelivery(delivery.bytes);
  const { client_state } = openSecrets(deps.secrets, row);
  const proven = notices.filter((notice) => isSame(notice.client_state, client_state));
  if (proven.length < notices.length || notices.length === 0) await noteForged(deps, connection_id, delivery.address);
  const known = proven.filter(({ subscription_id }) => remote_ids.includes(subscription_id));
  if (known.length === 0) return;
  for (const { lifecycle, subscription_id } of known) {
    if (lifecycle === undefined || lifecycle === missed) continue;
    await noteLifecycle(deps.db, connection_id, subscription_id, lifecycle === removed);
  }
  const isNudge = known.some(
    ({ lifecycle }) => lifecycle === undefined || lifecycle === missed || lifecycle === removed,
  );
  await batches.note(connection_id, isNudge);
}

const missed = 'missed';
const removed = 'subscriptionRemoved';

/** Said once an hour, however many come. */
async function noteForged({ db, clock }: Deps, connection_id: string, source_ip: string): Promise<void> {
  await noteRefused(db, connection_id);
  const hour = Math.floor(clock().getTime() / hourMs).toString();
  const event = { connection_id, kind: 'webhook.refused', source_ip, once: hour } as const;
  await noteSourceEvent(db, { ...event, sentence: say('sourceEvent.webhookRefused') });
}
