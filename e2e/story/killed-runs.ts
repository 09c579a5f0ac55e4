import { setTimeout as pause } from 'node:timers/promises';
import { auth, generator } from '@key2xs/contract';
import { receivedEvents } from '../../apps/server/test/received-events';
import { megabytesDuring } from '../bench/memory-bench';
import { growAccess } from '../lib/data/grown-access';
import { type Product, startProduct } from '../lib/product';
import { check, count, seconds, step } from './report';

/** Runs at a time, each followed by a stream of its own as soon as the server takes one more. */
const runsOfBatch = 10;
const kills = 4;
/** The server is killed after so many more events. */
const eventsOfLife = 40;
/** In the last life of the server: the first warms it up, the memory of the others is compared. */
const moreBatches = 3;
const healthEveryMs = 25;
/** A session has four streams; the others ask again. */
const askAgainMs = 200;
const mostGrownMb = 100;

type World = {
  product: Product;
  /** By run, the ids of the events received. */
  received: Map<string, string[]>;
  ended: Set<string>;
  health: number[];
};

/**
 * Runs of the generator whose server is killed again and again. Each is followed by a stream that is opened anew after its last
 * event: all of them receive every event once and in order, and the memory of the server does not grow with the runs.
 */
export async function runKilledRuns(folder: string): Promise<void> {
  const product = await startProduct(folder);
  const { username = '', password = '' } = product.credentials ?? {};
  await product.signIn(username, password);
  await growAccess(product, folder);
  const world: World = { product, received: new Map(), ended: new Set(), health: [] };
  const began = performance.now();
  const ids = await startRuns(world, 0);
  let killed = 0;
  while (ids.some((id) => !world.ended.has(id))) {
    const isKilled = killed < kills;
    await live(world, ids, isKilled);
    if (!isKilled) continue;
    killed++;
    world.product = await startProduct(folder);
    await world.product.signIn(username, password);
  }
  step(`1. ${runsOfBatch} runs in ${seconds(began)}, in the middle of which the server was killed ${killed} times`);
  check('the server was killed while runs went on', killed === kills, killed);
  await growth(world);
  await compare(world);
  await world.product.kill();
}

async function startRuns({ product, received }: World, batch: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < runsOfBatch; n++) {
    const { id } = await product.must(generator.start, { body: { seed: batch * runsOfBatch + n } });
    ids.push(id);
    received.set(id, []);
  }
  return ids;
}

/** Follows the runs to their end, or until the server is killed among their events. */
async function live(world: World, ids: readonly string[], isKilled: boolean): Promise<void> {
  const { product, received, ended, health } = world;
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  let left = eventsOfLife;
  const hear = () => {
    if (--left === 0) resolve();
  };
  const life = new AbortController();
  const open = ids.filter((id) => !ended.has(id));
  const following = open.map((id) => follow(world, { id, known: received.get(id) ?? [], hear, signal: life.signal }));
  const watching = watchHealth(product, health, life.signal);
  const all = Promise.all(following);
  await (isKilled ? Promise.race([all, enough]) : all);
  if (isKilled) await product.kill();
  life.abort();
  await Promise.all([all, watching]);
}

type Followed = { id: string; known: string[]; hear: () => void; signal: AbortSignal };

/** Until the run has ended, or the server was killed. */
async function follow(world: World, followed: Followed): Promise<void> {
  while (!followed.signal.aborted && !world.ended.has(followed.id)) {
    try {
      await readStream(world, followed);
    } catch {
      // The server was killed; the run is followed again after its start.
    }
    if (!followed.signal.aborted && !world.ended.has(followed.id)) await pause(askAgainMs);
  }
}

async function readStream({ product, ended }: World, { id, known, hear, signal }: Followed): Promise<void> {
  const { ticket } = await product.must(auth.createStreamTicket, {});
  const query = new URLSearchParams({ token: ticket, payload: JSON.stringify({ run_id: id }) });
  const headers = { 'last-event-id': known.at(-1) ?? '' };
  const answer = await fetch(`${product.url}/api/v1${generator.generate.path}?${query}`, { headers, signal });
  if (!answer.ok || !answer.body) return void (await answer.body?.cancel());
  for await (const event of receivedEvents(generator.generate, answer.body.pipeThrough(new TextDecoderStream()))) {
    if (event.id !== undefined) known.push(event.id);
    if (event.event === 'done' || event.event === 'error') ended.add(id);
    hear();
  }
}

async function watchHealth({ url }: Product, health: number[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const began = performance.now();
    const answer = await fetch(`${url}/healthz`).catch(() => undefined);
    if (answer?.ok) health.push(performance.now() - began);
    await pause(healthEveryMs);
  }
}

/** More runs in one life of the server. */
async function growth(world: World): Promise<void> {
  const megabytes: number[] = [];
  for (let batch = 1; batch <= moreBatches; batch++) {
    const ids = await startRuns(world, batch);
    megabytes.push(await megabytesDuring(world.product, () => live(world, ids, false)));
  }
  step(
    `2. ${moreBatches} batches of ${runsOfBatch} more: ${megabytes.map((mb) => mb.toFixed(0)).join(', ')} MB resident`,
  );
  const [first = 0, ...others] = megabytes;
  check('memory is bounded', (others.at(-1) ?? 0) < first + mostGrownMb, megabytes);
}

async function compare({ product, received, ended, health }: World): Promise<void> {
  let events = 0;
  for (const [id, known] of received) {
    const stored: string[] = [];
    for (let isLast = false; !isLast; ) {
      const query = { after: stored.at(-1) ?? '0' };
      const { items, is_last } = await product.must(generator.events, { params: { id }, query });
      stored.push(...items.map((event) => event.id));
      isLast = is_last;
    }
    check(`run ${id} was received as it is stored`, stored.join() === known.join(), { stored, known });
    events += stored.length;
  }
  const { items } = await product.must(generator.list, { query: { status: 'finished', limit: 100 } });
  check('every run has finished', items.length === received.size && ended.size === received.size, items.length);
  const sorted = health.toSorted((one, other) => one - other);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  step(`3. ${count(events)} events of ${received.size} runs received once and in order`);
  step(`   /healthz: ${count(sorted.length)} answers, 99 of 100 within ${p99.toFixed(0)} ms`);
}
