import { z } from 'zod';

const Notice = z.object({
  subscriptionId: z.string().max(200),
  clientState: z.string().max(200).nullish(),
  lifecycleEvent: z.string().max(100).nullish(),
});

/** One thing told. What has changed is not among it: that is read at the source. */
export type Notice = { subscription_id: string; client_state: string; lifecycle: string | undefined };

const Delivery = z.object({ value: z.array(z.unknown()).max(1_000) });

/** What can be understood of a delivery; nothing of one that is none. */
export function readDelivery(bytes: Uint8Array): Notice[] {
  const delivery = Delivery.safeParse(parse(bytes));
  if (!delivery.success) return [];
  return delivery.data.value.flatMap((one) => {
    const notice = Notice.safeParse(one);
    if (!notice.success) return [];
    const { subscriptionId: subscription_id, clientState, lifecycleEvent } = notice.data;
    return [{ subscription_id, client_state: clientState ?? '', lifecycle: lifecycleEvent ?? undefined }];
  });
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}
