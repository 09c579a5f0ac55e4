import { sharedReading } from '#platform/caches/shared-reading';
import type { Deps } from '#platform/deps';
import { pullSourceJob } from './job-name';
import { type AddressedWebhook, listByKeyHashes, noteReceived, type Received } from './queries';

/** Deliveries arrive in bursts: those that arrive while a statement runs share the next one. */
export type DeliveryBatches = {
  findWebhook(keyHash: Buffer): Promise<AddressedWebhook | undefined>;
  /** Records an authenticated delivery, as a nudge if it is one. Resolves once it is written. */
  note(connectionId: string, isNudge: boolean): Promise<void>;
};

export function createDeliveryBatches({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): DeliveryBatches {
  let asked = new Map<string, Buffer>();
  let received = new Map<string, Received>();
  const readAsked = sharedReading(async () => {
    const hashes = [...asked.values()];
    asked = new Map();
    const rows = await listByKeyHashes(db, hashes);
    return new Map(rows.map((row) => [row.key_hash.toString('hex'), row]));
  });
  const writeReceived = sharedReading(async () => {
    const batch = [...received.values()];
    received = new Map();
    // In one order, so that two processes with the same sources never wait for each other.
    const changed = batch.flatMap(({ connection_id, nudges }) => (nudges > 0 ? [connection_id] : [])).sort();
    await db.transaction().execute(async (tx) => {
      await noteReceived(tx, batch);
      for (const connection_id of changed) await jobs.enqueue(tx, pullSourceJob, connection_id);
    });
    if (changed.length > 0) jobs.nudge();
  });
  return {
    async findWebhook(keyHash) {
      const hash = keyHash.toString('hex');
      asked.set(hash, keyHash);
      return (await readAsked()).get(hash);
    },
    async note(connection_id, isNudge) {
      const sum = received.get(connection_id) ?? { connection_id, deliveries: 0, nudges: 0 };
      received.set(connection_id, {
        connection_id,
        deliveries: sum.deliveries + 1,
        nudges: sum.nudges + (isNudge ? 1 : 0),
      });
      await writeReceived();
    },
  };
}
