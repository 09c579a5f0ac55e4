import { type Endpoint, type Input, iam, lockingPlans } from '@key2xs/contract';
import { median, remark, report } from '../../apps/server/bench/report';
import { longest, watchHealth } from '../../apps/server/bench/watch-health';
import type { Product } from '../lib/product';
import { addSource, connectKeySystem, runImport, upload } from '../lib/scenario';
import { hostileTables } from './hostile-files';
import { makeList } from './people';

const people = { usual: 32_812, most: 200_000 };

/** Files that must be refused, then the largest accepted list, during health checks. */
export async function benchUploads(product: Product): Promise<void> {
  const source = await addSource(product, 'Hostile');
  const system = await connectKeySystem(product, 'Sandbox');
  await measureRefusals(product, 'staff list', { endpoint: iam.uploadStaffList, id: source, mebibytes: 64 });
  await measureRefusals(product, 'locking plan', { endpoint: lockingPlans.upload, id: system, mebibytes: 20 });
  await measureImports(product);
}

type Target = { endpoint: typeof iam.uploadStaffList | typeof lockingPlans.upload; id: string; mebibytes: number };

async function measureRefusals(product: Product, what: string, { endpoint, id, mebibytes }: Target): Promise<void> {
  const end = await watchHealth(product.url);
  const times: number[] = [];
  for (const [name, content] of hostileTables(mebibytes - 1)) {
    const bytes = new Uint8Array(content);
    const file = { name: 'hostile.csv', arrayBuffer: async () => bytes.buffer };
    const began = performance.now();
    const { status, text } = await product.call<Endpoint>(endpoint, {
      params: { id },
      body: { file },
    } as Input<Endpoint>);
    times.push(performance.now() - began);
    if (status !== 422) throw new Error(`${what}, ${name}: answered ${status}: ${text}`);
    remark(`${what}, ${name}: ${times.at(-1)?.toFixed(0)} ms`);
  }
  const looks = await end();
  remark(`${times.length} hostile ${what}s of ${mebibytes - 1} MiB, typically ${median(times).toFixed(0)} ms`);
  report(`longest answer to a hostile ${what}`, longest(times) / 1_000, 2, 's');
  report(`longest answer of /healthz meanwhile, ${what}s`, longest(looks), 50, 'ms');
}

async function measureImports(product: Product): Promise<void> {
  const perPerson: number[] = [];
  for (const count of Object.values(people)) {
    const id = await addSource(product, `People ${count}`);
    const list = { name: 'people.csv', content: makeList(count), rows: new Map() };
    const end = await watchHealth(product.url);
    const uploaded = await timed(() => upload(product, id, list));
    const first = await timed(() => runImport(product, id));
    const again = await timed(() => runImport(product, id));
    const looks = await end();
    perPerson.push(first / count);
    remark(
      `${count} people: upload ${uploaded.toFixed(0)} ms, import ${((count / first) * 1_000).toFixed(0)} a second`,
    );
    remark(`the same again ${again.toFixed(0)} ms; /healthz typically ${median(looks).toFixed(1)} ms`);
    if (count === people.most) report('longest answer of /healthz, 200,000 people', longest(looks), 50, 'ms');
  }
  const [usual = 0, most = 0] = perPerson;
  report('a person of 200,000, against one of 32,812', most / usual, 1.25, '×');
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}
