import { randomUUID } from 'node:crypto';
import type { SandboxClock } from '../../../sandbox-kit/clock';
import type { Records } from '../../../sandbox-kit/records';
import type { Change } from '../directory/objects';
import type { Notification, Outbox } from './outbox';
import { isOpen, type Subscription } from './subscription';

export type LifecycleEvent = 'reauthorizationRequired' | 'subscriptionRemoved' | 'missed';

export type Notifier = {
  /** Queues a change for its subscribers. */
  note(change: Change): void;
  lifecycle(subscription: Subscription, event: LifecycleEvent): void;
  /** Waits until pending notifications are done, without retries. */
  settled(): Promise<void>;
};

type Options = {
  clock: SandboxClock;
  subscriptions: Pick<Records<Subscription>, 'changed'>;
  outbox: Outbox;
  isGoneForGood(id: string): boolean;
  tenantId: string;
};

/** Notifies the subscribers of changes. Batches changes of one tick, each object once. */
export function createNotifier(options: Options): Notifier {
  const { clock, subscriptions, outbox, tenantId } = options;
  const pending = new Map<string, { url: string; notification: Notification }>();
  let isPlanned = false;
  const flush = () => {
    isPlanned = false;
    const byUrl = new Map<string, Notification[]>();
    for (const { url, notification } of pending.values()) {
      const all = byUrl.get(url) ?? [];
      all.push(notification);
      byUrl.set(url, all);
    }
    pending.clear();
    for (const [url, notifications] of byUrl) outbox.offer(url, notifications);
  };
  return {
    note(change) {
      const changeType = options.isGoneForGood(change.id) ? 'deleted' : 'updated';
      for (const subscription of subscriptions.changed()) {
        if (!isOpen(subscription, clock.now()) || !concerns(subscription, change, changeType)) continue;
        const notification = present(tenantId, subscription, change, changeType);
        pending.set(`${subscription.id} ${change.id}`, { url: subscription.notificationUrl, notification });
      }
      if (pending.size > 0 && !isPlanned) setImmediate(flush);
      isPlanned = pending.size > 0;
    },
    lifecycle({ id, lifecycleNotificationUrl, expirationDateTime, clientState }, lifecycleEvent) {
      if (lifecycleNotificationUrl === null) return;
      const subscriptionExpirationDateTime = expirationDateTime;
      const about = { subscriptionId: id, subscriptionExpirationDateTime, tenantId, clientState };
      outbox.offer(lifecycleNotificationUrl, [{ ...about, lifecycleEvent }]);
    },
    async settled() {
      while (isPlanned) await new Promise((resolve) => setImmediate(resolve));
      await outbox.sent();
    },
  };
}

/** `users`, `users/{id}`, `groups`, `groups/{id}`, and `groups/{id}/members` for members alone. */
function concerns(subscription: Subscription, { object, id, member }: Change, changeType: string): boolean {
  const [kind, wanted, part] = subscription.resource.replace(/^\//, '').split('/');
  if (kind !== object || (wanted !== undefined && wanted !== id)) return false;
  if (part !== undefined && member === undefined) return false;
  return subscription.changeType.split(',').includes(changeType);
}

function present(tenantId: string, subscription: Subscription, { object, id }: Change, changeType: string) {
  const type = object === 'users' ? 'User' : 'Group';
  return {
    id: randomUUID(),
    subscriptionId: subscription.id,
    subscriptionExpirationDateTime: subscription.expirationDateTime,
    clientState: subscription.clientState,
    changeType,
    resource: `${type}s/${id}`,
    tenantId,
    resourceData: {
      '@odata.type': `#Microsoft.Graph.${type}`,
      '@odata.id': `${type}s/${id}`,
      '@odata.etag': `W/"${randomUUID()}"`,
      id,
    },
  };
}
