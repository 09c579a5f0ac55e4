import { say } from '@key2xs/texts';
import { noteSourceEvent } from '#features/source-events/service';
import type { Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { createDeliveryBatches } from './delivery-batches';
import { type AddressedWebhook, noteLifecycle, noteRefused } from './queries';
import { hashKey, isSame, openSecrets } from './webhook-key';

const hourMs = 3_600_000;

/** One notification. It does not contain the change, which is read at the source. */
export type Notice = {
  subscription_id: string;
  client_state: string;
  /** Something may have changed; the subscription was removed; or it needs a new authorization. */
  about: 'change' | 'removed' | 'authorization';
};

/** Receives the notifications of sources, each in its format, at the address of its connection. */
export type Receiver = {
  /** @throws AppError not_found for an unknown address */
  find(key: string): Promise<AddressedWebhook>;
  /**
   * Records that something has changed, but not what. An unauthenticated delivery has no effect and is answered like any other.
   * @param notices empty when the body cannot be read
   * @param address the sender's address
   */
  receive(row: AddressedWebhook, notices: readonly Notice[], address: string): Promise<void>;
};

export function createReceiver(deps: Deps): Receiver {
  const batches = createDeliveryBatches(deps);
  return {
    async find(key) {
      const row = await batches.findWebhook(hashKey(key));
      if (!row) throw notFound('record');
      return row;
    },
    async receive(row, notices, address) {
      const { connection_id, remote_ids } = row;
      const { client_state } = openSecrets(deps.secrets, row);
      const proven = notices.filter((notice) => isSame(notice.client_state, client_state));
      if (proven.length < notices.length || notices.length === 0) await noteForged(deps, connection_id, address);
      const known = proven.filter(({ subscription_id }) => remote_ids.includes(subscription_id));
      if (known.length === 0) return;
      for (const { about, subscription_id } of known) {
        if (about !== 'change') await noteLifecycle(deps.db, connection_id, subscription_id, about === 'removed');
      }
      await batches.note(
        connection_id,
        known.some(({ about }) => about !== 'authorization'),
      );
    },
  };
}

/** Logged at most once an hour. */
async function noteForged({ db, clock }: Deps, connection_id: string, source_ip: string): Promise<void> {
  await noteRefused(db, connection_id);
  const hour = Math.floor(clock().getTime() / hourMs).toString();
  const event = { connection_id, kind: 'webhook.refused', source_ip, once: hour } as const;
  await noteSourceEvent(db, { ...event, sentence: say('sourceEvent.webhookRefused') });
}
