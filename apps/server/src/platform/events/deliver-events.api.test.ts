import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { describe, inject, onTestFinished } from 'vitest';
import { z } from 'zod';
import { expect, type TestApp, test } from '#test/app';
import { startSchedule } from '#test/start-schedule';
import { watchStatements } from '#test/watch-statements';
import { taskEnded } from '../../features/tasks/events';
import { countSetAside, deliverEvents, forgetEvents } from './deliver-events';
import { emit, eventKind } from './event-kind';
import { on, type Subscriber } from './subscriber';

const isServer = inject('databaseTemplate').kind === 'server';

const noted = eventKind('note.written', 'door', z.object({ door: z.string(), text: z.string() }));
const log = pino({ level: 'silent' });
const running = new AbortController().signal;

/** A subscriber and the texts it was given; throws at a text that is in `refused`. */
function aSubscriber(name: string) {
  const had: string[] = [];
  const refused = new Set<string>();
  const subscriber: Subscriber = {
    name,
    handlers: [
      on(noted, async (_, { payload: { text } }) => {
        if (refused.has(text)) throw new Error('a bug');
        had.push(text);
      }),
    ],
  };
  return { subscriber, had, refused };
}

const write = ({ db }: TestApp, door: string, text: string) =>
  db.transaction().execute((tx) => emit(tx, noted, { door, text }));

const deliver = ({ db }: TestApp, ...subscribers: { subscriber: Subscriber }[]) => {
  const delivery = { events: [noted], subscribers: subscribers.map(({ subscriber }) => subscriber) };
  return deliverEvents({ db, log }, delivery, running);
};

const allDue = ({ db }: TestApp) =>
  db
    .updateTable('outbox_delivery')
    .set({ due_at: new Date(0) })
    .execute();

describe('events', () => {
  test('reach each subscriber once, when the change is committed and not when it is rolled back', async ({ app }) => {
    const [bell, mail] = [aSubscriber('bell'), aSubscriber('mail')];
    await write(app, 'A', 'first');
    const failing = app.db.transaction().execute(async (tx) => {
      await emit(tx, noted, { door: 'A', text: 'rolled back' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await write(app, 'A', 'second');
    await deliver(app, bell, mail);
    await deliver(app, bell, mail);
    expect([bell.had, mail.had]).toEqual([
      ['first', 'second'],
      ['first', 'second'],
    ]);
  });

  test('that a subscriber cannot handle wait for it in order, and hold up neither other subjects nor subscribers', async ({
    app,
  }) => {
    const [bell, mail] = [aSubscriber('bell'), aSubscriber('mail')];
    mail.refused.add('A1');
    for (const text of ['A1', 'A2', 'B1']) await write(app, text.slice(0, 1), text);
    await deliver(app, mail, bell);
    expect([bell.had, mail.had]).toEqual([['A1', 'A2', 'B1'], ['B1']]);
    mail.refused.clear();
    await deliver(app, mail);
    expect(mail.had, 'it pauses after a failure').toEqual(['B1']);
    await allDue(app);
    await deliver(app, mail);
    expect(mail.had).toEqual(['B1', 'A1', 'A2']);
  });

  test('that a subscriber cannot handle for a day are set aside, and later ones of their subject follow', async ({
    app,
  }) => {
    const mail = aSubscriber('mail');
    mail.refused.add('A1');
    for (const text of ['A1', 'A2']) await write(app, 'A', text);
    await deliver(app, mail);
    const pauses: number[] = [];
    while (mail.had.length === 0) {
      const { due_at } = await app.db
        .selectFrom('outbox_delivery')
        .select('due_at')
        .where('attempts', '>', 0)
        .executeTakeFirstOrThrow();
      pauses.push(due_at.getTime() - Date.now());
      await allDue(app);
      await deliver(app, mail);
    }
    expect(mail.had).toEqual(['A2']);
    expect(pauses.reduce((sum, ms) => sum + ms, 0) / 3_600_000, 'hours').toBeCloseTo(24, 0);
    expect(await countSetAside(app.db)).toBe(1);
    await allDue(app);
    await app.db.updateTable('outbox_delivery').set({ attempts: 0 }).execute();
    mail.refused.clear();
    await deliver(app, mail);
    expect([mail.had, await countSetAside(app.db)]).toEqual([['A2', 'A1'], 0]);
  });

  test('are handled once where two processes deliver at the same moment', async ({ app }) => {
    const [one, other] = [aSubscriber('mail'), aSubscriber('mail')];
    const texts = Array.from({ length: 40 }, (_, i) => `${i}`);
    for (const text of texts) await write(app, `door ${Number(text) % 5}`, text);
    await Promise.all([deliver(app, one), deliver(app, other)]);
    await deliver(app, one); // what one skipped because the other was at work on its subject
    expect([...one.had, ...other.had].sort()).toEqual(texts.sort());
  });

  test('of a kind that only a newer version knows are left to it', async ({ app }) => {
    const mail = aSubscriber('mail');
    await write(app, 'A', 'new');
    await deliverEvents({ db: app.db, log }, { events: [], subscribers: [mail.subscriber] }, running);
    expect(mail.had).toEqual([]);
    await deliver(app, mail);
    expect(mail.had).toEqual(['new']);
  });

  // A server of several databases counts the commits of all of them.
  test.skipIf(isServer)('are delivered soon after a commit, and looked for only then', async ({ app, database }) => {
    const count = { deliveries: 0, looks: 0 };
    onTestFinished(
      watchStatements(database.pool, (ask, text, values) => {
        if (text.includes('dispatched as')) count.deliveries++;
        if (text.includes('pg_current_snapshot()')) count.looks++;
        return ask(text, values);
      }),
    );
    onTestFinished(startSchedule(app.deps, 'deliver-events', 600_000));
    const looks = async (wanted: number) => {
      const before = count.looks;
      await expect.poll(() => count.looks - before).toBeGreaterThanOrEqual(wanted);
    };
    await looks(3); // after its first delivery
    await app.db.transaction().execute((tx) =>
      emit(tx, taskEnded, {
        task_id: randomUUID(),
        kind: 'inventory',
        subject_id: randomUUID(),
        title: 'Main house',
        dry_run: false,
        error: null,
        was_failing: false,
      }),
    );
    const isDelivered = async () => {
      const event = await app.db.selectFrom('outbox').select('is_dispatched').executeTakeFirst();
      const waiting = await app.db.selectFrom('outbox_delivery').select('event_id').executeTakeFirst();
      return event?.is_dispatched && !waiting;
    };
    await expect.poll(isDelivered).toBe(true);
    await looks(3); // also after its own commits
    const { deliveries } = count;
    await looks(3);
    expect(count.deliveries).toBe(deliveries);
  });

  test('are deleted after a month, unless a subscriber still waits for them', async ({ app }) => {
    const [bell, mail] = [aSubscriber('bell'), aSubscriber('mail')];
    mail.refused.add('waits');
    await write(app, 'A', 'delivered');
    await write(app, 'B', 'waits');
    await deliver(app, bell, mail);
    await write(app, 'A', 'new');
    const monthAgo = new Date(Date.now() - 31 * 86_400_000);
    await app.db.updateTable('outbox').set({ at: monthAgo }).where('is_dispatched', '=', true).execute();
    await forgetEvents(app.db, { events: [noted], subscribers: [bell.subscriber, mail.subscriber] });
    const kept = await app.db.selectFrom('outbox').select('payload').orderBy('id').execute();
    expect(kept.map(({ payload }) => noted.payload.parse(payload).text)).toEqual(['waits', 'new']);
  });
});
