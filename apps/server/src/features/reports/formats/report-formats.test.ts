import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { afterAll, describe, expect, it } from 'vitest';
import { createRunner } from '#platform/isolated/runner';
import { textsOfPages } from '#test/pdf-texts';
import { partOfWorkbook, textsOfSheet } from '#test/workbook-texts';
import { asCsv } from './csv';
import { asPdf } from './pdf';
import type { ReportFile } from './report-file';
import { asWorkbook } from './xlsx';

const runner = createRunner();
afterAll(() => runner.close());

const at = new Date('2026-03-01T12:00:00Z');
const { signal } = new AbortController();

/** Rows with a text, a number and a moment; the first text begins as a formula does. */
const aFile = (count: number): ReportFile => ({
  title: 'Keys handed out',
  columns: [
    { title: 'Key', kind: 'text' },
    { title: 'Days', kind: 'number' },
    { title: 'Due', kind: 'moment' },
  ],
  parameters: ['All key systems'],
  notes: ['=SUM(A1)'],
  at,
  madeBy: 'ada',
  rows: async function* () {
    for (let i = 1; i <= count; i++) yield { sort: '', id: `${i}`, values: [i === 1 ? '=1+1' : `K-${i}.`, i, at] };
  },
  text: (sentence) => renderSentence(sentence),
});

const bytesOf = async (content: Buffer | Readable) => {
  if (Buffer.isBuffer(content)) return content;
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
};

describe('the CSV', () => {
  it('says after an empty line how many rows it has, of when, by whom, and the hash of the lines above', async () => {
    const csv = (await bytesOf(asCsv(aFile(3)).content)).toString();
    const [table = '', facts = ''] = csv.split('\n\n');
    expect(table.split('\n').slice(1)).toEqual(
      ["'=1+1", 'K-2.', 'K-3.'].map((key, i) => `${key},${i + 1},${at.toISOString()}`),
    );
    const hash = createHash('sha256').update(`${table}\n`).digest('hex');
    expect(facts.trim().split('\n')).toEqual([
      'Rows,3',
      'Chosen,All key systems',
      'Data as of,2026-03-01 12:00 UTC',
      'Made by,ada',
      "Note,'=SUM(A1)",
      `SHA-256 of the lines above the empty line,${hash}`,
    ]);
  });
});

describe('the workbook', () => {
  it('has numbers and dates as such, never a formula, and the number of rows on its second sheet', async () => {
    const part = await partOfWorkbook(await bytesOf(asWorkbook(aFile(3)).content));
    const sheet = await part('worksheets/sheet1');
    expect(textsOfSheet(sheet)).toEqual([
      ['Key', 'Days', 'Due (UTC)'],
      ['=1+1', '1', '46082.5'],
      ['K-2.', '2', '46082.5'],
      ['K-3.', '3', '46082.5'],
    ]);
    expect(sheet).toContain('<c r="C2" s="4"><v>46082.5</v></c>');
    expect(sheet).not.toContain('<f>');
    expect(textsOfSheet(await part('worksheets/sheet2'))).toContainEqual(['Rows', '3']);
  });
});

describe('the PDF', () => {
  const textOf = async (count: number) => {
    const { content } = await asPdf(runner, aFile(count), { signal, most: 20 });
    return textsOfPages(await bytesOf(content))
      .flat()
      .join('');
  };
  const keysIn = (text: string) => text.match(/K-\d+\./g)?.length ?? 0;

  it('has every row up to the limit, and says how many', async () => {
    const text = await textOf(20);
    expect(keysIn(text)).toBe(19); // and the one that begins as a formula does
    expect(text).toContain('Rows: 20');
    expect(text).not.toContain('Too long');
  });

  it('says of more that it is too long, and names the hash that the CSV has', async () => {
    const text = await textOf(21);
    expect(keysIn(text)).toBe(19);
    expect(text).toContain('the first 20 of 21 rows');
    const [, hash = 'none'] = /([0-9a-f]{64})/.exec((await bytesOf(asCsv(aFile(21)).content)).toString()) ?? [];
    expect(text).toContain(hash);
  });

  it('says that there is nothing to report', async () => {
    expect(await textOf(0)).toContain('There is nothing to report.');
  });
});
