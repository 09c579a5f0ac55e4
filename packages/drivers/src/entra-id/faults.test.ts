import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { SourceCall } from '../called-source-driver';
import {
  aadsts,
  answerFirst,
  aToken,
  graphError,
  isGraph,
  lastPageOf,
  openEntra,
  pageOf,
  type Reply,
  type ScriptedPeer,
  secret,
  shortLimits,
  startScriptedPeer,
} from './scripted-peer';

let peer: ScriptedPeer;
beforeAll(async () => {
  peer = await startScriptedPeer();
});
afterAll(() => peer.close());

/** A separate connection for each test, so that they do not share pauses. */
async function open(limits = shortLimits) {
  const { driver, access } = await openEntra(peer, limits);
  return { driver, access, read: (cursor?: string) => driver.readPage(access(), cursor) };
}
const thrownBy = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

const page = pageOf;
const lastPage = () => lastPageOf(peer);
const answers = (...replies: Reply[]) => answerFirst(peer, ...replies);

describe('an answer that fails', () => {
  it.each([500, 502, 503, 504])('%i is tried again, and named when it stays', async (status) => {
    answers(graphError(status, 'serviceNotAvailable'), { status, body: '<html>' });
    const { read } = await open();
    await read();
    expect(peer.graph()).toHaveLength(3);
    peer.script((call) => (isGraph(call) ? graphError(status, 'serviceNotAvailable') : undefined));
    await expect(read()).rejects.toMatchObject({ name: 'EntraError', reason: 'refused' });
    expect(peer.graph()).toHaveLength(5);
  });

  it('that breaks off is thrown away whole and read again', async () => {
    const cutNow: Reply = (response) => {
      response.writeHead(200, { 'content-length': '5000' });
      response.write('{"value":[', () => response.destroy());
    };
    answers(cutNow, cutNow);
    const { read } = await open();
    expect((await read()).people).toMatchObject([{ id: 'a' }]);
    expect(peer.graph()).toHaveLength(3);
  });

  it('that never comes is a timeout, and is retried', async () => {
    answers(() => {});
    const { read } = await open({ ...shortLimits, headersTimeoutMs: 200 });
    await read();
    expect(peer.graph()).toHaveLength(2);
  });

  it('that trickles without end is a time-out', async () => {
    const trickle: Reply = (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    };
    peer.script((call) => (isGraph(call) ? trickle : undefined));
    const { read } = await open({ ...shortLimits, bodyTimeoutMs: 100, tries: 2 });
    await expect(read()).rejects.toMatchObject({ reason: 'timeout' });
    expect(peer.graph()).toHaveLength(2);
  });

  it('comes compressed', async () => {
    const zipped = gzipSync(JSON.stringify({ value: [{ id: 'z' }], '@odata.deltaLink': `${peer.origin}/v1.0/x` }));
    answers({ headers: { 'content-encoding': 'gzip' }, body: zipped });
    const { read } = await open();
    expect((await read()).people).toMatchObject([{ id: 'z' }]);
    expect(peer.graph()[0]?.headers['accept-encoding']).toBe('gzip');
  });

  const megabytes = (n: number) => Buffer.alloc(n * 1_048_576, ' ');
  it.each<[string, Reply, RegExp]>([
    [
      'a small file that becomes a large one',
      { headers: { 'content-encoding': 'gzip' }, body: gzipSync(megabytes(64)) },
      /too large/,
    ],
    ['one that is too large', { body: megabytes(3) }, /too large/],
    [
      'half of a compressed one',
      { headers: { 'content-encoding': 'gzip' }, body: gzipSync('{"value":[]}').subarray(0, 15) },
      /cut off/,
    ],
    [
      'one that is not compressed as declared',
      { headers: { 'content-encoding': 'gzip' }, body: '{"value":[]}' },
      /encoding/,
    ],
    ['a web page', { headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' }, /not answer in JSON/],
    [
      'another charset',
      { headers: { 'content-type': 'application/json; charset=utf-8' }, body: Buffer.from([0x7b, 0xff, 0x7d]) },
      /encoding/,
    ],
    ['a list that is none', { body: { value: 'all of them' } }, /value/],
    ['a person without an id', { body: { value: [{ displayName: 'x' }] } }, /value\[0\]\.id/],
    ['an id that cannot be stored', { body: { value: [{ id: 'a\0' }] } }, /value\[0\]\.id/],
    ['a page without any link', { body: { value: [{ id: 'a' }] } }, /stops without saying that it is complete/],
    ['another address', { status: 302, headers: { location: 'https://elsewhere.example' } }, /cannot be understood/],
  ])('%s is refused', async (_, reply, said) => {
    peer.script((call) => (isGraph(call) ? reply : undefined));
    const { read } = await open({ ...shortLimits, maxAnswerBytes: 2 * 1_048_576, tries: 1 });
    await expect(read()).rejects.toMatchObject({ reason: 'bad_answer', message: expect.stringMatching(said) });
  });
});

describe('a link', () => {
  it.each(['@odata.nextLink', '@odata.deltaLink'])('to another host is not called: %s', async (name) => {
    const stranger = await startScriptedPeer();
    onTestFinished(() => stranger.close());
    const { read } = await open();
    answers(page({ [name]: `${stranger.origin}/v1.0/users/delta?$skiptoken=x` }));
    const refused = { reason: 'bad_answer', message: expect.stringContaining(new URL(stranger.origin).host) };
    await expect(read()).rejects.toMatchObject(refused);
    answers(page({ [name]: `${peer.origin}/v1.0/users/delta?$skiptoken=x` }));
    const { cursor } = await read();
    const kept = ('more' in cursor ? cursor.more : cursor.end).replaceAll(peer.origin, stranger.origin);
    if (name === '@odata.nextLink') await expect(read(kept)).rejects.toMatchObject(refused);
    expect(stranger.calls).toEqual([]);
    expect(peer.graph()).toHaveLength(1);
  });

  it.each([
    'http://HOST/v1.0/x',
    'https://user:word@HOST/v1.0/x',
    '//HOST/x',
    '/users',
    'nonsense',
  ])('that is not one of Graph is refused: %s', async (link) => {
    const { read } = await open();
    answers(page({ '@odata.nextLink': link.replace('HOST', new URL(peer.origin).host) }));
    await expect(read()).rejects.toMatchObject({ reason: 'bad_answer' });
    expect(peer.graph()).toHaveLength(1);
  });

  it.each([1, 2, 7])('that leads in circles of %i pages is found', async (length) => {
    let n = 0;
    const next = () => page({ '@odata.nextLink': `${peer.origin}/v1.0/users/delta?$skiptoken=${n++ % length}` });
    peer.script((call) => (isGraph(call) ? next() : undefined));
    const { read } = await open();
    const readOn = async () => {
      for (let cursor: string | undefined; ; ) {
        const read1 = await read(cursor);
        cursor = 'more' in read1.cursor ? read1.cursor.more : undefined;
      }
    };
    await expect(readOn()).rejects.toThrow(/same pages again and again/);
    expect(peer.graph().length).toBeLessThan(4 * length + 3);
  });
});

describe('a refused sign-in', () => {
  it('is renewed once, and then named', async () => {
    peer.script((call) => (isGraph(call) ? graphError(401, 'InvalidAuthenticationToken') : undefined));
    const { read } = await open();
    await expect(read()).rejects.toMatchObject({ reason: 'token_refused' });
    expect([peer.graph().length, peer.tokens().length]).toEqual([2, 2]);
  });

  it('is mended by another token', async () => {
    const used: (string | undefined)[] = [];
    peer.script((call) => {
      if (!isGraph(call)) return undefined;
      used.push(call.headers.authorization);
      return used.length === 1 ? graphError(401, 'InvalidAuthenticationToken') : lastPage();
    });
    const { read } = await open();
    await read();
    expect(new Set(used).size).toBe(2);
  });

  it('with rights reduced names the permission', async () => {
    peer.script((call) => (isGraph(call) ? graphError(403, 'Authorization_RequestDenied') : undefined));
    const { read } = await open();
    await expect(read()).rejects.toMatchObject({
      reason: 'permission_missing',
      message: expect.stringContaining('User.Read.All'),
    });
    expect(peer.graph()).toHaveLength(1);
  });

  it('with rights that do not reach for an attribute names the one it needs', async () => {
    peer.script((call) => (isGraph(call) ? graphError(403, 'Authorization_RequestDenied') : undefined));
    const { driver, access } = await open();
    const attributes = ['displayName', 'employeeLeaveDateTime'];
    await expect(driver.readPage(access({ attributes }), undefined)).rejects.toMatchObject({
      reason: 'permission_missing',
      message: expect.stringContaining('Missing: User-LifeCycleInfo.Read.All.'),
    });
  });

  it('for an attribute that Graph does not know says so', async () => {
    peer.script((call) => (isGraph(call) ? graphError(400, 'Request_BadRequest') : undefined));
    const { read } = await open();
    await expect(read()).rejects.toMatchObject({ reason: 'attribute_refused' });
  });

  it('is counted in the metrics by kind', async () => {
    const outcomes: SourceCall['outcome'][] = [];
    const noteCall = ({ outcome }: SourceCall) => outcomes.push(outcome);
    const { driver, access } = await open();
    answers(
      graphError(429, 'x'),
      graphError(503, 'x'),
      (response) => response.destroy(),
      graphError(403, 'accessDenied'),
    );
    await expect(driver.readPage(access({ noteCall }), undefined)).rejects.toThrow();
    expect(outcomes).toEqual(['ok', 'throttled', 'server', 'network', 'permission']);
  });
});

describe('secrets', () => {
  afterEach(() => peer.script(() => undefined));

  it.each<[string, Reply, Reply]>([
    ['a wrong secret', aadsts(7000215), undefined],
    ['a token endpoint that answers nonsense', { body: 'nonsense' }, undefined],
    ['a token endpoint that is down', { status: 503, body: 'down' }, undefined],
    ['a refused token', undefined, graphError(401, 'InvalidAuthenticationToken')],
    ['a broken page', undefined, { body: '{' }],
    ['a connection that breaks', undefined, (response) => response.destroy()],
    ['a long pause', undefined, graphError(429, 'x', { 'retry-after': '900' })],
  ])('are in no part of the error of %s', async (_, ofTokens, ofGraph) => {
    const tokens: string[] = [];
    peer.script((call) => {
      if (isGraph(call)) {
        tokens.push(call.headers.authorization?.slice('Bearer '.length) ?? '');
        return ofGraph ?? lastPage();
      }
      return ofTokens ?? aToken();
    });
    const { read } = await open();
    const error = await thrownBy(read());
    expect(error).toBeInstanceOf(Error);
    const text = inspect(error, { depth: 20, showHidden: true });
    for (const one of [secret, encodeURIComponent(secret), ...tokens]) expect(text).not.toContain(one);
    expect(text).not.toContain('words of Microsoft');
  });
});

/** After what nothing holds any more has been collected. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

describe('many pages', () => {
  it('leave nothing behind', async () => {
    const value = Array.from({ length: 900 }, (_, n) => ({ id: `p${n}`, displayName: 'x'.repeat(200) }));
    let n = 0;
    const { driver, access } = await open();
    const readers = async (pages: number, from: string | undefined) => {
      let cursor = from;
      for (let i = 0; i < pages; i++) {
        const read = await driver.readPage(access(), cursor);
        cursor = 'more' in read.cursor ? read.cursor.more : undefined;
      }
      peer.calls.length = 0;
      return cursor;
    };
    const body = () => ({ value, '@odata.nextLink': `${peer.origin}/v1.0/users/delta?$skiptoken=${n++}` });
    peer.script((call) => (isGraph(call) ? { body: body() } : undefined));
    const warm = await readers(20, undefined);
    const before = heapInUse();
    const cursor = await readers(180, warm);
    expect(cursor?.length).toBeLessThan(1_000);
    // Their text alone is 40 MB. Polls, because buffers of the last calls may be freed a moment later.
    await expect.poll(() => heapInUse() - before).toBeLessThan(20 * 1_048_576);
  });
});
