import { setTimeout as pause } from 'node:timers/promises';
import { sync } from '@key2xs/contract';
import { createPool } from '../../apps/server/src/platform/database/create-pool';
import type { Product } from '../lib/product';
import { importList } from '../lib/scenario';
import { check, step } from '../story/report';
import { listOfRound } from './made-up-lists';
import type { Places } from './work';
import { admin, type World } from './world';

type Database = ReturnType<typeof createPool>;

const limitMs = 15_000;
const stoppedMs = 30_000;
const timeoutMs = 90_000;
/** Slow enough that a sync outlasts the disturbance of its worker. */
const answerMs = 1_500;

/** The ids to sync, and the next unused round. */
export type Stage = { places: Places; round: number };

/** Two processes on one database: a sync survives when its process is killed or suspended. */
export async function runTakeover(world: World, { places, round }: Stage): Promise<void> {
  const database = createPool({ connectionString: world.postgres.url, max: 1 });
  const owner = world.product;
  await owner.signIn(admin.username, admin.password);
  const first = await startSlowSync(world, owner, { places, round });
  const other = await world.start();
  await other.signIn(admin.username, admin.password);
  await owner.kill();
  const killedAt = performance.now();
  await untilAttempt(database, first, 2);
  const tookMs = performance.now() - killedAt;
  step(`4. a sync whose process was killed (-9) is taken over ${(tookMs / 1_000).toFixed(1)} s later`);
  check('within 15 seconds', tookMs < limitMs, Math.round(tookMs));
  world.sandbox.script();
  const taken = await other.ended(first);
  check('it ends well', taken.status === 'SUCCESS', taken);

  world.product = other;
  const second = await startSlowSync(world, other, { places, round: round + 1 });
  const third = await world.start();
  await third.signIn(admin.username, admin.password);
  other.signal('SIGSTOP');
  const stoppedAt = performance.now();
  await untilAttempt(database, second, 2);
  step(`   one whose process was stopped, ${((performance.now() - stoppedAt) / 1_000).toFixed(1)} s later`);
  world.sandbox.script();
  check('it ends well, too', (await third.ended(second)).status === 'SUCCESS');
  await pause(Math.max(0, stoppedMs - (performance.now() - stoppedAt)));
  const before = await snapshot(database, second);
  world.sandbox.script({ name: 'slow', amount: 1 }); // resets the count of calls
  other.signal('SIGCONT');
  await pause(limitMs);
  const calls = world.sandbox.calls().length;
  const after = await snapshot(database, second);
  step(`   once it goes on, it sends the key system ${calls} calls`);
  check('it writes nothing more', calls === 0 && before === after, { calls, before, after });
  check('and lives', other.endedByItself() === undefined, other.endedByItself());
  world.sandbox.script();
  await third.kill();
  await database.end();
}

/** Moves some people and resolves once their sync has begun to write. @returns its id */
async function startSlowSync({ sandbox }: World, product: Product, { places, round }: Stage): Promise<string> {
  await importList(product, places.sourceId, listOfRound(round));
  sandbox.script({ name: 'slow', amount: answerMs });
  const { task_id } = await product.must(sync.start, {
    body: { target_key_system_connection_id: places.systemId },
  });
  const { phase } = await product.ended(task_id, (task) => task.phase === 'applying');
  check('the sync is in its middle', phase === 'applying', phase);
  return task_id;
}

async function untilAttempt(database: Database, id: string, attempt: number): Promise<void> {
  for (const end = performance.now() + timeoutMs; performance.now() < end; ) {
    const { rows } = await database.query<{ attempt: number }>('select attempt from job where key = $1', [id]);
    if ((rows[0]?.attempt ?? 0) >= attempt) return;
    await pause(50);
  }
  throw new Error(`no one has taken task ${id} over`);
}

/** Other jobs come and go by themselves. */
const written = (syncId: string) => [
  'sync_task',
  `(select ctid, xmin from job where key = '${syncId}') as job`,
  ...['change_set', 'change_set_item', 'key_system_connection', 'recorded_person'],
];

/** Every row version of what a sync writes. */
async function snapshot(database: Database, syncId: string): Promise<string> {
  const hashes = await Promise.all(
    written(syncId).map(async (table) => {
      const { rows } = await database.query<{ hash: string }>(
        `select md5(coalesce(string_agg(ctid::text || xmin::text, ',' order by ctid), '')) as hash from ${table}`,
      );
      return `${table} ${rows[0]?.hash}`;
    }),
  );
  return hashes.join('\n');
}
