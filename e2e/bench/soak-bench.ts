import { remark, report } from '../../apps/server/bench/report';
import type { Product } from '../lib/product';
import { megabytesDuring } from './memory-bench';
import { setUp, work } from './mixed-work';
import { withProduct } from './with-product';

const minutes = Number(process.env.SOAK_MINUTES ?? 60);
const roundCalls = 1_000;

/** One hour of reads, writes, imports and syncs; compares the last quarter with the second. */
export const benchSoak = (): Promise<void> => withProduct(soak);

async function soak(product: Product): Promise<void> {
  const scene = await setUp(product);
  const began = performance.now();
  const samples: { minute: number; megabytes: number }[] = [];
  let calls = 0;
  for (let minute = 0; minute < minutes; minute = (performance.now() - began) / 60_000) {
    const { username = '', password = '' } = product.credentials ?? {};
    await product.signIn(username, password); // the session of one hour would expire
    const range = { from: calls, to: calls + roundCalls };
    samples.push({ minute, megabytes: await megabytesDuring(product, () => work(product, scene, range)) });
    calls += roundCalls;
  }
  const quarter = (index: number) =>
    mean(samples.filter(({ minute }) => Math.floor((minute / minutes) * 4) === index).map((s) => s.megabytes));
  remark(
    `${calls.toLocaleString('en')} calls in ${minutes} minutes; MB by quarter: ${[0, 1, 2, 3].map((i) => quarter(i).toFixed(0)).join(', ')}`,
  );
  report('memory of the last quarter of an hour beside the second', (quarter(3) / quarter(1)) * 100, 105, '%');
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
