import { describe, expect, it } from 'vitest';
import { CursorExpired } from '../../called-source-driver';
import { type Cursor, onward, pastFeed, readCursor, startOf, writeCursor } from './cursor';

const start = startOf('asked');

/** Pages that lead into a circle. @returns how many are read before it is found */
function follow(before: number, around: number): number {
  let cursor: Cursor = start;
  for (let n = 1; ; n++) {
    const place = n <= before ? n : before + ((n - before - 1) % around) + 1;
    try {
      cursor = onward(cursor, `page ${place}`);
    } catch {
      return n;
    }
  }
}

describe('a cursor', () => {
  it.each([
    [0, 1],
    [0, 2],
    [5, 3],
    [100, 1],
    [1_000, 70],
    [3, 500],
  ])('that comes after %i pages into a circle of %i finds it', (before, around) => {
    const read = follow(before, around);
    expect(read).toBeGreaterThan(before + around);
    expect(read).toBeLessThanOrEqual(4 * (before + around) + 2);
  });

  it('ends a list that has no end', () => {
    let cursor: Cursor = start;
    const readOn = () => {
      for (let n = 0; n < 100_001; n++) cursor = onward(cursor, `page ${n}`);
    };
    expect(readOn).toThrow(/100,000 pages/);
    expect(writeCursor(cursor).length).toBeLessThan(200);
  });

  it('goes from people to groups, and from the end to the changes', () => {
    const groups = pastFeed({ ...start, at: 'page 2', pages: 2 }, 'people later', true);
    expect(groups).toEqual({ more: { ...start, feed: 'groups', users: 'people later' } });
    const end = 'more' in groups ? pastFeed(groups.more, 'groups later', true) : groups;
    const begun = { ...start, whole: false, at: 'people later', users: 'people later', groups: 'groups later' };
    expect(end).toEqual({ end: begun });
    expect(pastFeed(begun, 'people last', true)).toEqual({
      more: { ...begun, feed: 'groups', at: 'groups later', users: 'people last' },
    });
  });

  it('is read as it was written, for the same question', () => {
    const text = writeCursor({ ...start, at: 'x' });
    expect(readCursor(text, 'asked')).toEqual({ ...start, at: 'x' });
    for (const other of [text.replace('"v":1', '"v":2'), '', '{}']) {
      expect(() => readCursor(other, 'asked')).toThrow(CursorExpired);
    }
    expect(() => readCursor(text, 'something else')).toThrow(CursorExpired);
  });
});
