import { z } from 'zod';
import type { Notice } from '#features/source-webhooks/service';

const Notification = z.object({
  subscriptionId: z.string().max(200),
  clientState: z.string().max(200).nullish(),
  lifecycleEvent: z.string().max(100).nullish(),
});

const Delivery = z.object({ value: z.array(z.unknown()).max(1_000) });

/** `missed`: notifications were lost. Other lifecycle events ask for a new authorization. */
const aboutOf = (lifecycle: string | null | undefined): Notice['about'] => {
  if (lifecycle === null || lifecycle === undefined || lifecycle === 'missed') return 'change';
  return lifecycle === 'subscriptionRemoved' ? 'removed' : 'authorization';
};

/** What can be understood of a delivery of Graph; nothing of one that is none. */
export function readDelivery(bytes: Uint8Array): Notice[] {
  const delivery = Delivery.safeParse(parse(bytes));
  if (!delivery.success) return [];
  return delivery.data.value.flatMap((one) => {
    const notice = Notification.safeParse(one);
    if (!notice.success) return [];
    const { subscriptionId: subscription_id, clientState, lifecycleEvent } = notice.data;
    return [{ subscription_id, client_state: clientState ?? '', about: aboutOf(lifecycleEvent) }];
  });
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}
