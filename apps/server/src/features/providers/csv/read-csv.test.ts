import { describe, expect, it } from 'vitest';
import type { CsvRow } from '#platform/csv/csv-rows';
import { readCsv } from './read-csv';

const bytes = (text: string) => new TextEncoder().encode(text);

async function* inPieces(content: Uint8Array, size: number) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

async function read(content: string | Uint8Array, size = 65_536): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  const pieces = inPieces(typeof content === 'string' ? bytes(content) : content, size);
  for await (const batch of readCsv(pieces)) rows.push(...batch);
  return rows;
}

const cells = async (content: string | Uint8Array, size?: number) =>
  (await read(content, size)).map((row) => row.cells);

const expected = [
  ['id', 'name'],
  ['1', 'Ada'],
  ['2', 'Bob'],
];

const forms: [form: string, content: string][] = [
  ['commas and LF', 'id,name\n1,Ada\n2,Bob\n'],
  ['no line break at the end', 'id,name\n1,Ada\n2,Bob'],
  ['CRLF', 'id,name\r\n1,Ada\r\n2,Bob\r\n'],
  ['CR alone', 'id,name\r1,Ada\r2,Bob\r'],
  ['semicolons', 'id;name\n1;Ada\n2;Bob\n'],
  ['tabs', 'id\tname\n1\tAda\n2\tBob\n'],
  ['a byte order mark', '\ufeffid,name\n1,Ada\n2,Bob\n'],
  ['a byte order mark before a quote', '\ufeff"id","name"\n1,Ada\n2,Bob\n'],
  ['quotes', '"id","name"\n"1","Ada"\n"2","Bob"\n'],
  ['empty lines', 'id,name\n\n1,Ada\n\n\n2,Bob\n\n'],
];

describe('readCsv', () => {
  for (const [form, content] of forms) {
    it(`reads a list with ${form}`, async () => expect(await cells(content)).toEqual(expected));
    it(`reads a list with ${form} byte by byte`, async () => expect(await cells(content, 1)).toEqual(expected));
  }

  const values: [what: string, cell: string, value: string][] = [
    ['a separator', '"a,b"', 'a,b'],
    ['a doubled quote', '"say ""hi"""', 'say "hi"'],
    ['line breaks', '"a\nb\r\nc"', 'a\nb\r\nc'],
    ['other separators', 'a;b\tc', 'a;b\tc'],
    ['letters of several bytes', 'Zoë 🔑 Ж', 'Zoë 🔑 Ж'],
    ['spaces', '  a  ', '  a  '],
    ['SQL', `'); drop table person; --`, `'); drop table person; --`],
    ['NUL', 'a\0b', 'a\0b'],
  ];
  for (const [what, cell, value] of values) {
    it(`keeps ${what} in a cell`, async () => {
      expect(await cells(`id,name\n1,${cell}\n`, 3)).toEqual([
        ['id', 'name'],
        ['1', value],
      ]);
    });
  }

  it('takes the separator of the header, whatever the rows have more of', async () => {
    expect(await cells('id;name\n1;"a"\n2;b,c,d,e\n')).toEqual([
      ['id', 'name'],
      ['1', 'a'],
      ['2', 'b,c,d,e'],
    ]);
  });

  it('does not count separators inside a quoted header', async () => {
    expect(await cells('"a,b,c";d\n1;2\n')).toEqual([
      ['a,b,c', 'd'],
      ['1', '2'],
    ]);
  });

  it('lets rows be shorter or longer than the header', async () => {
    expect(await cells('id,name\n1\n2,Bob,extra\n')).toEqual([['id', 'name'], ['1'], ['2', 'Bob', 'extra']]);
  });

  it('numbers rows by their line in the file, empty lines counted', async () => {
    const rows = await read('id,name\n1,Ada\n\n2,Bob\n');
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 4]);
  });

  it('is empty for nothing and for nothing but a mark', async () => {
    expect(await cells('')).toEqual([]);
    expect(await cells('\ufeff')).toEqual([]);
  });

  it('reads many pieces without losing or doubling a row', async () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `${at},"Name ${at}, Ünit"`);
    const rows = await read(`id,name\n${lines.join('\n')}`, 1_000);
    expect(rows.slice(1).map((row) => row.cells[0])).toEqual(lines.map((_, at) => String(at)));
    expect(rows.at(-1)).toMatchObject({ line: 20_001, cells: ['19999', 'Name 19999, Ünit'] });
  });

  it('leaves out empty cells at the end', async () => {
    expect(await cells('id,name,\n1,,"",\n,,\n2')).toEqual([['id', 'name'], ['1'], [], ['2']]);
  });

  it('reads rows of cells as long as they may be', async () => {
    const long = 'x'.repeat(24_000);
    const wide = Array.from({ length: 200 }, (_, at) => `c${at}`);
    expect(await cells(`${wide.join()}\n${long},"${long.slice(1)}"\n`)).toEqual([wide, [long, long.slice(1)]]);
  });

  const broken: [what: string, content: string | Uint8Array, detail: string][] = [
    ['Latin-1', Uint8Array.of(0x69, 0x64, 0x0a, 0xfc, 0x0a), 'This file is not UTF-8. Save it as "CSV UTF-8"'],
    ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x69, 0, 0x64, 0), 'This file is not UTF-8. Save it as "CSV UTF-8"'],
    ['half a letter at the end', bytes('id\nü').subarray(0, 4), 'This file is not UTF-8.'],
    ['a quote that never ends', 'id\n"1\n2\n', 'The quotation mark in line 2 is never closed.'],
    ['text after a closing quote', 'id\n"1"2\n', 'This file cannot be read as CSV near line 2.'],
    ['a quote inside a cell', 'id\n"1\n"\n3"\n', 'This file cannot be read as CSV near line 4.'],
    ['a long cell', `id\n1,${'x'.repeat(24_001)}`, 'A cell in line 2 has more than 24,000 characters.'],
    ['a long header', 'x'.repeat(1_100_000), 'A cell in line 1 has more than 24,000 characters.'],
    ['a long quoted cell', `id\n"1\n${'x\n'.repeat(12_000)}`, 'A cell in line 2 has more than 24,000 characters.'],
    ['a long row', `id\n${`${'x'.repeat(3_000)},`.repeat(30)}`, 'Line 2 has more than 65,536 characters.'],
    ['a wide header', ','.repeat(200), 'Line 1 has more than 200 columns.'],
    ['a wide row', `id\n1\n${'"",'.repeat(201)}`, 'Line 3 has more than 200 columns.'],
    ['many lines', `id\n${'\r\n'.repeat(400_002)}`, 'This file has more than 400,002 lines.'],
  ];
  for (const [what, content, detail] of broken) {
    it(`refuses ${what}`, async () => {
      const refusal = read(content);
      await expect(refusal).rejects.toMatchObject({ code: 'validation_failed' });
      await expect(refusal).rejects.toThrow(detail);
      await expect(refusal).rejects.toThrow(/then upload|upload it again|upload the file again/);
    });
  }

  const endless = ['x,', 'x', ',', '\n', '\r', '1\n', '",', '""', '\0', '"x\n'];
  for (const text of endless) {
    it(`reads no further than it must in a file of ${JSON.stringify(text)}`, async () => {
      let taken = 0;
      const piece = bytes(text.repeat(65_536 / text.length));
      const pieces = async function* () {
        for (; taken < 40; taken++) yield piece;
      };
      const refusal = (async () => {
        for await (const _ of readCsv(pieces()));
      })();
      await expect(refusal).rejects.toMatchObject({ code: 'validation_failed' });
      expect(taken).toBeLessThan(20);
    });
  }

  it('hands over a few rows at a time, however short they are', async () => {
    const sizes: number[] = [];
    for await (const rows of readCsv(inPieces(bytes('1\n'.repeat(100_000)), 65_536))) sizes.push(rows.length);
    expect(Math.max(...sizes)).toBe(500);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(100_000);
  });
});
