import { sourceWebhooks } from '@key2xs/contract';
import { sql } from 'kysely';
import { aLargeHouse } from '../../../packages/domain/test/large-house';
import { quantile } from './ask-for';
import { addDirectory, mapping, timeBareRead, timeRun } from './entra-source';
import type { Bench } from './in-process';
import { seedLargeHouse, uuidOf } from './large-house';
import { median, remark, report } from './report';
import { longest, watch, watchHealth } from './watch-health';

const people = 100_000;
const rounds = 5;
const quietMs = 10_000;
const megabyte = 1_000_000;

/**
 * A directory of 100,000 people, read for the first time and again, beside a bare read; others who ask meanwhile; and how soon a
 * change is told. Directory and database are programs of their own.
 */
export async function benchSources(bench: Bench): Promise<void> {
  await seedLargeHouse(bench, aLargeHouse(20_000));
  const { id, child } = await addDirectory(bench, people);
  const quiet = await askMeanwhile(bench, () => new Promise((done) => setTimeout(done, quietMs)));
  let first = { ms: 0, counts: {} };
  const busy = await askMeanwhile(bench, async () => {
    first = await timeRun(bench, id);
  });
  const bareFull = await timeBareRead(bench, id, 'start');
  const rate = (ms: number) => `${(ms / 1_000).toFixed(1)} s, ${((people / ms) * 1_000).toFixed(0)} people a second`;
  remark(`first run ${rate(first.ms)}; bare ${rate(bareFull)}; ${JSON.stringify(first.counts)}`);
  report('sources: first run, against a bare read', first.ms / bareFull, 10, '×');
  for (const [what, times] of Object.entries(busy)) {
    const before = quantile(quiet[what as keyof typeof quiet], 0.99); // the same keys
    const p99 = quantile(times, 0.99);
    remark(
      `${what}: p99 ${before.toFixed(1)} ms quiet, ${p99.toFixed(1)} ms during it, longest ${longest(times).toFixed(0)}`,
    );
    report(`sources: ${what} during a first run, p99`, p99, 100, 'ms');
  }
  await benchAgain(bench, id, bareFull);
  child.disconnect();
  await benchReported(bench);
}

async function benchAgain(bench: Bench, id: string, bareFull: number): Promise<void> {
  const settling = await timeRun(bench, id);
  remark(`the run after it, which compares everybody: ${settling.ms.toFixed(0)} ms`);
  const times = { bare: [] as number[], ours: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.bare.push(await timeBareRead(bench, id, 'last'));
    times.ours.push((await timeRun(bench, id)).ms);
  }
  const [bare, ours] = [median(times.bare), median(times.ours)];
  remark(`changes, none: ${ours.toFixed(0)} ms, bare ${bare.toFixed(0)} ms`);
  report('sources: changes without news', ours, 1_000, 'ms');
  const full = await timeRun(bench, id, 'full');
  remark(`read whole, none new: ${(full.ms / 1_000).toFixed(1)} s, bare ${(bareFull / 1_000).toFixed(1)} s`);
  report('sources: read whole without news, against a bare read', full.ms / bareFull, 3.25, '×');
}

/** Three clients in threads of their own, each every 10 ms. @returns what each question took, in ms */
async function askMeanwhile({ server: { url }, token }: Bench, work: () => Promise<unknown>) {
  const question = `person_id=${uuidOf('p7')}&cylinder_id=${uuidOf('c7')}`;
  const ends = [
    await watchHealth(url),
    await watch(`${url}/api/v1/people?limit=50&department=Department of 7`, token),
    await watch(`${url}/api/v1/access/check?${question}`, token),
  ];
  await work();
  const [health = [], list = [], access = []] = await Promise.all(ends.map((end) => end()));
  return { '/healthz': health, 'a list of people': list, 'a question about access': access };
}

/** From a change in a directory of 500 people, which tells that there is one, to the changed person. */
async function benchReported(bench: Bench): Promise<void> {
  const { db, config } = bench.server.deps;
  const { employee_id: _, ...fields } = mapping; // another directory has the same numbers
  const { id, child } = await addDirectory(bench, 500, fields);
  config.port = Number(new URL(bench.server.url).port);
  await timeRun(bench, id);
  await bench.call(sourceWebhooks.switchOn, { params: { id } });
  const isActive = async () => (await bench.call(sourceWebhooks.get, { params: { id } })).state === 'active';
  await until(isActive);
  const { external_id: person } = await db
    .selectFrom('person')
    .select('external_id')
    .where('connection_id', '=', id)
    .where('active', '=', true)
    .executeTakeFirstOrThrow();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await until(async () => (await db.selectFrom('source_nudge').selectAll().execute()).length === 0);
    await sql`update source_webhook set last_pull_at = null`.execute(db); // as if it had been quiet for long
    const department = `Department ${round}`;
    const began = performance.now();
    child.send({ person, department });
    await until(async () => {
      const row = db
        .selectFrom('person')
        .select('department')
        .where('connection_id', '=', id)
        .where('external_id', '=', person);
      return (await row.executeTakeFirst())?.department === department;
    });
    times.push(performance.now() - began);
  }
  child.disconnect();
  report('sources: from a change in the directory to the changed person, longest', longest(times) / 1_000, 5, 's');
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((done) => setTimeout(done, 50));
}

/** A million people: memory of the process, which should do nothing else before. */
export async function benchMillion(bench: Bench, count = 1_000_000): Promise<void> {
  const { id, child } = await addDirectory(bench, count);
  const idle = process.memoryUsage.rss();
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 100);
  const parts = {
    'first run': () => timeRun(bench, id),
    'the run after it': () => timeRun(bench, id),
    'its people known to access': () => bench.server.deps.access.whole(),
    'without news': () => timeRun(bench, id),
  };
  for (const [what, run] of Object.entries(parts)) {
    peak = process.memoryUsage.rss();
    const began = performance.now();
    await run();
    const ms = performance.now() - began;
    const mb = (bytes: number) => (bytes / megabyte).toFixed(0);
    remark(`${what}: ${(ms / 1_000).toFixed(1)} s; ${mb(idle)} MB before it all, at most ${mb(peak)} MB`);
    report(`sources: memory of ${count} people, ${what}`, peak / megabyte, 700, 'MB');
  }
  clearInterval(timer);
  child.disconnect();
}
