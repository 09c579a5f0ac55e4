import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { toKysely } from '../database/db';
import { prepared } from '../database/prepared';
import type { Db } from '../deps';
import { type EmbeddedDatabase, openEmbeddedDatabase } from './embedded-database';

let embedded: EmbeddedDatabase;
let db: Db;

beforeAll(async () => {
  embedded = await openEmbeddedDatabase({});
  db = toKysely(embedded.pool);
  await sql`create table note (owner int, text text)`.execute(db);
});
afterAll(() => embedded.close());
beforeEach(() => sql`delete from note`.execute(db));

/** A promise and what fulfils it. */
function aGate(): [opened: Promise<unknown>, open: () => void] {
  const gate = new EventEmitter();
  return [once(gate, 'open'), () => gate.emit('open')];
}

const add = (on: Db, owner: number, text = '') => sql`insert into note values (${owner}, ${text})`.execute(on);

async function ownersOf(on: Db = db): Promise<number[]> {
  const { rows } = await sql<{ owner: number }>`select owner from note order by owner`.execute(on);
  return rows.map(({ owner }) => owner);
}

describe('transactions at the same time', () => {
  test('keep apart, with parameters of 200 kB', async () => {
    const large = (owner: number, n: number) => `${owner}-${n} `.padEnd(200_000, 'ü');
    await Promise.all(
      Array.from({ length: 8 }, (_, owner) =>
        db.transaction().execute(async (tx) => {
          for (let n = 0; n < 3; n++) {
            await add(tx, owner, large(owner, n));
            expect(await ownersOf(tx)).toEqual(expect.arrayContaining([owner]));
          }
          const { rows } = await sql<{ text: string }>`select text from note where owner = ${owner}`.execute(tx);
          expect(rows.map(({ text }) => text)).toEqual([0, 1, 2].map((n) => large(owner, n)));
        }),
      ),
    );
    expect(await ownersOf()).toEqual([0, 1, 2, 3, 4, 5, 6, 7].flatMap((owner) => [owner, owner, owner]));
  });

  test('see nothing of each other before the commit', async () => {
    const [isInside, enter] = aGate();
    const first = db.transaction().execute(async (tx) => {
      await add(tx, 1);
      enter();
      await add(tx, 2);
    });
    await isInside;
    expect(await ownersOf()).toEqual([1, 2]);
    await first;
  });

  test('are rolled back one by one', async () => {
    const run = (owner: number) =>
      db.transaction().execute(async (tx) => {
        await add(tx, owner);
        if (owner % 2 === 0) throw new Error('no');
      });
    await Promise.allSettled(Array.from({ length: 10 }, (_, owner) => run(owner)));
    expect(await ownersOf()).toEqual([1, 3, 5, 7, 9]);
  });

  test('go on after one failed in the database', async () => {
    const broken = db.transaction().execute(async (tx) => {
      await add(tx, 1);
      await sql`select 1 / 0`.execute(tx);
    });
    await expect(broken).rejects.toThrow('division by zero');
    await add(db, 2);
    expect(await ownersOf()).toEqual([2]);
  });

  test('more than there are connections wait for their turn', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, n) => db.transaction().execute((tx) => add(tx, n))));
    expect(await ownersOf()).toHaveLength(40);
  });
});

describe('a client that disconnects', () => {
  test('in the middle of a transaction is rolled back, and others go on', async () => {
    const client = await embedded.pool.connect();
    await client.query('begin');
    await client.query('insert into note values (1)');
    const waiting = add(db, 2);
    client.release(true);
    await waiting;
    expect(await ownersOf()).toEqual([2]);
  });

  test('outside a transaction keeps its writes', async () => {
    const client = await embedded.pool.connect();
    await client.query('insert into note values (1)');
    client.release(true);
    expect(await ownersOf()).toEqual([1]);
  });
});

test('a transaction that sleeps too long is rolled back and cut off, and others go on', async () => {
  const strict = await openEmbeddedDatabase({ sleepLimitMs: 300 });
  onTestFinished(() => strict.close());
  const [isAsleep, fallAsleep] = aGate();
  const [isAwake, wake] = aGate();
  const others = toKysely(strict.pool);
  await sql`create table note (owner int, text text)`.execute(others);
  const sleeper = toKysely(strict.pool)
    .transaction()
    .execute(async (tx) => {
      await add(tx, 1);
      fallAsleep();
      await isAwake;
      await add(tx, 2);
    });
  const cutOff = sleeper.catch(() => undefined);
  await Promise.race([isAsleep, cutOff]); // on a busy machine it may be cut off before it has written
  await add(others, 3); // has to wait until the sleeper is cut off
  wake();
  await expect(sleeper).rejects.toThrow();
  expect(await ownersOf(others)).toEqual([3]);
});

describe('a notification', () => {
  test('reaches the other connections', async () => {
    const listener = await embedded.pool.connect();
    onTestFinished(() => listener.release(true));
    await listener.query('listen news');
    const heard = new Promise((done) => listener.once('notification', ({ payload }) => done(payload)));
    await sql`select pg_notify('news', 'Ünits')`.execute(db);
    expect(await heard).toBe('Ünits');
  });
});

describe('a folder', () => {
  test('keeps committed data, and a dump is a copy of it', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'key2xs-embedded-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const first = await openEmbeddedDatabase({ directory });
    await sql`create table kept as select 7 as seven`.execute(toKysely(first.pool));
    await first.close();
    const second = await openEmbeddedDatabase({ directory });
    onTestFinished(() => second.close());
    const { rows } = await sql`select seven from kept`.execute(toKysely(second.pool));
    expect(rows).toEqual([{ seven: 7 }]);
  });

  test('that cannot be opened says so', async () => {
    await expect(openEmbeddedDatabase({ directory: '/proc/no-such-folder' })).rejects.toThrow();
  });
});

test('prepares a marked statement once for each connection', async () => {
  const ask = async (number: number) => {
    const { rows } = await sql<{ number: number }>`
      ${prepared('echo')} select ${number}::int as number`.execute(db);
    return rows[0]?.number;
  };
  const numbers = Array.from({ length: 40 }, (_, i) => i);
  expect(await Promise.all(numbers.map(ask))).toEqual(numbers);
  expect(await Promise.all(numbers.map(ask))).toEqual(numbers);
  const { rows } = await sql<{ times: number }>`
    select generic_plans + custom_plans as times from pg_prepared_statements where name like 'echo%'`.execute(db);
  expect(rows.reduce((sum, { times }) => sum + Number(times), 0)).toBe(80);
  expect(rows.length).toBeLessThanOrEqual(8);
});

test('releases the memory of its answers', async () => {
  // More than the thread may have, would it keep the answers.
  for (let answered = 0; answered < 400; answered++) {
    const { rows } = await sql<{
      text: string;
    }>`select repeat('x', 10000) as text from generate_series(1, 100)`.execute(db);
    expect(rows).toHaveLength(100);
  }
});

test('an answer of many pieces arrives complete and in order', async () => {
  const { rows } = await sql<{ n: number; text: string }>`
    select n, repeat(n::text || ' ', n % 7000) as text from generate_series(1, 2000) as n`.execute(db);
  expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 2_000 }, (_, i) => i + 1));
  expect(rows.every(({ n, text }) => text === `${n} `.repeat(n % 7_000))).toBe(true);
});
