import { DriverError, type DriverErrorKind } from '@key2xs/drivers';
import { say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { describe, expect, it } from 'vitest';
import type { ItemRow } from '#platform/schema/schema';
import type { ItemCall } from './item-calls';
import { makeCalls } from './make-calls';

const never = () => false;

/** Items from that ordinal on; only the ordinal matters here. */
const itemsFrom = (first: number, count: number): ItemRow[] =>
  Array.from({ length: count }, (_, i) => ({
    change_set_id: '',
    ordinal: first + i,
    kind: 'member_add',
    person_id: null,
    label: '',
    reference: '',
    detail: null,
    before: null,
    after: null,
    source_hash: null,
    write: null,
    outcome: 'pending',
    message: null,
  }));

/** Calls that fail while they cover one of the bad ordinals, and how many of each were made. */
function calls(
  sizes: number[],
  bad: readonly number[] = [],
  kind: DriverErrorKind = 'refused_item',
  retry_after_seconds?: number,
) {
  const made: number[][] = [];
  const run: ItemCall['run'] = async (items) => {
    made.push(items.map(({ ordinal }) => ordinal));
    if (items.some(({ ordinal }) => bad.includes(ordinal))) {
      throw new DriverError(kind, { detail: say('asWritten', { text: 'No.' }), retry_after_seconds });
    }
  };
  let first = 1;
  const all = sizes.map((size): ItemCall => {
    first += size;
    return { items: itemsFrom(first - size, size), run };
  });
  return { all, made };
}

const failedOf = (outcomes: ReadonlyMap<number, unknown>) =>
  [...outcomes].flatMap(([ordinal, message]) => (message === null ? [] : [ordinal])).sort((a, b) => a - b);

describe('makeCalls', () => {
  it('makes each call once and settles all items', async () => {
    const { all, made } = calls([1, 3, 2]);
    const { outcomes, broken, isHopeless } = await makeCalls(all, never);
    expect(made).toEqual([[1], [2, 3, 4], [5, 6]]);
    expect([...outcomes.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6]);
    expect([failedOf(outcomes), broken, isHopeless]).toEqual([[], undefined, false]);
  });

  it.each([
    [[1]],
    [[400]],
    [[200, 201]],
    [[1, 137, 400]],
  ])('narrows a refused call of 400 down to items %j', async (bad) => {
    const { all, made } = calls([400], bad);
    const { outcomes } = await makeCalls(all, never);
    expect([failedOf(outcomes), outcomes.size]).toEqual([bad, 400]);
    expect(made.length).toBeLessThanOrEqual(1 + bad.length * 18);
  });

  it.each(['refused_item', 'refused', 'bad_answer'] as const)('treats %s as a failure of the item', async (kind) => {
    const { all } = calls([1, 1, 1], [2], kind);
    const { outcomes, broken } = await makeCalls(all, never);
    expect([failedOf(outcomes), broken]).toEqual([[2], undefined]);
    expect(renderSentence(outcomes.get(2) ?? say('several', { sentences: [] }))).toContain(' No. ');
  });

  it.each([
    'unreachable',
    'timeout',
    'unauthorised',
    'rate_limited',
    'not_supported',
    'aborted',
  ] as const)('takes %s for a matter of the key system and stops', async (kind) => {
    const { all, made } = calls(Array(100).fill(1), [3], kind);
    const { outcomes, broken } = await makeCalls(all, never);
    expect(broken).toMatchObject({ kind });
    expect(outcomes.has(3)).toBe(false);
    expect(made.length).toBeLessThan(20);
  });

  it('treats a failure that asks for a long pause as one of the key system', async () => {
    const { all } = calls(Array(100).fill(1), [3], 'refused', 300);
    const { outcomes, broken } = await makeCalls(all, never);
    expect(broken).toMatchObject({ kind: 'refused' });
    expect(outcomes.has(3)).toBe(false);
  });

  it('treats one that asks for a short pause as one of the item', async () => {
    const { all } = calls([1, 1, 1], [2], 'refused', 5);
    expect(failedOf((await makeCalls(all, never)).outcomes)).toEqual([2]);
  });

  it('stops when an error comes from elsewhere', async () => {
    const failure = new Error('A bug');
    const run = () => Promise.reject(failure);
    expect(await makeCalls([{ items: itemsFrom(1, 1), run }], never)).toMatchObject({ broken: failure });
  });

  it('gives up once fifty have failed and they are more than two in five', async () => {
    const odd = Array.from({ length: 400 }, (_, i) => i + 1).filter((ordinal) => ordinal % 2 === 1);
    const half = calls(Array(400).fill(1), odd);
    const stopped = await makeCalls(half.all, never);
    expect([stopped.isHopeless, half.made.length]).toEqual([true, expect.closeTo(100, -1.2)]);

    const third = odd.filter((ordinal) => ordinal % 3 === 0);
    const { outcomes, isHopeless } = await makeCalls(calls(Array(400).fill(1), third).all, never);
    expect([isHopeless, outcomes.size]).toEqual([false, 400]);
  });

  it('takes no further calls when time is up', async () => {
    const { all, made } = calls(Array(100).fill(1));
    const { outcomes } = await makeCalls(all, () => true);
    expect(made.length).toBeLessThan(20); // those under way at that moment
    expect(outcomes.get(1)).toBeNull();
  });

  it('settles the first item, whatever the time', async () => {
    const { outcomes } = await makeCalls(calls([400], [1]).all, () => true);
    expect(failedOf(outcomes)).toContain(1);
  });
});
