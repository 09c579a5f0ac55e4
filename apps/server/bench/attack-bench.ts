import { connect, type Socket } from 'node:net';
import { request } from 'undici';
import { median, remark, report } from './report';
import { watchHealth } from './watch-health';

/** The built product; nobody here signs in. */
type Product = { url: string };

const large = Buffer.alloc(20 * 1_048_576, ' ');
const keyplan = '/api/v1/key-system-connections/0/keyplan';
const healthBudgetMs = 50;
const quietMs = 5_000;
const rounds = 30; // one is over before the health was looked at twice
const slowMs = 25_000;

/** Strangers who send much, and strangers who send slowly, while somebody else asks whether the server is well. */
export async function benchAttack({ url }: Product): Promise<void> {
  const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
  remark(`/healthz alone: ${sayTimes(await during(url, () => wait(quietMs)))}`);
  for (const [name, count] of [
    ['20 MB without a token', 1],
    ['ten times 20 MB at once without a token', 10],
  ] as const) {
    const times = await during(url, async () => {
      for (let n = 0; n < rounds; n++) await Promise.all(Array.from({ length: count }, () => sendLarge(url)));
    });
    remark(`${name}: ${sayTimes(times)}`);
    report(`longest answer of /healthz during ${name}`, Math.max(...times), healthBudgetMs, 'ms');
  }
  const slow = Array.from({ length: 200 }, (_, n) => dripInto(url, n));
  const times = await during(url, () => wait(slowMs));
  remark(`200 clients, a byte a second: ${sayTimes(times)}`);
  report('longest answer of /healthz beside 200 slow clients', Math.max(...times), healthBudgetMs, 'ms');
  const open = slow.filter(({ closed }) => !closed).length;
  report(`slow clients still connected after ${slowMs / 1_000} s`, open, 1, '');
  for (const socket of slow) socket.destroy();
}

const sayTimes = (times: number[]) =>
  `typically ${median(times).toFixed(1)} ms, at most ${Math.max(...times).toFixed(0)} ms of ${times.length}`;

async function during(url: string, attack: () => Promise<unknown>): Promise<number[]> {
  const end = await watchHealth(url);
  await attack();
  return end();
}

async function sendLarge(url: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const { statusCode, body } = await request(`${url}${keyplan}`, { method: 'POST', headers, body: large });
  await body.dump();
  if (statusCode !== 401) throw new Error(`answered ${statusCode}`);
}

/** A third never ends its head, a third its sign-in, a third a body that nobody may send. */
function dripInto(url: string, n: number): Socket {
  const { port, hostname, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = (path: string, type: string) =>
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${type}\r\nContent-Length: 10000\r\n\r\n`;
  const begins = [
    `GET / HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `,
    head('/api/v1/auth/login', 'application/x-www-form-urlencoded'),
    head(keyplan, 'application/json'),
  ];
  socket.write(begins[n % begins.length] ?? '');
  const timer = setInterval(() => socket.write('a'), 1_000);
  socket.on('error', () => undefined); // being cut off is what it deserves
  socket.once('close', () => clearInterval(timer));
  return socket;
}
