import { describe, expect, it } from 'vitest';
import { aWorkbook, aZip, workbookParts } from '#test/factories/workbooks';
import { openSheet } from './open-sheet';
import { UnreadableSheet } from './sheet-row';

async function read(bytes: Buffer): Promise<Record<number, string[]>> {
  const rows: Record<number, string[]> = {};
  for await (const batch of openSheet(bytes)) for (const { number, cells } of batch) rows[number] = [...cells];
  return rows;
}

/** What is said about a file that cannot be read. */
async function refusal(bytes: Buffer): Promise<string> {
  const error = await read(bytes).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(UnreadableSheet);
  return String(error);
}

const aSheet = [{ rows: [['', 'Z 1', 'Tür'], [], ['K1', 'x', undefined, 'é']] }];
const asRead = { 1: ['', 'Z 1', 'Tür'], 3: ['K1', 'x', '', 'é'] };

describe('openSheet, CSV', () => {
  const text = ';Z 1;Tür\r\n;;\r\nK1;x;;é\r\n';
  const utf16 = Buffer.from(text, 'utf16le');

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['big-endian UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['UTF-16 without a byte order mark', utf16],
    ['Windows-1252', Buffer.from(text, 'latin1')],
  ])('reads %s', async (_, bytes) => {
    expect(await read(bytes)).toEqual(asRead);
  });

  it('knows the characters that Windows-1252 has and Latin-1 has not', async () => {
    expect(await read(Buffer.from([0x80, 0x3b, 0x92, 0x3b, 0x95]))).toEqual({ 1: ['€', '’', '•'] });
  });

  it.each([',', ';', '\t'])('finds the separator %j, also below a title', async (separator) => {
    const sheet = `Plan, as of May\n${['a', 'b', 'c'].join(separator)}\n${['d', 'e, f', 'g'].map((t) => `"${t}"`).join(separator)}`;
    expect(await read(Buffer.from(sheet))).toMatchObject({ 2: ['a', 'b', 'c'], 3: ['d', 'e, f', 'g'] });
  });

  it('takes the separator that the first line names, which is no row', async () => {
    expect(await read(Buffer.from('sep=;\r\na;b,c,d\r\n'))).toEqual({ 1: ['a', 'b,c,d'] });
  });

  it.each([
    ['an empty file', Buffer.alloc(0), 'empty'],
    ['bytes of no encoding', Buffer.from([0x41, 0x81, 0x3b, 0xff]), 'no known encoding'],
    ['binary', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0x02, 0x01, 0x01, 0x00, 0x00]), 'neither CSV nor'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), 'picture'],
    ['a web page', Buffer.from('<!doctype html><table>'), 'neither CSV nor'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old Excel format'],
    [
      'a workbook with a password',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      'protected by a password',
    ],
  ])('refuses %s', async (_, bytes, reason) => {
    expect(await refusal(bytes)).toContain(reason);
  });
});

describe('openSheet, limits of CSV', () => {
  const cells = (count: number) => Array.from({ length: count }, (_, n) => `Z${n}`);

  it('reads a matrix of 5,000 columns', async () => {
    const rows = await read(Buffer.from(`;${cells(5_000).join(';')}\nK1;${'x;'.repeat(5_000)}`));
    expect(rows[1]).toHaveLength(5_001);
    expect(rows[2]?.filter((cell) => cell === 'x')).toHaveLength(5_000);
  });

  it.each([
    ['one line of cells', 'x,'.repeat(30_000), 'Line 1 has more than 20,100 columns'],
    ['one line of separators', ';'.repeat(30_000), 'Line 1 has more than 20,100 columns'],
    ['one line without any', 'x'.repeat(40_000), 'A cell in line 1 has more than 32,767 characters'],
    ['quotation marks', '"'.repeat(40_000), 'A cell in line 1 has more than 32,767 characters'],
    ['long cells', `K1;${'x;'.repeat(3)}\n${`${'x'.repeat(30_000)};`.repeat(40)}`, 'Line 2 has more than 1,000,000'],
    ['empty lines', `;Z1\n${'\n'.repeat(200_000)}`, 'This file has more than 200,000 lines'],
    ['lines of separators', ';\r\n'.repeat(200_001), 'This file has more than 200,000 lines'],
    ['a cell without end', `;Z1\nK1;x\n"${'y\n'.repeat(20_000)}`, 'A cell in line 3 has more than 32,767 characters'],
  ])('refuses %s', async (_, text, reason) => {
    expect(await refusal(Buffer.from(text))).toContain(reason);
  });
});

describe('openSheet, workbooks', () => {
  it.each([false, true])('reads what Excel writes, empty cells written: %s', async (isFormatted) => {
    expect(await read(aWorkbook(aSheet.map((sheet) => ({ ...sheet, isFormatted }))))).toEqual(asRead);
  });

  it('reads numbers and booleans', async () => {
    expect(await read(aWorkbook([{ rows: [[1, 0, true, false, 1001]] }]))).toEqual({ 1: ['1', '0', '1', '0', '1001'] });
  });

  it('takes the first visible sheet with something in it', async () => {
    const book = aWorkbook([
      { name: 'Notes', state: 'hidden', rows: [['old']] },
      { name: 'Cover', rows: [[]], isFormatted: true },
      { name: 'Plan', rows: [['a']] },
      { name: 'Later', rows: [['b']] },
    ]);
    expect(await read(book)).toEqual({ 1: ['a'] });
  });

  it('reads texts in place, in parts, pronounced, with prefixes and without addresses', async () => {
    const sheet = `<x:worksheet xmlns:x="urn:x"><x:sheetData>
      <x:row><x:c t="inlineStr"><x:is><x:t>in </x:t><x:t>parts</x:t><x:rPh><x:t>spoken</x:t></x:rPh></x:is></x:c>
      <x:c t="str"><x:f>A1</x:f><x:v>formula &amp; more</x:v></x:c><x:c><x:v><![CDATA[5]]></x:v></x:c></x:row>
      <x:row><x:c r="AA2"><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
    const rows = await read(aZip({ ...workbookParts(aSheet), 'xl/worksheets/sheet1.xml': sheet }));
    expect(rows[1]).toEqual(['in parts', 'formula & more', '5']);
    expect(rows[2]).toEqual([...Array(26).fill(''), '7']);
  });

  it('refuses one that is cut off, at whatever byte', async () => {
    const whole = aWorkbook(aSheet);
    for (const length of [4, 30, 100, whole.length >> 1, whole.length - 23, whole.length - 1]) {
      expect(await refusal(whole.subarray(0, length))).toContain('damaged');
    }
  });

  it('refuses damaged content', async () => {
    const parts = { ...workbookParts(aSheet), 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row>' };
    expect(await refusal(aZip(parts))).toContain('damaged');
  });

  it('refuses an archive that is no workbook', async () => {
    expect(await refusal(aZip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }))).toContain(
      'not an Excel workbook',
    );
  });

  it('refuses an encrypted archive', async () => {
    const bytes = aWorkbook(aSheet);
    for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 1)) {
      bytes.writeUInt16LE(0x0801, at + 8);
    }
    expect(await refusal(bytes)).toContain('protected by a password');
  });

  it('stops at a zip bomb, also when it says that it is small', async () => {
    const bomb = aZip({ ...workbookParts(aSheet), 'xl/worksheets/sheet1.xml': Buffer.alloc(401_000_000, ' ') });
    expect(bomb.length).toBeLessThan(5_000_000);
    expect(await refusal(bomb)).toContain('far larger than a locking plan');
    const entry = bomb.lastIndexOf('xl/worksheets/sheet1.xml');
    bomb.writeUInt32LE(1_000, entry - 22);
    expect(await refusal(bomb)).toContain('damaged');
  });

  it('expands no entities', async () => {
    const laughs = '<!DOCTYPE s [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><sst><si><t>&b;</t></si></sst>';
    expect(await refusal(aZip({ ...workbookParts(aSheet), 'xl/sharedStrings.xml': laughs }))).toContain(
      'no spreadsheet program writes',
    );
  });
});
