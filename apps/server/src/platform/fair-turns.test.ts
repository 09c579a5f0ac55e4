import { describe, expect, it } from 'vitest';
import { createFairTurns } from './fair-turns';

/** Takes turns whose work lasts until it is told to end. */
function observe(limits: { parallel: number; waiting: number }) {
  const takeTurn = createFairTurns(limits);
  const begun: { name: string; end: () => void }[] = [];
  const refused: string[] = [];
  return {
    begun,
    refused,
    names: () => begun.map(({ name }) => name),
    ask(name: string, { lane = name, isTrusted = false } = {}) {
      const work = () => new Promise<void>((end) => begun.push({ name, end }));
      void takeTurn({ lane, isTrusted }, work).then((done) => done ?? refused.push(name));
    },
    /** Ends one after the other what is under way, until nothing is. */
    async drain() {
      for (let i = 0; i < begun.length; i++) {
        begun[i]?.end();
        await new Promise(setImmediate);
      }
    },
  };
}

describe('createFairTurns', () => {
  it('runs as many at once as it may, and the others as places become free', async () => {
    const turns = observe({ parallel: 2, waiting: 5 });
    for (const name of ['a', 'b', 'c']) turns.ask(name);
    expect(turns.names()).toEqual(['a', 'b']);
    await turns.drain();
    expect(turns.names()).toEqual(['a', 'b', 'c']);
  });

  it('lets lanes take turns, however many wait in one of them', async () => {
    const turns = observe({ parallel: 1, waiting: 10 });
    turns.ask('running');
    for (const i of [1, 2, 3]) turns.ask(`many-${i}`, { lane: 'many' });
    turns.ask('one');
    await turns.drain();
    expect(turns.names()).toEqual(['running', 'many-1', 'one', 'many-2', 'many-3']);
  });

  it('takes the place of a newcomer from the longest lane', async () => {
    const turns = observe({ parallel: 1, waiting: 3 });
    turns.ask('running');
    for (const i of [1, 2, 3, 4]) turns.ask(`many-${i}`, { lane: 'many' });
    turns.ask('one');
    await turns.drain();
    expect(turns.refused).toEqual(['many-4', 'many-3']);
    expect(turns.names()).toEqual(['running', 'many-1', 'one', 'many-2']);
  });

  it('refuses the newcomer when no lane is longer than its own', async () => {
    const turns = observe({ parallel: 1, waiting: 2 });
    for (const name of ['running', 'a', 'b', 'c']) turns.ask(name);
    await turns.drain();
    expect(turns.refused).toEqual(['c']);
  });

  it('serves the trusted first, and sends none of them away for another', async () => {
    const turns = observe({ parallel: 1, waiting: 2 });
    for (const name of ['running', 'a', 'b']) turns.ask(name);
    turns.ask('trusted-1', { lane: 'office', isTrusted: true });
    turns.ask('trusted-2', { lane: 'office', isTrusted: true });
    turns.ask('c');
    await turns.drain();
    expect(turns.names()).toEqual(['running', 'trusted-1', 'trusted-2']);
    expect(turns.refused.sort()).toEqual(['a', 'b', 'c']);
  });

  it('refuses a trusted one when all who wait are trusted', async () => {
    const turns = observe({ parallel: 1, waiting: 1 });
    for (const name of ['running', 'a', 'b']) turns.ask(name, { isTrusted: true });
    await turns.drain();
    expect(turns.refused).toEqual(['b']);
  });

  it('gives the place free when the work fails', async () => {
    const takeTurn = createFairTurns({ parallel: 1, waiting: 0 });
    const turn = { lane: 'a', isTrusted: false };
    await expect(takeTurn(turn, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await takeTurn(turn, async () => 'fine')).toEqual({ result: 'fine' });
  });
});
