import { connect, type Socket } from 'node:net';
import { auth } from '@key2xs/contract';
import { request } from 'undici';
import { median, remark, report } from '../../apps/server/bench/report';
import { watchHealth } from '../../apps/server/bench/watch-health';
import { send } from '../../apps/server/test/send';
import type { Product } from '../lib/product';
import { connectKeySystem } from '../lib/scenario';

const large = Buffer.alloc(20 * 1_048_576, ' ');
const keyplanOf = (id: string) => `/api/v1/key-system-connections/${id}/keyplan`;
const healthBudgetMs = 50;
const quietMs = 5_000;
const slowMs = 25_000;
const rounds = 30; // a single round ends before the second health check
const plans = 5;

type Attack = { what: string; times: number; run: () => Promise<unknown> };

/** Anonymous floods, anonymous slow senders, and a super admin's longest plan. */
export async function benchAttack(product: Product): Promise<void> {
  const { url } = product;
  const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
  await measure(url, { what: 'nothing', times: 1, run: () => wait(quietMs) });
  const strangers = (count: number) => () => Promise.all(Array.from({ length: count }, () => sendLarge(url)));
  await measure(url, { what: '20 MB without a token', times: rounds, run: strangers(1) });
  await measure(url, { what: 'ten times 20 MB at once without a token', times: rounds, run: strangers(10) });
  const store = await longestPlan(product);
  await measure(url, { what: 'a locking plan of 20 MB being stored', times: plans, run: store });

  const slow = Array.from({ length: 200 }, (_, n) => dripInto(url, n));
  await measure(url, { what: '200 clients who send a byte a second', times: 1, run: () => wait(slowMs) });
  const open = slow.filter(({ closed }) => !closed).length;
  report(`slow clients still connected after ${slowMs / 1_000} s`, open, 1, '');
  for (const socket of slow) socket.destroy();
}

/** Measures the server's CPU time too, which holds on a shared machine. */
async function measure(url: string, { what, times, run }: Attack): Promise<void> {
  const before = await cpuSeconds(url);
  const end = await watchHealth(url);
  for (let n = 0; n < times; n++) await run();
  const looks = await end();
  const cpuMs = ((await cpuSeconds(url)) - before) * 1_000;
  const each =
    times > 1 ? `, ${(cpuMs / times).toFixed(0)} ms of the processor each` : `, ${cpuMs.toFixed(0)} ms of it`;
  remark(`${what}: /healthz typically ${median(looks).toFixed(1)} ms of ${looks.length}${each}`);
  report(`longest answer of /healthz during ${what}`, Math.max(...looks), healthBudgetMs, 'ms');
}

async function cpuSeconds(url: string): Promise<number> {
  const { body } = await request(`${url}/metrics`);
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(await body.text())?.[1]);
}

async function sendLarge(url: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const { statusCode, body } = await request(`${url}${keyplanOf('0')}`, { method: 'POST', headers, body: large });
  await body.dump();
  if (statusCode !== 401) throw new Error(`answered ${statusCode}`);
}

/** @returns a call that stores it; the answer is not parsed, because this process times the health checks */
async function longestPlan(product: Product): Promise<() => Promise<void>> {
  const { username = '', password = '' } = product.credentials ?? {};
  const { body: session } = await send(product.url, auth.login, { body: { username, password } });
  const id = await connectKeySystem(product, 'Bench');
  const columns = Array.from({ length: 5_000 }, (_, n) => ({ label: `C-${n}`, cylinder_id: null }));
  const rights = Array.from({ length: 2_000 }, (_, n) => n * 2);
  const rows = Array.from({ length: 2_000 }, (_, n) => ({ label: `K-${n}`, kind: 'unknown', record_id: null, rights }));
  const body = Buffer.from(JSON.stringify({ file_name: 'bench.csv', columns, rows }));
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${session.access_token}` };
  return async () => {
    const answer = await request(`${product.url}${keyplanOf(id)}`, { method: 'POST', headers, body });
    await answer.body.dump({ limit: 64 * 1_048_576 });
    if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`);
  };
}

/** A third never finish the headers, a third the sign-in body, a third a body that is not allowed. */
function dripInto(url: string, n: number): Socket {
  const { port, hostname, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = (path: string, type: string) =>
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${type}\r\nContent-Length: 10000\r\n\r\n`;
  const begins = [
    `GET / HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `,
    head('/api/v1/auth/login', 'application/x-www-form-urlencoded'),
    head(keyplanOf('0'), 'application/json'),
  ];
  socket.write(begins[n % begins.length] ?? '');
  const timer = setInterval(() => socket.write('a'), 1_000);
  socket.on('error', () => undefined); // the server is expected to cut it off
  socket.once('close', () => clearInterval(timer));
  return socket;
}
