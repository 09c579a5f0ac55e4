import { renderSentence } from '@key2xs/texts/render-sentence';
import { describe, expect, it } from 'vitest';
import { openSheet } from '../sheet/open-sheet';
import { UnreadableSheet } from '../sheet/sheet-row';
import type { Mirror } from './mirror-index';
import { type ReadSheet, readLockingPlan } from './read-locking-plan';

const cylinder = (n: number, name: string) => ({ id: `cylinder-${n}`, marking: `Z ${n}`, external_id: `c-${n}`, name });
const key = (n: number) => ({ id: `key-${n}`, marking: `K${n}`, serial: `900${n}`, external_id: `k-${n}` });
const person = (identity: string, first_name: string, surname: string, employee_id: string | null = null) => ({
  identity,
  first_name,
  surname,
  employee_id,
});

const mirror: Mirror = {
  cylinders: [
    cylinder(1, 'Main entrance'),
    cylinder(2, 'Archive'),
    cylinder(3, 'Store room'),
    cylinder(4, 'Store room'),
  ],
  keys: [key(1), key(2), key(3)],
  persons: [
    person('p-1', 'Kit', 'Rowan', '4711'),
    person('p-2', 'Ash', 'Alder'),
    person('p-3', 'Wren', 'Holly'),
    person('p-4', 'Wren', 'Holly'),
  ],
};

const read = (sheet: string | Buffer): Promise<ReadSheet> =>
  readLockingPlan(openSheet(Buffer.from(sheet)), mirror, 'plan.csv');

const lines = (...rows: string[]) => rows.join('\n');

/** `Z 1,Z 2` of each row, by its label. */
function openBy({ content }: ReadSheet): Record<string, string> {
  const { columns = [], rows = [] } = content ?? {};
  return Object.fromEntries(
    rows.map(({ label, rights }) => [label, rights.map((right) => columns[right]?.label).join(',')]),
  );
}

const said = ({ problems }: ReadSheet) =>
  problems.map(
    ({ cell, message, is_fatal }) =>
      `${cell} ${is_fatal ? 'fatal' : 'notice'}: ${renderSentence(message).split('.')[0]}`,
  );

describe('readLockingPlan', () => {
  it('reads keys in rows and cylinders in columns', async () => {
    const preview = await read(lines(';Z 1;Z 2', 'K1;x;', 'K2;x;x', 'K3;;'));
    expect(preview).toEqual({
      content: {
        file_name: 'plan.csv',
        columns: [
          { label: 'Z 1', cylinder_id: 'cylinder-1' },
          { label: 'Z 2', cylinder_id: 'cylinder-2' },
        ],
        rows: [
          { label: 'K1', kind: 'key', record_id: 'key-1', rights: [0] },
          { label: 'K2', kind: 'key', record_id: 'key-2', rights: [0, 1] },
          { label: 'K3', kind: 'key', record_id: 'key-3', rights: [] },
        ],
      },
      counts: { rows: 3, columns: 2, rights: 3, unknown_rows: 0, unknown_columns: 0 },
      problems: [],
      problems_total: 0,
    });
  });

  it.each(['x', 'X', '×', '1', '●', '•', '✓', 'ja', 'Yes', 'TRUE', ' x '])('takes %j for a right', async (mark) => {
    expect((await read(`;Z 1\nK1;${mark}`)).counts.rights).toBe(1);
  });

  it.each(['', '0', '-', 'nein', 'No', 'false', ' '])('takes %j for none', async (mark) => {
    expect(await read(`;Z 1\nK1;${mark}`)).toMatchObject({ counts: { rights: 0 }, problems: [] });
  });

  it('names cells that are neither', async () => {
    const preview = await read(lines(';Z 1;Z 2', 'K1;x;?', 'K2;maybe;x'));
    expect(preview.content).toBeNull();
    expect(preview.problems.map(({ cell, found, is_fatal }) => [cell, found, is_fatal])).toEqual([
      ['C2', '?', true],
      ['B3', 'maybe', true],
    ]);
  });

  it('takes no row that names a key for a header', async () => {
    expect(said(await read(lines(';Z 1;Z 2', 'K1;maybe;perhaps')))).toEqual([
      'B2 fatal: Not a mark',
      'C2 fatal: Not a mark',
    ]);
  });

  it('finds cylinders by marking, number or name, whatever case and spacing', async () => {
    const preview = await read(lines('Key\tz  1\tC-2\tSTORE ROOM', 'K1\tx\tx\tx'));
    expect(preview.content?.columns.map(({ cylinder_id }) => cylinder_id)).toEqual(['cylinder-1', 'cylinder-2', null]);
    expect(said(preview)).toEqual(['D1 notice: Fits several cylinders']);
    expect(preview.counts.unknown_columns).toBe(1);
  });

  it.each([
    ['K1', 'key', 'key-1'],
    ['9002', 'key', 'key-2'],
    ['k-3', 'key', 'key-3'],
    ['4711', 'person', 'p-1'],
    ['Kit Rowan', 'person', 'p-1'],
    ['"Rowan, Kit"', 'person', 'p-1'],
    ['alder  ash', 'person', 'p-2'],
  ])('finds the person or key that %j names', async (label, kind, record_id) => {
    const { content } = await read(`;Z 1;Z 2\n${label};x;`);
    expect(content?.rows).toMatchObject([{ kind, record_id }]);
  });

  it('keeps rows and columns that name nothing, and says so', async () => {
    const preview = await read(lines(';Z 1;Z 99', 'K1;x;x', 'Somebody;x;', 'Wren Holly;;x'));
    expect(preview.content?.rows.map(({ kind, record_id }) => [kind, record_id])).toEqual([
      ['key', 'key-1'],
      ['unknown', null],
      ['unknown', null],
    ]);
    expect(said(preview)).toEqual([
      'C1 notice: Names no cylinder of this key system',
      '3:3 notice: Names no key and no person of this key system',
      '4:4 notice: Fits several keys or persons',
    ]);
    expect(preview.counts).toMatchObject({ unknown_rows: 2, unknown_columns: 1 });
  });

  it('refuses what stands there twice', async () => {
    const preview = await read(lines(';Z 1;Main entrance;Z 8;z 8', 'K1;x;;;', '9001;;;x;', 'Nobody;;;;', 'nobody;;;;'));
    expect(preview.content).toBeNull();
    expect(said(preview).filter((problem) => problem.includes('fatal'))).toEqual([
      'C1 fatal: This cylinder is already in column B',
      'E1 fatal: The same text is already in column D',
      '3:3 fatal: This key or person is already in row 2',
      '5:5 fatal: This key or person is already in row 4',
    ]);
  });

  it('refuses marks that belong to no row or no column', async () => {
    const preview = await read(lines(';Z 1;;Z 2', 'K1;x;x;', ';;;x', 'K2;x;;;x', ';;;', 'K3;;-;;-'));
    expect(preview.content).toBeNull();
    expect(said(preview)).toEqual([
      'C:C fatal: There are marks below, but no cylinder is named',
      '3:3 fatal: There are marks in this row, but no key or person is named',
      '4:4 fatal: This row continues beyond the last cylinder',
    ]);
  });

  it('tolerates a title, rows and columns of names, figures, remarks and totals', async () => {
    const preview = await read(
      lines(
        'Locking plan, town hall;;;;;;',
        ';;;;;;',
        ';;;Front door;Archive door;New door;Remark',
        'No.;Key;Count;Z 1;Z 2;Z 77;',
        ';;;30/30;35/40;30/30;',
        '1;K1;1;x;;x;for the caretaker',
        '2;K2;1;x;x;;',
        '3;K3;2;;x;;kept in the safe',
        ';Total;4;12;14;11;',
      ),
    );
    expect(openBy(preview)).toEqual({ K1: 'Z 1,Z 77', K2: 'Z 1,Z 2', K3: 'Z 2' });
    expect(said(preview)).toEqual([
      'G:G notice: This column holds text instead of marks and names no cylinder',
      'F4 notice: Names no cylinder of this key system',
      '9:9 notice: This row holds text or figures instead of marks and names no key or person',
    ]);
  });

  it('takes a name where the marking is not known', async () => {
    const preview = await read(lines(';Old 5;Z 2', ';Main entrance;', 'K1;x;x'));
    expect(preview.content?.columns[0]).toEqual({ label: 'Old 5', cylinder_id: 'cylinder-1' });
  });

  it('puts first name and surname together', async () => {
    const { content } = await read(lines('Surname;First name;Z 1', 'Rowan;Kit;x', 'Alder;Ash;'));
    expect(content?.rows).toMatchObject([
      { label: 'Rowan Kit', record_id: 'p-1' },
      { label: 'Alder Ash', record_id: 'p-2' },
    ]);
  });

  it('assigns every mark to its row, beyond the rows that show the layout', async () => {
    const many = Array.from({ length: 500 }, (_, n) => `Row ${n};${n % 2 ? 'x' : ''};x`);
    const preview = await read(lines(';Z 1;Z 2', ...many, 'K1;x;?'));
    expect(preview.counts).toMatchObject({ rows: 501, rights: 751 });
    expect(said(preview).at(-1)).toBe('C502 fatal: Not a mark');
  });

  it('lists a thousand problems, those in the way of storing first, and counts all', async () => {
    const many = Array.from({ length: 2_000 }, (_, n) => `Row ${n};x`);
    const preview = await read(lines(';Z 1', ...many, 'K1;?'));
    expect(preview.problems_total).toBe(2_001);
    expect(preview.problems).toHaveLength(1_000);
    expect(said(preview).at(-1)).toBe('B2002 fatal: Not a mark');
  });

  it.each([
    ['nothing known', 'Key;A;B\nK1;x;x', 'No row of this sheet names a cylinder'],
    ['cylinders in rows', ';K1;K2\nZ 1;x;\nZ 2;;x\nArchive;x;x', 'has the cylinders in its rows'],
    ['no labels', 'Z 1;Z 2\nx;x', 'names a cylinder in its first column'],
    ['nothing but a header', ';Z 1;Z 2', 'no row names a key or a person'],
    ['nothing but empty rows', ';;;\n;;;\n', 'This sheet is empty'],
    ['an open quotation mark', ';Z 1\nK1;"x', 'The quotation mark in line 2 is never closed'],
    ['broken quotation marks', ';Z 1\nK1;"x"y', 'cannot be read as CSV near line 2'],
  ])('refuses a sheet with %s', async (_, sheet, reason) => {
    await expect(read(sheet)).rejects.toThrow(reason);
    await expect(read(sheet)).rejects.toBeInstanceOf(UnreadableSheet);
  });

  it('cleans and shortens labels to what can be stored', async () => {
    const { content } = await read(`;Z 1\n"two\nlines ${'y'.repeat(300)}";x`);
    expect(content?.rows[0]?.label).toMatch(/^two lines y+$/);
    expect(content?.rows[0]?.label).toHaveLength(200);
  });
});
