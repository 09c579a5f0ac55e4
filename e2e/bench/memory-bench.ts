import { remark, report } from '../../apps/server/bench/report';
import { startPostgres } from '../../tools/lib/postgres.mjs';
import type { Product } from '../lib/product';
import { setUp, work } from './mixed-work';
import { withProduct } from './with-product';

/** Fills caches and compiles code before measuring. */
const warmUpCalls = 4_000;
/** Spans several garbage collections, whose ups and downs are not growth. */
const windowCalls = 4_000;
const measuredCalls = 20_000;
const lookEveryMs = 250;

/** Memory growth over 20,000 mixed calls and 200 imports after warm-up, on either database. */
export async function benchMemory(): Promise<void> {
  await withProduct((product) => measureGrowth(product, 'embedded database'));
  const { url, stop } = await startPostgres();
  await withProduct((product) => measureGrowth(product, 'PostgreSQL'), { DATABASE_URL: url, KEY2XS_SANDBOX: 'on' });
  await stop();
}

async function measureGrowth(product: Product, database: string): Promise<void> {
  const scene = await setUp(product);
  const last = warmUpCalls + measuredCalls;
  const during = (from: number, to: number) => megabytesDuring(product, () => work(product, scene, { from, to }));
  await work(product, scene, { from: 0, to: warmUpCalls });
  const before = await during(warmUpCalls, warmUpCalls + windowCalls);
  await work(product, scene, { from: warmUpCalls + windowCalls, to: last - windowCalls });
  const after = await during(last - windowCalls, last);
  remark(`${database}: ${before.toFixed(0)} MB after warming up, ${after.toFixed(0)} MB at the end`);
  report(`memory grown by 20,000 calls and 200 imports, ${database}`, after - before, 25, 'MB');
}

/** Mean resident memory during the work, in MB (1,000,000 bytes). */
export async function megabytesDuring(product: Product, work: () => Promise<void>): Promise<number> {
  const looks: number[] = [];
  let isOver = false;
  const look = async () => {
    while (!isOver) {
      looks.push(await residentMegabytes(product));
      await new Promise((done) => setTimeout(done, lookEveryMs));
    }
  };
  const looking = look();
  await work();
  isOver = true;
  await looking;
  return looks.reduce((sum, megabytes) => sum + megabytes, 0) / looks.length;
}

/** Resident memory of the process, in MB. */
export async function residentMegabytes(product: Product): Promise<number> {
  const text = await (await fetch(`${product.url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 1_000_000;
}
