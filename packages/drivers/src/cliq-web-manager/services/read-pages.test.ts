import { describe, expect, it } from 'vitest';
import { maxRecords } from '../transport/soap-records';
import { type Page, readPages } from './read-pages';

async function readIds(...pages: Page<string>[]): Promise<string[]> {
  const all: string[] = [];
  const next = async () => pages.shift() ?? { first_result: all.length, total: 0, items: [] };
  for await (const page of readPages(next, (id) => id)) for (const id of page) all.push(id);
  return all;
}

const page = (first_result: number, total: number, ...items: string[]): Page<string> => ({
  first_result,
  total,
  items,
});

describe('readPages', () => {
  it('reads pages of any length up to the total', async () => {
    expect(await readIds(page(0, 3, 'a'), page(1, 3, 'b', 'c'))).toEqual(['a', 'b', 'c']);
  });

  it('reads an empty list', async () => {
    expect(await readIds(page(0, 0))).toEqual([]);
  });

  it('includes records that are appended meanwhile', async () => {
    expect(await readIds(page(0, 2, 'a'), page(1, 3, 'b'), page(2, 3, 'c'))).toEqual(['a', 'b', 'c']);
  });

  it('stops at a list with more records than any list has', async () => {
    const ids = Array.from({ length: maxRecords }, (_, n) => `${n}`);
    const full = { first_result: 0, total: maxRecords, items: ids };
    await expect(readIds(full)).resolves.toHaveLength(maxRecords);
    const refusal = { kind: 'bad_answer', message: expect.stringContaining('A list has more than 250,000 records.') };
    await expect(readIds(page(0, maxRecords + 1, 'a'))).rejects.toMatchObject(refusal);
    const growing = [{ ...full, items: ids.slice(1) }, page(maxRecords - 1, maxRecords + 1, 'a')];
    await expect(readIds(...growing)).rejects.toMatchObject(refusal);
  });

  it.each([
    ['ends before its total', [page(0, 2, 'a'), page(1, 2)], 'ended at 1 of 2'],
    ['becomes shorter while it is read', [page(0, 3, 'a', 'b'), page(2, 2)], 'became shorter'],
    ['has a record twice', [page(0, 3, 'a', 'b'), page(2, 3, 'b')], 'came twice'],
    ['answers another page', [page(0, 3, 'a', 'b'), page(1, 3, 'c')], 'not the one'],
    ['holds more than its total', [page(0, 1, 'a', 'b')], 'longer than it says'],
  ])('refuses a list that %s', async (_, pages, reason) => {
    await expect(readIds(...pages)).rejects.toMatchObject({
      kind: 'bad_answer',
      message: expect.stringContaining(reason),
    });
  });
});
