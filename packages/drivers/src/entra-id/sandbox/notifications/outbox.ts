import type { SandboxClock } from '../../../sandbox-kit/clock';
import { postNotification } from './post-notification';
import { createSpeedCheck } from './speed-check';

export type Notification = Record<string, unknown>;

/** Number of copies sent of each notification. */
export type Delivery = { copies: number };

export type Outbox = {
  delivery: Delivery;
  /** Sends notifications to a URL in batches. */
  offer(url: string, notifications: readonly Notification[]): void;
  /** Sends due batches, by the clock of the sandbox. */
  tick(): void;
  /** Batches waiting to be sent or retried. */
  waiting(): number;
  /** Waits for all pending batches. */
  sent(): Promise<void>;
  close(): void;
};

type Batch = { url: string; body: string; count: number; since: number; due: number; attempts: number };

type Options = {
  clock: SandboxClock;
  /** PEM of the authority trusted for receivers. */
  ca: string;
  /** An answer is slow from this duration on: 2.9 s in Graph. */
  slowMs: number;
};

const maxBatch = 100;
const answerMs = 10_000;
const lateMs = 600_000;
const giveUpMs = 4 * 3_600_000;
const firstRetryMs = 10_000;
const tickMs = 250;

/** Retries failed batches for up to four hours, delays those to slow receivers, and drops those to the slowest. */
export function createOutbox({ clock, ca, slowMs }: Options): Outbox {
  const speed = createSpeedCheck(slowMs);
  const delivery: Delivery = { copies: 1 };
  let waiting: Batch[] = [];
  const now = () => clock.now().getTime();
  const line = createLine(async (batch: Batch) => {
    const from = now();
    const contentType = 'application/json; charset=utf-8';
    const reply = await postNotification({ url: batch.url, body: batch.body, contentType, timeoutMs: answerMs, ca });
    speed.note(batch.url, now() - from, batch.count);
    const isTaken = reply !== undefined && reply.status >= 200 && reply.status < 300;
    const due = now() + firstRetryMs * 2 ** batch.attempts;
    if (!isTaken && due - batch.since <= giveUpMs) waiting.push({ ...batch, due, attempts: batch.attempts + 1 });
  });
  const tick = () => {
    const due = waiting.filter((batch) => batch.due <= now());
    waiting = waiting.filter((batch) => !due.includes(batch));
    for (const batch of due) line.add(batch);
  };
  const timer = setInterval(tick, tickMs).unref();
  return {
    delivery,
    tick,
    offer(url, notifications) {
      const verdict = speed.verdict(url);
      if (verdict === 'drop') return;
      const since = now();
      for (const value of inBatches(notifications)) {
        const due = since + (verdict === 'delay' ? lateMs : 0);
        const batch = { url, body: JSON.stringify({ value }), count: value.length, since, due, attempts: 0 };
        for (let copy = 0; copy < delivery.copies; copy++) waiting.push(batch);
      }
      tick();
    },
    waiting: () => waiting.length + line.length(),
    sent: line.emptied,
    close() {
      clearInterval(timer);
      waiting = [];
      line.clear();
    },
  };
}

function inBatches(all: readonly Notification[]): Notification[][] {
  const count = Math.ceil(all.length / maxBatch);
  return Array.from({ length: count }, (_, index) => all.slice(index * maxBatch, (index + 1) * maxBatch));
}

const maxAtOnce = 4;

/** A queue with limited concurrency, in order. `work` must not reject. */
function createLine<T>(work: (item: T) => Promise<void>) {
  const atWork = new Set<Promise<void>>();
  const inLine: T[] = [];
  const deliverNext = () => {
    while (atWork.size < maxAtOnce && inLine.length > 0) {
      const [item] = inLine.splice(0, 1) as [T]; // there is one
      const done: Promise<void> = work(item).finally(() => {
        atWork.delete(done);
        deliverNext();
      });
      atWork.add(done);
    }
  };
  return {
    add(item: T) {
      inLine.push(item);
      deliverNext();
    },
    length: () => inLine.length,
    clear: () => inLine.splice(0),
    async emptied() {
      while (atWork.size > 0) await Promise.all(atWork);
    },
  };
}
