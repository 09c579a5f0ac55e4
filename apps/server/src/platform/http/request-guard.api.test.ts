import { once } from 'node:events';
import { connect } from 'node:net';
import { Problem } from '@key2xs/contract';
import { sql } from 'kysely';
import { pino } from 'pino';
import { request } from 'undici';
import { describe } from 'vitest';
import { anotherServer } from '#test/another-server';
import { expect, type TestApp, test } from '#test/app';
import { aConnection } from '#test/factories/iam';
import { type Answer, pour } from '#test/pour';

const tooMuch = 20 * 1_048_576;
/** What two reads of a socket bring, the head of the request included. */
const maxTakenBytes = 131_072;
/** What a busy machine has read before the end of the connection gets there. An endless body is far longer. */
const maxLateBytes = 4 * maxTakenBytes;
const keyplan = '/api/v1/key-system-connections/0/keyplan';

const head = (line: string, headers: Record<string, string> = {}) =>
  [`${line} HTTP/1.1`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), ''].join('\r\n');
const json = { 'Content-Type': 'application/json' };
const bearer = async (app: TestApp) => ({ Authorization: `Bearer ${await app.as('superadmin').token()}` });
const codeOf = ({ status, body }: Answer) => [status, Problem.parse(JSON.parse(body)).code];

describe('the body of a request that is refused', () => {
  const refused: [what: string, line: string, bytes: number | undefined, code: [number, string]][] = [
    ['of an unknown address', 'POST /api/v1/nothing-here', tooMuch, [404, 'not_found']],
    ['of a file', 'GET /index.html', tooMuch, [404, 'not_found']],
    ['of an address that cannot be read', 'POST /api/v1/people/%E0%A4%A', tooMuch, [400, 'bad_request']],
    ['of an endless address', `POST /api/v1/people/${'x'.repeat(5_000)}`, tooMuch, [400, 'bad_request']],
    ['of another method', 'PATCH /api/v1/people', tooMuch, [404, 'not_found']],
    ['of OPTIONS', 'OPTIONS /api/v1/people', tooMuch, [404, 'not_found']],
    ['of the health', 'GET /healthz', tooMuch, [400, 'bad_request']],
    ['of a webhook that is none of ours', `POST /api/v1/webhooks/graph/${'a'.repeat(43)}`, 200_000, [404, 'not_found']],
    ['without a length', `POST ${keyplan}`, undefined, [401, 'unauthenticated']],
    ['of an unknown address without a length', 'POST /nothing-here', undefined, [404, 'not_found']],
  ];
  for (const [what, line, bytes, code] of refused) {
    test(`is not read: ${what}`, async ({ app }) => {
      const answer = await pour(app, { head: head(line, json), bytes });
      expect(codeOf(answer)).toEqual(code);
      expect(answer.headers).toMatch(/^connection: close/im);
      expect(answer.taken).toBeLessThanOrEqual(maxTakenBytes);
    });
  }

  test('is not asked for when the client waits to be asked', async ({ app }) => {
    const expecting = { ...json, Expect: '100-continue' };
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.write(`${head(`POST ${keyplan}`, expecting)}Content-Length: ${tooMuch}\r\nHost: 127.0.0.1\r\n\r\n`);
    const [first] = await once(socket, 'data');
    socket.destroy();
    expect(String(first)).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('leaves the answer readable to a client that goes on sending', async ({ app }) => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        request(`${app.url}${keyplan}`, { method: 'POST', headers: json, body: Buffer.alloc(tooMuch) }),
      ),
    );
    for (const { statusCode, body } of answers) {
      expect([statusCode, Problem.parse(await body.json()).code]).toEqual([401, 'unauthenticated']);
    }
  });

  test('ends the connection also under a client that never reads the answer', async ({ app }) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    await once(socket, 'connect');
    const theirs = () => app.serverSocket(socket.localPort ?? 0);
    socket.pause();
    socket.on('error', () => undefined); // that end is the test
    socket.write(`${head(`POST ${keyplan}`, json)}Content-Length: ${tooMuch}\r\nHost: 127.0.0.1\r\n\r\n`);
    await expect.poll(() => theirs()?.destroyed).toBe(true);
  });

  test('is cut off where it is longer than the endpoint takes, without having said so', async ({ app }) => {
    const line = 'POST /api/v1/iam/connections';
    const answer = await pour(app, { head: head(line, { ...json, ...(await bearer(app)) }) });
    expect(codeOf(answer)).toEqual([413, 'payload_too_large']);
    expect(answer.taken).toBeLessThanOrEqual(1_048_576 + maxLateBytes);
    const login = await pour(app, { head: head('POST /api/v1/auth/login', form) });
    expect(codeOf(login)).toEqual([413, 'payload_too_large']);
    expect(login.taken).toBeLessThanOrEqual(16_384 + maxLateBytes);
  });
});

/** @returns what a server logs */
function recordLog() {
  const lines: { msg: string; url?: string }[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  return { log, lines };
}

test('a client that closes in the middle of a body is not taken for an outage of the database', async ({ app }) => {
  const { log, lines } = recordLog();
  const { url } = await anotherServer(app, log);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const waiting = head('POST /api/v1/auth/login', { ...form, Expect: '100-continue' });
  socket.write(`${waiting}Content-Length: 100\r\nHost: 127.0.0.1\r\n\r\n`);
  await once(socket, 'data'); // the body is being read
  socket.destroy();
  const isOver = ({ msg }: { msg: string }) => msg === 'client closed the connection' || msg === 'database unavailable';
  await expect.poll(() => lines.some(isOver)).toBe(true);
  expect(lines.map(({ msg }) => msg)).not.toContain('database unavailable');
});

test('the key of a webhook is not logged, whatever is asked of its address', async ({ app }) => {
  const { log, lines } = recordLog();
  const { url } = await anotherServer(app, log);
  const key = 'k'.repeat(43);
  for (const [method, path] of [
    ['POST', key],
    ['GET', key],
    ['POST', `${key}/more`],
    ['POST', `${key}?validationToken=a`],
  ]) {
    await fetch(`${url}/api/v1/webhooks/graph/${path}`, { method: method ?? '' });
  }
  await expect.poll(() => lines.filter(({ msg }) => msg === 'request').length).toBe(4);
  for (const line of lines) expect(JSON.stringify(line)).not.toContain(key);
  expect(lines.at(-1)?.url).toBe('/api/v1/webhooks/graph/[redacted]');
});

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

describe('the request guard', () => {
  const post = async (app: TestApp, path: string, { headers = {}, body = '' }) => {
    const response = await fetch(`${app.url}/api/v1${path}`, { method: 'POST', headers, body });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const credentials = { username: 'nobody', password: 'a sentence that is wrong' };

  test('takes sign-in as a form, and as nothing else', async ({ app }) => {
    const asForm = await post(app, '/auth/login', { headers: form, body: `${new URLSearchParams(credentials)}` });
    expect(JSON.parse(asForm.text).code).toBe('invalid_credentials');
    const asJson = await post(app, '/auth/login', { headers: json, body: JSON.stringify(credentials) });
    expect([asJson.status, JSON.parse(asJson.text).code]).toEqual([415, 'unsupported_media_type']);
    const asNothing = await post(app, '/auth/login', { headers: json });
    expect(asNothing.status).toBe(415);
  });

  test('takes JSON where JSON is wanted, also with its character set, and as nothing else', async ({ app }) => {
    const headers = await bearer(app);
    const create = (type: Record<string, string>, body: string) =>
      post(app, '/iam/connections', { headers: { ...headers, ...type }, body });
    const asForm = await create(form, 'name=Head+office&provider=csv');
    expect([asForm.status, JSON.parse(asForm.text).code]).toEqual([415, 'unsupported_media_type']);
    const body = JSON.stringify({ name: 'Head office', provider: 'csv' });
    expect((await create({ 'Content-Type': 'Application/JSON; charset=utf-8' }, body)).status).toBe(201);
  });

  test('takes what is sent to an endpoint that wants nothing, when it is little JSON', async ({ app }) => {
    const headers = await bearer(app);
    const refresh = (type: Record<string, string>, body: string) =>
      post(app, '/auth/logout', { headers: { ...headers, ...type }, body });
    expect((await refresh(form, 'a=b')).status).toBe(415);
    expect((await refresh(json, JSON.stringify({ note: 'x'.repeat(20_000) }))).status).toBe(413);
    expect((await refresh(json, '{}')).status).toBe(200);
  });

  test('asks the database nothing for a token that has not the form of one', async ({ app }) => {
    await app.db.transaction().execute(async (tx) => {
      await sql`lock table session in access exclusive mode`.execute(tx);
      for (const authorization of ['', 'Bearer', 'Bearer a b', `Bearer ${'a'.repeat(201)}`, 'Basic YTpi']) {
        const { status } = await fetch(`${app.url}/api/v1/people`, { headers: { authorization } });
        expect(status).toBe(401);
      }
    });
  });

  test('keeps the connection after a refusal whose body has come', async ({ app }) => {
    const body = '{}';
    const one = `${head('POST /api/v1/iam/connections', json)}Content-Length: ${body.length}\r\nHost: 127.0.0.1\r\n\r\n${body}`;
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    let received = '';
    socket.on('data', (data) => {
      received += data;
    });
    for (let answers = 1; answers <= 20; answers++) {
      socket.write(one);
      await expect.poll(() => received.split('HTTP/1.1 401').length - 1).toBe(answers);
    }
    socket.destroy();
  });

  test('lets the body of a client that waits to be asked through when it is wanted', async ({ app }) => {
    const { id } = await aConnection(app);
    const chunk = Buffer.from(
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nid\nE1\r\n--x--\r\n',
    );
    const headers = {
      ...(await bearer(app)),
      Expect: '100-continue',
      'Content-Type': 'multipart/form-data; boundary=x',
    };
    const line = `POST /api/v1/iam/connections/${id}/staff-lists`;
    const { status } = await pour(app, { head: head(line, headers), chunk, bytes: chunk.length });
    expect(status).toBe(201);
  });
});
