import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SourceThrottled } from '../called-source-driver';
import {
  answerFirst,
  graphError,
  isGraph,
  openEntra,
  type Reply,
  type ScriptedPeer,
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
const answers = (...replies: Reply[]) => answerFirst(peer, ...replies);
const gaps = () => peer.graph().map(({ at }, n, all) => at - (all[n - 1]?.at ?? at));

describe('throttling', () => {
  const dated = (seconds: number) => {
    const at = Date.parse('2027-01-15T12:00:00Z');
    return { date: new Date(at).toUTCString(), 'retry-after': new Date(at + seconds * 1_000).toUTCString() };
  };
  it.each([{ 'retry-after': '1' }, dated(1)])('waits for the requested pause: %o', async (headers) => {
    answers(graphError(429, 'TooManyRequests', headers));
    const { read } = await open();
    await read();
    expect(peer.graph()).toHaveLength(2);
    expect(gaps()[1]).toBeGreaterThanOrEqual(995); // the two ends measure at their own places
  });

  it('slows the whole connection, and calls nothing meanwhile', async () => {
    answers(graphError(429, 'TooManyRequests', { 'retry-after': '1' }));
    const { driver, access, read } = await open();
    let first: Promise<unknown> | undefined;
    await new Promise<void>((resolve) => {
      first = driver.readPage(access({ noteCall: ({ outcome }) => outcome === 'throttled' && resolve() }), undefined);
    });
    await setImmediate(); // what follows from the answer is known then
    const one = driver.readPerson(access(), 'a');
    await Promise.all([first, read(), expect(one).rejects.toThrow()]); // it answers with a page
    const [before = 0, ...after] = peer.graph().map(({ at }) => at);
    expect(after).toHaveLength(3);
    expect(Math.min(...after) - before).toBeGreaterThanOrEqual(995);
  });

  it('backs off without a requested pause', async () => {
    answers(graphError(429, 'TooManyRequests'), graphError(429, 'TooManyRequests'));
    const { read } = await open({ ...shortLimits, backoffMs: 40 });
    await read();
    const [, first = 0, second = 0] = gaps();
    expect(first).toBeGreaterThanOrEqual(19); // half of it is left to chance
    expect(second).toBeGreaterThanOrEqual(39);
  });

  it('postpones what would wait too long, and makes no call until then', async () => {
    answers(graphError(429, 'TooManyRequests', { 'retry-after': '300' }));
    const { driver, access, read } = await open();
    const began = Date.now();
    const error = await thrownBy(read());
    expect(error).toBeInstanceOf(SourceThrottled);
    const until = error instanceof SourceThrottled ? error.until.getTime() : 0;
    expect(until - began).toBeGreaterThanOrEqual(300_000);
    expect(until - began).toBeLessThan(320_000);
    await expect(read()).rejects.toBeInstanceOf(SourceThrottled);
    await expect(driver.probe(access())).rejects.toBeInstanceOf(SourceThrottled);
    expect(peer.graph()).toHaveLength(1);
  });

  it('postpones what stays throttled', async () => {
    peer.script((call) => (isGraph(call) ? graphError(429, 'TooManyRequests') : undefined));
    const { read } = await open();
    await expect(read()).rejects.toBeInstanceOf(SourceThrottled);
    expect(peer.graph()).toHaveLength(5);
  });
});
