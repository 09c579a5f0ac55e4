import { sql } from 'kysely';
import type { Logger } from 'pino';
import { isOutage } from '../database/database-outage';
import type { Db, Tx } from '../deps';
import { backoff } from '../jobs/backoff';
import type { AnyEventKind } from './event-kind';
import type { Subscriber } from './subscriber';

type Deps = { db: Db; log: Logger };

export type Delivery = { events: readonly AnyEventKind[]; subscribers: readonly Subscriber[] };

const eventsATime = 500;
const pauses = { firstMs: 2_000, maxMs: 3_600_000 };
/** A day of pauses. Then a delivery is set aside: it is kept, and what comes after it is delivered. */
const maxAttempts = 35;
const retentionDays = 30;

/**
 * Delivers what is due to each subscriber, at least once and in order per subject. A subscriber that fails delays only its own
 * later events of that subject, for a day at most. Several processes may do it at once: each event is claimed.
 */
export async function deliverEvents({ db, log }: Deps, delivery: Delivery, stopping: AbortSignal): Promise<void> {
  await dispatchEvents(db, delivery);
  const due = await listDueSubscribers(db);
  const runs = delivery.subscribers.map(async (subscriber) => {
    if (!due.has(subscriber.name)) return;
    while (!stopping.aborted && (await deliverNext({ db, log }, subscriber)));
  });
  for (const run of await Promise.allSettled(runs)) if (run.status === 'rejected') throw run.reason;
}

/**
 * Makes a delivery of each new event for each subscriber that handles its kind. Waits for another process that is doing so, which keeps
 * the order. Kinds that this version does not know are left to a process that does.
 */
async function dispatchEvents(db: Db, { events, subscribers }: Delivery): Promise<void> {
  const kinds = events.map(({ kind }) => kind);
  const wanted = subscribers.flatMap(({ name, handlers }) => handlers.map(({ kind }) => ({ subscriber: name, kind })));
  await sql`
    with dispatched as (
      update outbox set is_dispatched = true where id in (
        select id from outbox where not is_dispatched and kind = any(${kinds}::text[]) order by id limit ${eventsATime} for update)
      returning id, kind, subject)
    insert into outbox_delivery (event_id, subscriber, subject)
    select dispatched.id, wanted.subscriber, dispatched.subject
    from dispatched join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (subscriber text, kind text) using (kind)
  `.execute(db);
}

/** Reads all at once, so that it costs next to nothing without events. */
async function listDueSubscribers(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('outbox_delivery')
    .select('subscriber')
    .distinct()
    .where('due_at', '<=', sql<Date>`now()`)
    .where('attempts', '<', maxAttempts)
    .execute();
  return new Set(rows.map(({ subscriber }) => subscriber));
}

/** @returns whether there was one, delivered or not */
async function deliverNext({ db, log }: Deps, { name, handlers }: Subscriber): Promise<boolean> {
  let tried: Due | undefined;
  try {
    return await db.transaction().execute(async (tx) => {
      tried = await takeDue(tx, name);
      if (!tried) return false;
      const { kind, ...event } = tried;
      await handlers.find((handler) => handler.kind === kind)?.handleRaw(tx, event);
      await tx.deleteFrom('outbox_delivery').where('subscriber', '=', name).where('event_id', '=', event.id).execute();
      return true;
    });
  } catch (error) {
    if (!tried || isOutage(error)) throw error;
    const isLast = tried.attempts + 1 === maxAttempts;
    const what = isLast ? 'event set aside, not delivered for a day' : 'event not delivered';
    log.error({ subscriber: name, event: tried.kind, event_id: tried.id, err: error }, what);
    await postpone(db, name, tried);
    return true;
  }
}

type Due = { id: string; at: Date; kind: string; payload: unknown; attempts: number };

/** Locks the oldest delivery that is due and that no earlier one of its subject waits before; those set aside do not. */
async function takeDue(tx: Tx, subscriber: string): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    select event.id::text as id, event.at, event.kind, event.payload, delivery.attempts
    from outbox_delivery as delivery join outbox as event on event.id = delivery.event_id
    where delivery.subscriber = ${subscriber} and delivery.due_at <= now() and delivery.attempts < ${maxAttempts} and not exists (
      select from outbox_delivery as earlier
      where earlier.subscriber = delivery.subscriber and earlier.subject = delivery.subject
        and earlier.event_id < delivery.event_id and earlier.attempts < ${maxAttempts})
    order by delivery.event_id limit 1 for update of delivery skip locked`.execute(tx);
  return rows[0];
}

async function postpone(db: Db, subscriber: string, { id, attempts }: Due): Promise<void> {
  const seconds = backoff(attempts + 1, pauses) / 1_000;
  await db
    .updateTable('outbox_delivery')
    .set({ attempts: attempts + 1, due_at: sql`now() + make_interval(secs => ${seconds})` })
    .where('subscriber', '=', subscriber)
    .where('event_id', '=', id)
    .execute();
}

/** How many deliveries are set aside. */
export async function countSetAside(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('outbox_delivery')
    .select((q) => q.fn.countAll<string>().as('count'))
    .where('attempts', '>=', maxAttempts)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes events of more than 30 days ago that every subscriber has had. */
export async function forgetEvents(db: Db, { subscribers }: Delivery): Promise<void> {
  const names = subscribers.map(({ name }) => name);
  await sql`
    delete from outbox as event where at < now() - make_interval(days => ${retentionDays}) and is_dispatched and not exists (
      select from outbox_delivery where event_id = event.id and subscriber = any(${names}::text[]))`.execute(db);
}
