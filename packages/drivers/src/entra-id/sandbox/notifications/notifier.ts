import { randomUUID } from 'node:crypto';
import type { SandboxClock } from '../../../sandbox-kit/clock';
import type { Records } from '../../../sandbox-kit/records';
import type { Change } from '../directory/objects';
import { postOut } from './post-out';
import { createSpeedCheck } from './speed-check';
import { isOpen, type Subscription } from './subscription';

export type LifecycleEvent = 'reauthorizationRequired' | 'subscriptionRemoved' | 'missed';

/** How notifications go out: all once; none; or each so many times. */
export type Delivery = { copies: number };

export type Notifier = {
  /** A change, of which whoever subscribed hears soon. */
  note(change: Change): void;
  lifecycle(subscription: Subscription, event: LifecycleEvent): void;
  delivery: Delivery;
  /** Asks whether anything is due, by the clock of the sandbox. */
  tick(): void;
  /** Deliveries that wait, to be made or to be repeated. */
  waiting(): number;
  /** When everything that is on its way has come to an end. */
  settled(): Promise<void>;
  close(): void;
};

type Notification = Record<string, unknown>;
type Waiting = { url: string; body: string; count: number; since: number; due: number; attempts: number };

type Options = {
  clock: SandboxClock;
  subscriptions: Pick<Records<Subscription>, 'changed'>;
  isNewGone(id: string): 'changed' | 'deleted' | null;
  tenantId: string;
  ca: string;
  /** From then on an answer is slow: Graph's 2.9 s. */
  slowMs: number;
};

const maxBatch = 100;
const maxAtOnce = 4;
const answerMs = 10_000;
const giveUpMs = 4 * 3_600_000;
const firstRetryMs = 10_000;
const tickMs = 250;

/** Tells subscribers in batches, repeats for up to four hours what was not taken, and drops what goes to the slow. */
export function createNotifier(options: Options): Notifier {
  const { clock, subscriptions, ca, slowMs } = options;
  const speed = createSpeedCheck(slowMs);
  const pending = new Map<string, { url: string; notification: Notification }>();
  const onTheWay = new Set<Promise<void>>();
  const inLine: Waiting[] = [];
  let waiting: Waiting[] = [];
  let isPlanned = false;
  const delivery: Delivery = { copies: 1 };
  const now = () => clock.now().getTime();

  const send = async (batch: Waiting): Promise<void> => {
    const from = performance.now();
    const contentType = 'application/json; charset=utf-8';
    const reply = await postOut({ url: batch.url, body: batch.body, contentType, timeoutMs: answerMs, ca });
    speed.note(batch.url, performance.now() - from, batch.count);
    const isTaken = reply !== undefined && reply.status >= 200 && reply.status < 300;
    const due = now() + firstRetryMs * 2 ** batch.attempts;
    if (!isTaken && due - batch.since <= giveUpMs) waiting.push({ ...batch, due, attempts: batch.attempts + 1 });
  };
  const sendOff = (batch: Waiting) => {
    if (onTheWay.size >= maxAtOnce) {
      inLine.push(batch);
      return;
    }
    const sending = send(batch).finally(() => {
      onTheWay.delete(sending);
      const next = inLine.shift();
      if (next) sendOff(next);
    });
    onTheWay.add(sending);
  };
  const offer = (url: string, notifications: readonly Notification[]) => {
    const verdict = speed.verdict(url);
    if (verdict === 'drop') return;
    const since = now();
    const delay = verdict === 'delay' ? 600_000 : 0;
    for (let index = 0; index < notifications.length; index += maxBatch) {
      const value = notifications.slice(index, index + maxBatch);
      const body = JSON.stringify({ value });
      const batch = { url, body, count: value.length, since, due: since + delay, attempts: 0 };
      for (let copy = 0; copy < delivery.copies; copy++) {
        if (delay > 0) waiting.push(batch);
        else sendOff(batch);
      }
    }
  };
  const flush = () => {
    isPlanned = false;
    const byUrl = new Map<string, Notification[]>();
    for (const { url, notification } of pending.values()) {
      byUrl.set(url, [...(byUrl.get(url) ?? []), notification]);
    }
    pending.clear();
    for (const [url, notifications] of byUrl) offer(url, notifications);
  };
  const tick = () => {
    const due = waiting.filter((batch) => batch.due <= now());
    if (due.length === 0) return;
    waiting = waiting.filter((batch) => batch.due > now());
    for (const batch of due) sendOff(batch);
  };
  const timer = setInterval(tick, tickMs).unref();

  return {
    delivery,
    tick,
    note(change) {
      for (const subscription of subscriptions.changed()) {
        if (!isOpen(subscription, clock.now()) || !concerns(subscription, change)) continue;
        const changeType = options.isNewGone(change.id) === 'deleted' ? 'deleted' : 'updated';
        if (!subscription.changeType.split(',').includes(changeType)) continue;
        const notification = present(options, subscription, change, changeType);
        pending.set(`${subscription.id} ${change.id}`, { url: subscription.notificationUrl, notification });
      }
      if (pending.size > 0 && !isPlanned) setImmediate(flush);
      isPlanned = pending.size > 0;
    },
    lifecycle(subscription, lifecycleEvent) {
      if (subscription.lifecycleNotificationUrl === null) return;
      const { id, expirationDateTime, clientState } = subscription;
      const notification = {
        subscriptionId: id,
        subscriptionExpirationDateTime: expirationDateTime,
        tenantId: options.tenantId,
        clientState,
        lifecycleEvent,
      };
      offer(subscription.lifecycleNotificationUrl, [notification]);
    },
    waiting: () => waiting.length + inLine.length,
    async settled() {
      while (isPlanned || onTheWay.size > 0) {
        await Promise.all(onTheWay);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    close: () => clearInterval(timer),
  };
}

/** `users`, `users/{id}`, `groups`, `groups/{id}`, and `groups/{id}/members` for members alone. */
function concerns({ resource }: Subscription, { object, id, member }: Change): boolean {
  const [kind, wanted, part] = resource.replace(/^\//, '').split('/');
  if (kind !== object || (wanted !== undefined && wanted !== id)) return false;
  return part === undefined || member !== undefined;
}

function present({ tenantId }: Options, subscription: Subscription, { object, id }: Change, changeType: string) {
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
