import { describe, expect, it } from 'vitest';
import { type Truth, wavesOf } from '../../../test/rename-waves';
import { findRenames } from './find-renames';
import { choicesOf } from './rename-choices';
import type { FieldMoves, ValueFlow } from './value-moves';

/** `before`: people of each value before; leavers and joiners by value. */
function movesOf(
  flows: [from: string, to: string, people: number][],
  before: Record<string, number>,
  { left = {}, joined = {} }: { left?: Record<string, number>; joined?: Record<string, number> } = {},
): FieldMoves {
  const names = new Set([...Object.keys(before), ...Object.keys(joined)]);
  const values = new Map(
    [...names].map((name) => [name, { before: before[name] ?? 0, left: left[name] ?? 0, joined: joined[name] ?? 0 }]),
  );
  return { field: 'department', flows: flows.map(([from, to, people]): ValueFlow => ({ from, to, people })), values };
}

const kindsIn = (moves: FieldMoves) => findRenames(moves).map(({ kind, people, of }) => [kind, people, of]);

describe('findRenames', () => {
  it('finds that most people of one value have one other value now', () => {
    const moves = movesOf([['POLICE', 'DEPARTMENT OF POLICE', 10_820]], { POLICE: 12_900 }, { left: { POLICE: 800 } });
    expect(findRenames(moves)).toEqual([
      {
        field: 'department',
        kind: 'rename',
        flows: [{ from: 'POLICE', to: 'DEPARTMENT OF POLICE', people: 10_820 }],
        from: [{ value: 'POLICE', people_before: 12_900, still_listed: 12_100, staying: 1_280, people_after: 1_280 }],
        to: [{ value: 'DEPARTMENT OF POLICE', people_before: 0, still_listed: 0, staying: 0, people_after: 10_820 }],
        people: 10_820,
        of: 12_100,
        confidence: 'likely',
        is_in_reorganisation: false,
      },
    ]);
  });

  it('finds nothing below half of those still listed, nor below three people', () => {
    expect(kindsIn(movesOf([['A', 'B', 49]], { A: 100 }))).toEqual([]);
    expect(kindsIn(movesOf([['A', 'B', 50]], { A: 100 }))).toEqual([['rename', 50, 100]]);
    expect(kindsIn(movesOf([['A', 'B', 2]], { A: 2 }))).toEqual([]);
  });

  it('does not mistake leavers whose places new people take for a rename', () => {
    expect(kindsIn(movesOf([], { A: 100 }, { left: { A: 100 }, joined: { B: 100 } }))).toEqual([]);
  });

  it('does not mistake a lost value, or a value for people without one, for a rename', () => {
    expect(
      kindsIn(
        movesOf(
          [
            ['A', '', 100],
            ['', 'B', 50],
          ],
          { A: 100, '': 50 },
        ),
      ),
    ).toEqual([]);
  });

  it('distinguishes splits, merges, swaps in a circle and spellings', () => {
    expect(
      kindsIn(
        movesOf(
          [
            ['A', 'B', 60],
            ['A', 'C', 35],
          ],
          { A: 100 },
        ),
      ),
    ).toEqual([['split', 95, 100]]);
    expect(
      kindsIn(
        movesOf(
          [
            ['A', 'C', 60],
            ['B', 'C', 35],
          ],
          { A: 60, B: 40 },
        ),
      ),
    ).toEqual([['merge', 95, 100]]);
    expect(kindsIn(movesOf([['A', 'B', 60]], { A: 60, B: 400 }))).toEqual([['merge', 60, 60]]);
    const circle = movesOf(
      [
        ['A', 'B', 9],
        ['B', 'C', 8],
        ['C', 'A', 7],
      ],
      { A: 9, B: 8, C: 7 },
    );
    expect(kindsIn(circle)).toEqual([['swap', 24, 24]]);
    expect(kindsIn(movesOf([['Dept. of Law', 'DEPARTMENT OF  LAW', 1]], { 'Dept. of Law': 40 }))).toEqual([
      ['spelling', 1, 40],
    ]);
  });

  it('offers choices that leave all people their doors', () => {
    const offered = (moves: FieldMoves) => findRenames(moves).map(choicesOf);
    const [both, neither] = [
      { carry_over: true, map_for_good: true },
      { carry_over: false, map_for_good: false },
    ];
    expect(offered(movesOf([['A', 'B', 9]], { A: 9 }))).toEqual([both]);
    expect(
      offered(
        movesOf(
          [
            ['A', 'B', 60],
            ['A', 'C', 40],
          ],
          { A: 100 },
        ),
      ),
    ).toEqual([both]);
    expect(
      offered(
        movesOf(
          [
            ['A', 'C', 9],
            ['B', 'C', 9],
          ],
          { A: 9, B: 9 },
        ),
      ),
    ).toEqual([{ ...both, map_for_good: false }]);
    expect(
      offered(
        movesOf(
          [
            ['A', 'B', 9],
            ['B', 'A', 9],
          ],
          { A: 9, B: 9 },
        ),
      ),
    ).toEqual([{ ...both, carry_over: false }]);
    expect(
      offered(
        movesOf(
          [
            ['A', 'B', 9],
            ['B', 'A', 9],
          ],
          { A: 9, B: 11 },
        ),
      ),
    ).toEqual([neither]);
    expect(
      offered(
        movesOf(
          [
            ['A', 'B', 9],
            ['B', 'C', 9],
          ],
          { A: 9, B: 9 },
        ),
      ),
    ).toEqual([{ ...both, carry_over: false }, both]);
  });
});

const keyOf = ({ kind, from, to }: Truth) => [kind, [...from].sort().join('+'), [...to].sort().join('+')].join(' ');

describe('made-up waves', () => {
  it('are found and distinguished', () => {
    const sums = new Map<string, { found: number; true: number; hits: number }>();
    for (let seed = 1; seed <= 25; seed++) {
      for (const { name, moves, truth } of wavesOf(seed)) {
        const expected = new Set(truth.map(keyOf));
        const found = findRenames(moves).map(({ kind, from, to }) =>
          keyOf({ kind, from: from.map(({ value }) => value), to: to.map(({ value }) => value) }),
        );
        const sum = sums.get(name) ?? { found: 0, true: 0, hits: 0 };
        sums.set(name, sum);
        sum.found += found.length;
        sum.true += expected.size;
        sum.hits += found.filter((key) => expected.has(key)).length;
      }
    }
    const all = [...sums.values()].reduce((a, b) => ({
      found: a.found + b.found,
      true: a.true + b.true,
      hits: a.hits + b.hits,
    }));
    const actual = [...sums, ['all', all] as const].map(
      ([name, { hits, found, true: real }]) =>
        `${name}: precision ${(found === 0 ? 1 : hits / found).toFixed(3)} recall ${(real === 0 ? 1 : hits / real).toFixed(3)} (${hits} of ${real}, ${found} found)`,
    );
    process.stdout.write(`${actual.join('\n')}\n`);
    expect(sums.size).toBe(8);
    expect(sums.get('random moves')?.found, actual.join('\n')).toBe(0);
    for (const [name, { hits, found, true: real }] of sums) {
      if (name === 'random moves') continue;
      expect(hits / found, `${name}\n${actual.join('\n')}`).toBeGreaterThanOrEqual(0.95);
      expect(hits / real, `${name}\n${actual.join('\n')}`).toBeGreaterThanOrEqual(0.95);
    }
  });
});
