import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cylinders, keyPlans, overview, people } from '@key2xs/contract';
import { median, remark, report } from '../../apps/server/bench/report';
import { startPostgres } from '../../tools/lib/postgres.mjs';
import { type Product, startProduct } from '../lib/product';
import {
  activatePlan,
  addDepartmentRule,
  addPlan,
  addSource,
  addStaff,
  connectKeySystem,
  fireStations,
  runImport,
  upload,
} from '../lib/scenario';
import { residentMegabytes } from './memory-bench';
import { makeList } from './people';

const processCounts = [1, 2, 4];
const clients = 16;
const measuredMs = 20_000;
const smallLists = 48;

type Credentials = { username: string; password: string };

/**
 * The same work on one, two and four processes of one database with 100,000 people: reads a second, imports of small lists a second,
 * and the memory of a process. Processes, database and clients share the processors of this machine.
 */
export async function benchProcesses(): Promise<void> {
  const { url, stop } = await startPostgres();
  const credentials = await withProducts(1, { DATABASE_URL: url, KEY2XS_SANDBOX: 'on' }, async ([product]) => {
    const { username = '', password = '' } = product?.credentials ?? {};
    await product?.signIn(username, password);
    if (product) await fill(product);
    return { username, password };
  });
  for (const count of processCounts)
    await withProducts(count, { DATABASE_URL: url }, (products) => measure(products, credentials));
  await stop();
}

async function withProducts<T>(
  count: number,
  env: Record<string, string>,
  use: (products: readonly Product[]) => Promise<T>,
): Promise<T> {
  const folders = await Promise.all(Array.from({ length: count }, () => mkdtemp(join(tmpdir(), 'key2xs-bench-'))));
  const products: Product[] = [];
  const secret = { KEY2XS_SECRET_KEY: Buffer.alloc(32, 'bench').toString('base64') };
  for (const folder of folders) products.push(await startProduct(folder, { env: { ...secret, ...env } }));
  try {
    return await use(products);
  } finally {
    await Promise.all(products.map((product) => product.kill('SIGTERM')));
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
  }
}

async function fill(product: Product): Promise<void> {
  const sourceId = await addStaff(product, 'Staff', { name: 'staff.csv', content: makeList(100_000) });
  const systemId = await connectKeySystem(product, 'Keys');
  const { planId } = await addPlan(product, { sourceId, systemId });
  const objects = await fireStations(product);
  await addDepartmentRule(product, { sourceId, planId }, { name: 'Fire', departments: ['FIRE'], objects });
  await activatePlan(product, planId);
}

async function measure(products: readonly Product[], { username, password }: Credentials): Promise<void> {
  for (const product of products) await product.signIn(username, password);
  const idle = await Promise.all(products.map(residentMegabytes));
  for (const product of products) await readOnce(product, 0); // what is computed once
  const reads = await readsPerSecond(products);
  const imports = await importsPerSecond(products);
  const busy = await Promise.all(products.map(residentMegabytes));
  const count = products.length;
  const [largestIdle, largestBusy] = [Math.max(...idle), Math.max(...busy)];
  remark(
    `${count} ${count === 1 ? 'process' : 'processes'}: ${reads.perSecond.toFixed(0)} reads a second, median ${reads.medianMs.toFixed(0)} ms; ` +
      `${imports.toFixed(1)} imports a second; the largest has ${largestIdle.toFixed(0)} MB idle, ${largestBusy.toFixed(0)} MB afterwards`,
  );
  if (count > 1) return;
  report('memory of a process with 100,000 people, idle', largestIdle, 250, 'MB');
  report('the same after reads and imports', largestBusy, 600, 'MB');
}

function readOnce(product: Product, n: number): Promise<unknown> {
  if (n % 4 === 0) return product.must(overview.get, { query: {} });
  if (n % 4 === 1) return product.must(cylinders.list, { query: { limit: 50, search: 'station' } });
  if (n % 4 === 2) return product.must(keyPlans.list, { query: {} });
  return product.must(people.list, { query: { limit: 50, search: 'aeiou'[n % 5] ?? 'a', sort: '-department' } });
}

async function readsPerSecond(products: readonly Product[]): Promise<{ perSecond: number; medianMs: number }> {
  const durations: number[] = [];
  const endAt = performance.now() + measuredMs;
  const client = async (_: unknown, index: number) => {
    const product = products[index % products.length];
    for (let n = index; product && performance.now() < endAt; n++) {
      const beganAt = performance.now();
      await readOnce(product, n);
      durations.push(performance.now() - beganAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { perSecond: (durations.length / measuredMs) * 1_000, medianMs: median(durations) };
}

/** Each list is of a source of its own, so that none waits for another one. */
async function importsPerSecond(products: readonly Product[]): Promise<number> {
  const [first] = products;
  if (!first) return 0;
  const sources: string[] = [];
  for (let at = 0; at < smallLists; at++) {
    const id = await addSource(first, `Small ${products.length}-${at}`);
    await upload(first, id, { name: 'small.csv', content: makeList(100) });
    sources.push(id);
  }
  const beganAt = performance.now();
  const ended = await Promise.all(sources.map((id, at) => runImport(products[at % products.length] ?? first, id)));
  const failed = ended.find(({ status }) => status !== 'SUCCESS');
  if (failed) throw new Error(`an import ended as ${failed.status}: ${failed.error}`);
  return smallLists / ((performance.now() - beganAt) / 1_000);
}
