import { describe, expect, it } from 'vitest';
import type { AccessEventCursor, RecordedAccessEvent } from '../../key-system-driver';
import { followEvents } from './follow-events';

const at = (second: number) => `2026-11-21T10:00:${String(second).padStart(2, '0')}.000Z`;

const event = (external_id: string, second: number): RecordedAccessEvent => ({
  external_id,
  event_time: at(0),
  import_time: at(second),
  source: 'cylinder',
  key_external_id: null,
  cylinder_external_id: 'C-1',
  person_identity: null,
  result: 'granted',
  reason: null,
});

/** A key system that does it right, with pages of that size. */
const serving = (all: readonly RecordedAccessEvent[], size: number) => async (cursor: AccessEventCursor) =>
  all.filter(({ import_time }) => import_time >= cursor.import_time).slice(cursor.skip, cursor.skip + size);

const start = { import_time: at(0), skip: 0 };

function inTurn(...pages: RecordedAccessEvent[][]) {
  let turn = 0;
  return async () => pages[turn++ % pages.length] ?? [];
}

async function follow(readEvents: Parameters<typeof followEvents>[0], from: AccessEventCursor = start) {
  const read = followEvents(readEvents);
  const ids: string[] = [];
  let cursor: AccessEventCursor | null = from;
  for (let pages = 0; cursor; pages++) {
    if (pages > 100) throw new Error('It never ends.');
    const page: Awaited<ReturnType<typeof read>> = await read(cursor);
    ids.push(...page.events.map(({ external_id }) => external_id));
    cursor = page.next;
  }
  return ids;
}

describe('followEvents', () => {
  const all = [event('a', 1), event('b', 1), event('c', 1), event('d', 2), event('e', 3), event('f', 3), event('g', 4)];
  const ids = all.map(({ external_id }) => external_id);

  it.each([1, 2, 3, 4, 6, 7, 8])('reads each event once in pages of %i, also those of one instant', async (size) => {
    expect(await follow(serving(all, size))).toEqual(ids);
  });

  it('reads nothing of an empty list', async () => {
    expect(await follow(serving([], 3))).toEqual([]);
  });

  it('begins at the cursor', async () => {
    expect(await follow(serving(all, 3), { import_time: at(1), skip: 2 })).toEqual(['c', 'd', 'e', 'f', 'g']);
  });

  it('says where the next page begins', async () => {
    const read = followEvents(serving(all, 5));
    expect((await read(start)).next).toEqual({ import_time: at(3), skip: 1 });
    expect((await read({ import_time: at(1), skip: 2 })).next).toEqual({ import_time: at(4), skip: 1 });
  });

  it('does not take a short page for the end', async () => {
    const read = followEvents(serving(all.slice(0, 2), 1_000));
    expect((await read(start)).next).toEqual({ import_time: at(1), skip: 2 });
  });

  it('lets the same event come again when others have joined at its instant', async () => {
    const pages = [[event('b', 1), event('c', 1)], [event('c', 1), event('d', 1)], []];
    expect(await follow(async () => pages.shift() ?? [])).toEqual(['b', 'c', 'c', 'd']);
  });

  it('may read the same stretch again from its beginning', async () => {
    const read = followEvents(serving(all, 2));
    await read(start);
    expect((await read(start)).events).toHaveLength(2);
  });

  it('refuses events from before the cursor', async () => {
    const read = followEvents(async () => all);
    await expect(read({ import_time: at(2), skip: 0 })).rejects.toMatchObject({ kind: 'bad_answer' });
  });

  it.each([
    ['the same page whatever it is asked for', async () => all.slice(0, 4), 'order of their import'],
    ['the same page of one instant', async () => all.slice(0, 3), 'again and again'],
    ['two pages of one instant in turn', inTurn([event('a', 1)], [event('b', 1)]), 'again and again'],
    ['events in another order', async () => [event('b', 2), event('a', 1)], 'order of their import'],
  ])('does not go round with a key system that answers %s', async (_, readEvents, detail) => {
    await expect(follow(readEvents)).rejects.toMatchObject({
      kind: 'bad_answer',
      message: expect.stringContaining(detail),
    });
  });
});
