import { describe, expect, it } from 'vitest';
import { checkGuards, type GuardInput, losesTooMuch } from './check-guard';

/** A run over 1,000 people without changes. */
const quiet: GuardInput = { before: 1_000, listed: 1_000, removals: 0, rows: 1_000, problems: 0 };
const reasons = (over: Partial<GuardInput>, limit?: number) =>
  checkGuards({ ...quiet, ...over }, limit).map((guard) => guard.reason);

describe('checkGuards', () => {
  it.each([
    ['nothing changes', {}, []],
    ['removals reach the limit', { removals: 50 }, []],
    ['removals pass the limit', { removals: 51 }, ['too_many_removals']],
    ['ten of a few go', { before: 20, listed: 20, removals: 10 }, []],
    ['eleven of a few go', { before: 20, listed: 20, removals: 11 }, ['too_many_removals']],
    ['the source lists a fifth less', { listed: 800 }, []],
    ['the source lists more than a fifth less', { listed: 799 }, ['source_dropped']],
    ['the source is empty', { listed: 0, removals: 1_000, rows: 0 }, ['too_many_removals', 'empty_source']],
    ['an empty source was empty before', { before: 0, listed: 0, rows: 0 }, []],
    ['the first import comes', { before: 0, listed: 5_000, rows: 5_000 }, []],
    ['doors change for as many as the limit allows', { moved: { people: 50, of: 1_000 } }, []],
    ['doors change for more who stay', { moved: { people: 51, of: 1_000 } }, ['too_many_moves']],
    ['doors change for ten of a few who stay', { moved: { people: 10, of: 20 } }, []],
    ['40 % of the rows are bad', { problems: 400 }, []],
    ['more than 40 % of the rows are bad', { problems: 401 }, ['too_many_problems']],
  ])('decides when %s', (_, over, expected) => {
    expect(reasons(over)).toEqual(expected);
  });

  it('accepts another limit for removals', () => {
    expect(reasons({ removals: 51 }, 5.1)).toEqual([]);
    expect(reasons({ removals: 52 }, 5.1)).toEqual(['too_many_removals']);
    expect(reasons({ removals: 1_000 }, 100)).toEqual([]);
  });

  it('reports counts, and per cent to one decimal', () => {
    const input = { before: 32_812, listed: 24_177, removals: 8_635, rows: 31_059, problems: 12_500 };
    expect(checkGuards(input)).toEqual([
      { reason: 'too_many_removals', count: 8_635, of: 32_812, percent: 26.3, limit_percent: 5 },
      { reason: 'source_dropped', count: 8_635, of: 32_812, percent: 26.3, limit_percent: 20 },
      { reason: 'too_many_problems', count: 12_500, of: 31_059, percent: 40.2, limit_percent: 40 },
    ]);
  });
});

describe('losesTooMuch', () => {
  it.each([
    ['nothing is gone', { known: 100, gone: 0, listed: 100 }, false],
    ['nothing was there', { known: 0, gone: 0, listed: 0 }, false],
    ['the last one is gone', { known: 1, gone: 1, listed: 0 }, true],
    ['ten of a few are gone', { known: 12, gone: 10, listed: 2 }, false],
    ['eleven of a few are gone', { known: 12, gone: 11, listed: 1 }, true],
    ['a fifth is gone', { known: 100, gone: 20, listed: 80 }, false],
    ['more than a fifth is gone', { known: 100, gone: 21, listed: 79 }, true],
    ['others have come instead', { known: 100, gone: 100, listed: 100 }, true],
  ])('decides when %s', (_, listed, expected) => {
    expect(losesTooMuch(listed)).toBe(expected);
  });
});
