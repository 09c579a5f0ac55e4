import { randomBytes, randomUUID } from 'node:crypto';
import { iam, type Mapping, mappings, maxStaffListBytes, maxStaffListRows } from '@key2xs/contract';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection, upload } from '#test/factories/iam';

const none = { mapping_config: '{}' };

const latest = (app: TestApp, id: string) => app.as('superadmin').call(iam.latestStaffList, { params: { id } });
const saveMapping = (app: TestApp, id: string, body: Mapping) =>
  app.as('superadmin').call(iam.saveMapping, { params: { id }, body });
const preview = async (app: TestApp, id: string, mapping: Mapping) => {
  const { body } = await app.as('superadmin').call(iam.previewMapping, { params: { id }, body: { mapping } });
  return body.people;
};

describe('POST /iam/connections/:id/staff-lists', () => {
  test('describes the list and keeps it, but imports no one', async ({ app }) => {
    const { id } = await aConnection(app, none);
    const content = 'No.,Name,Unit\n1,Ada,Ward\n2,Bob,\n3,Cid,Ward\n4,Dan,Lab\n5,Eve,Office\n6,Fay,Roof\n';
    const { status, body } = await upload(app, id, content, 'staff.csv');
    expect(status).toBe(201);
    expect(body).toMatchObject({ connection_id: id, file_name: 'staff.csv', bytes: content.length, rows: 6 });
    expect(body.columns).toEqual([
      { name: 'No.', filled: 6, samples: ['1', '2', '3'] },
      { name: 'Name', filled: 6, samples: ['Ada', 'Bob', 'Cid'] },
      { name: 'Unit', filled: 5, samples: ['Ward', 'Lab', 'Office'] },
    ]);
    expect((await latest(app, id)).body).toEqual(body);
    const schema = await app.as('superadmin').call(mappings.schema, { params: { id } });
    expect(schema.body).toMatchObject({ columns: body.columns, rows: 6 });
    expect(await app.db.selectFrom('person').select('id').execute()).toEqual([]);
  });

  const refused: [what: string, content: string | Uint8Array, detail: RegExp][] = [
    ['nothing at all', '', /^This list has no rows\./],
    ['a header without rows', 'id,name\n', /^This list has no rows\./],
    ['a byte order mark alone', '\ufeff', /^This list has no rows\./],
    ['two equal columns', 'id,name, id \n1,2,3\n', /^Two columns are called 'id'\./],
    ['a column without a name', 'id,,name\n1,2,3\n', /^A column has no name/],
    ['more columns than anybody has', `${Array.from({ length: 201 }, (_, at) => `c${at}`).join()}\n1`, /200 columns/],
    ['Latin-1', Uint8Array.of(0x69, 0x64, 0x0a, 0xfc, 0x0a), /^This file is not UTF-8\. Save it as "CSV UTF-8"/],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13), /not UTF-8/],
    ['a workbook', Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0, 8, 0, 0, 0, 0x21, 0, 0xbd, 0xc6]), /not UTF-8/],
    [
      'UTF-16 without a mark',
      Uint8Array.from([0x69, 0, 0x64, 0, 0x0a, 0, 0x31, 0]),
      /^This file is not UTF-8\. Save it as/,
    ],
    ['UTF-16', Uint8Array.from([0xff, 0xfe, 0x69, 0, 0x0a, 0, 0x31, 0]), /^This file is not UTF-8\. Save it as/],
    ['a quote that never ends', 'id,name\n1,"Ada\n2,Bob\n', /^The quotation mark in line 2 is never closed\./],
    [
      'one endless line of cells',
      `id\n${'x,'.repeat(1_000_000)}`,
      /^Line 2 has more than 200 columns\. Check that each/,
    ],
    ['one endless line of separators', ';'.repeat(2_000_000), /^Line 1 has more than 200 columns\./],
    ['one endless cell', 'x'.repeat(2_000_000), /^A cell in line 1 has more than 24,000 characters\./],
    [
      'a header of 200,000 columns',
      Array.from({ length: 200_000 }, (_, at) => `c${at}`).join(),
      /^Line 1 has more than/,
    ],
    ['nothing but empty lines', '\n'.repeat(2_000_000), /^This file has more than 400,002 lines\./],
    ['more columns in a later row', `id\n1\n${'x,'.repeat(201)}`, /^Line 3 has more than 200 columns\./],
  ];
  for (const [what, content, detail] of refused) {
    test(`refuses ${what}`, async ({ app }) => {
      const { id } = await aConnection(app);
      const { status, problem } = await upload(app, id, content);
      expect([status, problem.code]).toEqual([422, 'validation_failed']);
      expect(problem.detail).toMatch(detail);
      expect((await latest(app, id)).status).toBe(404);
      expect(await app.db.selectFrom('staff_list').select('id').execute()).toEqual([]);
    });
  }

  test('names the file as the place of the mistake', async ({ app }) => {
    const { id } = await aConnection(app);
    const { problem } = await upload(app, id, 'id,id\n1,1');
    expect(problem.errors).toEqual([{ path: 'file', message: "Two columns are called 'id'. Rename one of them." }]);
  });

  test('refuses more rows than it can take, and takes as many as that', async ({ app }) => {
    const { id } = await aConnection(app);
    const list = `id\n${'1\n'.repeat(maxStaffListRows)}`;
    expect((await upload(app, id, list)).body.rows).toBe(maxStaffListRows);
    const { status, problem } = await upload(app, id, `${list}1\n`);
    expect([status, problem.detail]).toEqual([422, 'This list has more than 200,000 rows. Split it.']);
  });

  test('refuses a file that is too large', async ({ app }) => {
    const { id } = await aConnection(app);
    const { status, problem } = await upload(app, id, new Uint8Array(maxStaffListBytes + 1).fill(0x61));
    expect([status, problem.code, problem.detail]).toEqual([
      413,
      'payload_too_large',
      'The file is larger than 64 MiB.',
    ]);
  });

  const odd: [what: string, cell: string, sample: string][] = [
    ['a letter of two halves at the cut', `${'x'.repeat(59)}🔑`, `${'x'.repeat(59)}`],
    ['NUL', 'a\0b', 'ab'],
    ['SQL', `'); drop table person; --`, `'); drop table person; --`],
  ];
  for (const [what, cell, sample] of odd) {
    test(`takes a cell with ${what}`, async ({ app }) => {
      const { id } = await aConnection(app);
      const { status, body } = await upload(app, id, `id,name\n1,${cell}\n`);
      expect([status, body.columns[1]?.samples]).toEqual([201, [sample]]);
    });
  }

  test('takes column names of any length and script', async ({ app }) => {
    const { id } = await aConnection(app, none);
    const names = [`${'n'.repeat(199)}🔑`, 'Größe', '部門', "'; --"];
    const { body } = await upload(app, id, `${names.map((name) => `"${name}"`).join()}\n1,2,3,4\n`);
    expect(body.columns.map(({ name }) => name)).toEqual(['n'.repeat(199), ...names.slice(1)]);
  });

  test('cuts a path off the name of the file', async ({ app }) => {
    const { id } = await aConnection(app);
    expect((await upload(app, id, 'id\n1', 'C:\\Users\\ada\\staff.csv')).body.file_name).toBe('staff.csv');
  });

  test('stores nothing of a list of which a part cannot be stored, and keeps the one before', async ({ app }) => {
    const { id } = await aConnection(app);
    await upload(app, id, 'id\n1');
    const cells = Array.from({ length: 40_000 }, () => randomBytes(8).toString('base64'));
    await sql`alter table staff_list_chunk add constraint first_part_only check (ordinal = 0) not valid`.execute(
      app.db,
    );
    try {
      expect((await upload(app, id, `id\n${cells.join('\n')}`)).status).toBe(422);
    } finally {
      await sql`alter table staff_list_chunk drop constraint first_part_only`.execute(app.db);
    }
    expect(await app.db.selectFrom('staff_list').select('rows').execute()).toEqual([{ rows: 1 }]);
    expect((await latest(app, id)).body.rows).toBe(1);
  });

  test('finds no list that is only half stored, and drops what a dead process has left of one', async ({ app }) => {
    const { id } = await aConnection(app);
    const half = (file_name: string, age: string) => ({
      ...{ id: randomUUID(), connection_id: id, file_name, bytes: 9, rows: 0, columns: '[]', uploaded_by: null },
      uploaded_at: sql<Date>`now() - ${age}::interval`,
    });
    const halves = [half('under way', '1 minute'), half('left', '2 hours')];
    await app.db.insertInto('staff_list').values(halves).execute();
    expect((await latest(app, id)).status).toBe(404);
    expect((await app.as('superadmin').call(iam.sync, { params: { id }, query: {} })).problem.code).toBe('conflict');
    await upload(app, id, 'id\n1', 'whole');
    const names = await app.db.selectFrom('staff_list').select('file_name').orderBy('file_name').execute();
    expect(names.map(({ file_name }) => file_name)).toEqual(['under way', 'whole']);
    expect((await latest(app, id)).body.file_name).toBe('whole');
  });

  test('keeps the five newest lists of a source', async ({ app }) => {
    const { id } = await aConnection(app);
    const other = await aConnection(app);
    await upload(app, other.id, 'id\n1');
    for (let n = 1; n <= 7; n++) await upload(app, id, `id\n${'1\n'.repeat(n)}`);
    const kept = app.db.selectFrom('staff_list').select('rows').where('connection_id', '=', id);
    expect((await kept.orderBy('rows').execute()).map(({ rows }) => rows)).toEqual([3, 4, 5, 6, 7]);
    expect((await latest(app, id)).body.rows).toBe(7);
    expect((await latest(app, other.id)).status).toBe(200);
  });
});

describe('suggested mapping', () => {
  test('is guessed from the names of the columns while nothing is stored', async ({ app }) => {
    const { id } = await aConnection(app, none);
    const { body } = await upload(app, id, 'Personalnummer;Vorname;Name;Abteilung\n1;Ada;Ex;Ward');
    expect(body.suggested_mapping).toEqual({
      external_id: 'Personalnummer',
      employee_id: 'Personalnummer',
      given_name: 'Vorname',
      family_name: 'Name',
      department: 'Abteilung',
    });
  });

  test('is the stored one as far as its columns are there', async ({ app }) => {
    const { id } = await aConnection(app, none);
    await upload(app, id, 'key,mail,title\n1,2,3');
    await saveMapping(app, id, { external_id: 'key', email: 'mail' });
    const { body } = await upload(app, id, 'key,e-mail,title\n1,2,3');
    expect(body.suggested_mapping).toEqual({ external_id: 'key', email: 'e-mail' });
  });
});

describe('POST /iam/config/:id/mapping', () => {
  test('stores it for the next run', async ({ app }) => {
    const { id } = await aConnection(app, none);
    expect((await saveMapping(app, id, { external_id: 'No.' })).body).toEqual({ mapping: { external_id: 'No.' } });
    const { body } = await app.as('superadmin').call(iam.getMapping, { params: { id } });
    expect(body).toEqual({ mapping: { external_id: 'No.' } });
  });

  test('wants to know what identifies a person', async ({ app }) => {
    const { id } = await aConnection(app);
    const { status, problem } = await saveMapping(app, id, { display_name: 'Name' });
    expect([status, problem.errors?.[0]?.path]).toEqual([422, 'external_id']);
  });

  test('refuses a field it does not know', async ({ app }) => {
    const { id } = await aConnection(app);
    const mapping = { external_id: 'No.', shoe_size: 'Size' } as Mapping; // what TypeScript refuses
    expect((await saveMapping(app, id, mapping)).status).toBe(422);
  });
});

describe('POST /iam/connections/:id/mapping/preview', () => {
  const seven = `No.;Name;Unit\n${[1, 2, 3, 4, 5, 6, 7].map((n) => `${n};Person ${n};Ward`).join('\n')}`;

  test('reads the first five people', async ({ app }) => {
    const { id } = await aConnection(app, none);
    await upload(app, id, seven);
    const people = await preview(app, id, { external_id: 'No.', display_name: 'Name' });
    expect(people).toHaveLength(5);
    expect(people[0]).toEqual({ row: 2, fields: { external_id: '1', display_name: 'Person 1' }, problems: [] });
    expect(people[4]?.row).toBe(6);
  });

  test('reads all of a shorter list', async ({ app }) => {
    const { id } = await aConnection(app, none);
    await upload(app, id, 'No.\n1\n2');
    expect(await preview(app, id, { external_id: 'No.' })).toHaveLength(2);
  });

  test('shows what is wrong with a row', async ({ app }) => {
    const { id } = await aConnection(app, none);
    await upload(app, id, 'No.,Name\n,Ada');
    expect(await preview(app, id, { external_id: 'No.', display_name: 'Name' })).toEqual([
      { row: 2, fields: { display_name: 'Ada' }, problems: ['the unique ID is missing'] },
    ]);
  });

  test('stores nothing', async ({ app }) => {
    const { id } = await aConnection(app, none);
    await upload(app, id, seven);
    await preview(app, id, { external_id: 'No.' });
    const { body } = await app.as('superadmin').call(iam.getMapping, { params: { id } });
    expect(body).toEqual({ mapping: {} });
  });

  test('is not found before the first list', async ({ app }) => {
    const { id } = await aConnection(app);
    const input = { params: { id }, body: { mapping: { external_id: 'No.' } } };
    expect((await app.as('superadmin').call(iam.previewMapping, input)).status).toBe(404);
  });
});
