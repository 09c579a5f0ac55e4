import { renderSentence } from '@key2xs/texts/render-sentence';
import { afterEach, describe, expect, it } from 'vitest';
import { createRunner, type Runner } from '../isolated/runner';
import { layOut } from './lay-out';
import { type PdfTable, pageOf } from './pdf-table';
import { printPdf } from './print-pdf';

const table: PdfTable = {
  title: 'Doors',
  lines: ['As of today.'],
  columns: [{ title: 'Door', width: '*' }, { kind: 'tick box' }, { title: 'Floor', width: 40 }],
  rows: [
    ['Main entrance', '0'],
    ['Pharmacy', '1'],
  ],
  foot: renderSentence(pageOf, 'de'),
};

/** The cells of the table, a box as such. */
function cellsOf(printed: PdfTable): unknown[][] {
  const { content } = layOut(printed);
  const body = (content as { table?: { body: unknown[][] } }[]).find((part) => part.table)?.table?.body ?? []; // as it is laid out
  const kindOf = (cell: unknown) => (typeof cell === 'object' && cell && 'canvas' in cell ? 'box' : cell);
  return body.slice(1).map((row) => row.map(kindOf));
}

describe('layOut', () => {
  it('puts a box to tick where its column stands', () => {
    expect(cellsOf(table)).toEqual([
      ['Main entrance', 'box', '0'],
      ['Pharmacy', 'box', '1'],
    ]);
  });

  it('prints a table without boxes as it is', () => {
    const columns = table.columns.filter((column) => !('kind' in column));
    expect(cellsOf({ ...table, columns })).toEqual(table.rows);
  });
});

describe('printPdf', () => {
  let runner: Runner | undefined;
  afterEach(() => runner?.close());

  it('makes one document after another', async () => {
    runner = createRunner();
    for (const title of ['Doors', 'Keys']) {
      const bytes = await printPdf(runner, { ...table, title });
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    }
  });

  it('numbers pages in the language of the table', () => {
    const { footer } = layOut(table);
    if (typeof footer !== 'function') throw new Error('The table has no footer.');
    expect(footer(2, 3, { orientation: 'landscape', width: 0, height: 0 })).toMatchObject({
      columns: [{ text: 'Doors' }, { text: 'Seite 2 von 3' }],
    });
  });

  it('refuses a third one while two are printed', async () => {
    const started = createRunner();
    runner = started;
    const printed = await Promise.allSettled([1, 2, 3].map(() => printPdf(started, table)));
    expect(printed.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(printed[2]).toMatchObject({ reason: { code: 'overloaded', extra: { retry_after: 30 } } });
  });
});
