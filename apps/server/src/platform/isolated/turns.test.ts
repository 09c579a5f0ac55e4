import { describe, expect, it } from 'vitest';
import { createTurns, type Limits } from './turns';

/** Takes turns whose work lasts until released. */
function observe(limits: Limits) {
  const turns = createTurns(limits);
  const started: string[] = [];
  const refused: string[] = [];
  const ask = async (
    name: string,
    { lane = name, isTrusted = false, signal = undefined as AbortSignal | undefined } = {},
  ) => {
    const isTurn = await turns.take({ lane, isTrusted }, signal);
    (isTurn ? started : refused).push(name);
  };
  return {
    ...turns,
    started,
    refused,
    ask,
    /** Ends running work one after another, until none is left. */
    async drain() {
      await new Promise(setImmediate);
      for (let ended = 0; ended < started.length; ended++) {
        turns.end();
        await new Promise(setImmediate);
      }
    },
  };
}

describe('createTurns', () => {
  it('runs up to its limit concurrently, and the others as places become free', async () => {
    const turns = observe({ parallel: 2, waiting: 5 });
    for (const name of ['a', 'b', 'c']) void turns.ask(name);
    await new Promise(setImmediate);
    expect(turns.started).toEqual(['a', 'b']);
    await turns.drain();
    expect(turns.started).toEqual(['a', 'b', 'c']);
  });

  it('lets lanes take turns, however many wait in one of them', async () => {
    const turns = observe({ parallel: 1, waiting: 10 });
    void turns.ask('running');
    for (const i of [1, 2, 3]) void turns.ask(`many-${i}`, { lane: 'many' });
    void turns.ask('one');
    await turns.drain();
    expect(turns.started).toEqual(['running', 'many-1', 'one', 'many-2', 'many-3']);
  });

  it('takes the place of a newcomer from the longest lane', async () => {
    const turns = observe({ parallel: 1, waiting: 3 });
    void turns.ask('running');
    for (const i of [1, 2, 3, 4]) void turns.ask(`many-${i}`, { lane: 'many' });
    void turns.ask('one');
    await turns.drain();
    expect(turns.refused.sort()).toEqual(['many-3', 'many-4']);
    expect(turns.started).toEqual(['running', 'many-1', 'one', 'many-2']);
  });

  it('refuses the newcomer when no lane is longer than its own', async () => {
    const turns = observe({ parallel: 1, waiting: 2 });
    for (const name of ['running', 'a', 'b', 'c']) void turns.ask(name);
    await turns.drain();
    expect(turns.refused).toEqual(['c']);
  });

  it('serves the trusted first, and sends none of them away for another', async () => {
    const turns = observe({ parallel: 1, waiting: 2 });
    for (const name of ['running', 'a', 'b']) void turns.ask(name);
    void turns.ask('trusted-1', { lane: 'office', isTrusted: true });
    void turns.ask('trusted-2', { lane: 'office', isTrusted: true });
    void turns.ask('c');
    await turns.drain();
    expect(turns.started).toEqual(['running', 'trusted-1', 'trusted-2']);
    expect(turns.refused.sort()).toEqual(['a', 'b', 'c']);
  });

  it('refuses a trusted one when all who wait are trusted', async () => {
    const turns = observe({ parallel: 1, waiting: 1 });
    for (const name of ['running', 'a', 'b']) void turns.ask(name, { isTrusted: true });
    await turns.drain();
    expect(turns.refused).toEqual(['b']);
  });

  it('drops cancelled and timed-out waiters without giving them a turn', async () => {
    const turns = observe({ parallel: 1, waiting: 2, maxWaitMs: 1 });
    const leaving = new AbortController();
    void turns.ask('running');
    void turns.ask('leaving', { signal: leaving.signal });
    leaving.abort();
    const impatient = turns.ask('impatient');
    await impatient;
    void turns.ask('gone', { signal: leaving.signal });
    await turns.drain();
    void turns.ask('next');
    await turns.drain();
    expect([turns.started, turns.refused]).toEqual([
      ['running', 'next'],
      ['leaving', 'impatient', 'gone'],
    ]);
  });

  it('gives no turn once it is closed', async () => {
    const turns = observe({ parallel: 1, waiting: 2 });
    for (const name of ['running', 'waiting', 'trusted']) void turns.ask(name, { isTrusted: name === 'trusted' });
    turns.close();
    await turns.drain();
    void turns.ask('late');
    await turns.drain();
    expect([turns.started, turns.refused.sort()]).toEqual([['running'], ['late', 'trusted', 'waiting']]);
  });
});
