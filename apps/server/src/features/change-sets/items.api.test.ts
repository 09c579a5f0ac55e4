import { randomUUID } from 'node:crypto';
import { type ChangeSetItem, changeSets, type Input } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { parse } from 'csv-parse/sync';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection, importPeople, run, upload } from '#test/factories/iam';
import { listOf, somePeople } from '#test/factories/people';

type Query = Input<typeof changeSets.items>['query'];

const list = (app: TestApp, query: Input<typeof changeSets.list>['query'] = {}) =>
  app.as('superadmin').call(changeSets.list, { query });
const items = async (app: TestApp, id: string, query: Query = {}) =>
  (await app.as('superadmin').call(changeSets.items, { params: { id }, query })).body;
const labels = (found: { items: ChangeSetItem[] }) => found.items.map(({ label }) => label);

/** One of each kind but leavers, applied or only previewed. */
async function aChangeSet(app: TestApp, isPreview: boolean): Promise<string> {
  const { id } = await aConnection(app);
  const [first, second, ...others] = somePeople(20);
  if (!first || !second) throw new Error('somePeople made too few');
  await importPeople(app, id, [first, second, ...others]);
  const later = [{ ...first, department: 'Lab' }, { ...second, email: 'b@acme.example' }, ...others];
  const joiner = { external_id: 'N1', display_name: 'O’Hara 50%_off' };
  await upload(app, id, `${listOf([...later, joiner])},Nobody,,,,\n`);
  return (await run(app, id, isPreview)).change_set_id ?? '';
}

describe('GET /change-sets', () => {
  test('lists the newest first, of one source or in one state', async ({ app }) => {
    const id = await aChangeSet(app, true);
    const other = await aConnection(app);
    const { change_set_id } = await importPeople(app, other.id, somePeople(1));
    const all = (await list(app)).body;
    expect([all.total, all.items[0]?.id, all.items[1]?.id]).toEqual([3, change_set_id, id]);
    expect((await list(app, { connection_id: other.id })).body.items.map((one) => one.id)).toEqual([change_set_id]);
    expect((await list(app, { state: 'ready' })).body.items.map((one) => one.id)).toEqual([id]);
  });

  test('pages without overlap, also when several were made at once', async ({ app }) => {
    const { id: iam_connection_id } = await aConnection(app);
    const rows = Array.from({ length: 25 }, () => ({ id: randomUUID(), iam_connection_id }));
    const rest = {
      kind: 'directory' as const,
      state: 'applied' as const,
      title: JSON.stringify(say('asWritten', { text: 'x' })),
      base: 'x',
      task_id: null,
    };
    const none = { key_system_connection_id: null };
    await app.db
      .insertInto('change_set')
      .values(rows.map((row) => ({ ...row, ...rest, ...none })))
      .execute();
    const seen: string[] = [];
    for (let page = 0; page < 5; page++) {
      const { body } = await list(app, { page, size: 5 });
      expect(body).toMatchObject({ total: 25, limit: 5, offset: page * 5 });
      seen.push(...body.items.map(({ id }) => id));
    }
    expect(new Set(seen).size).toBe(25);
  });
});

describe('GET /change-sets/:id/items', () => {
  test('shows only fields that change of a mover, all fields of a joiner', async ({ app }) => {
    const found = await items(app, await aChangeSet(app, true));
    expect(found.total).toBe(4);
    expect(found.items.map(({ kind, before, after }) => ({ kind, before, after }))).toEqual([
      { kind: 'mover', before: { department: 'Ward' }, after: { department: 'Lab' } },
      { kind: 'update', before: { email: null }, after: { email: 'b@acme.example' } },
      { kind: 'joiner', before: null, after: { external_id: 'N1', display_name: 'O’Hara 50%_off' } },
      { kind: 'problem', before: null, after: { display_name: 'Nobody' } },
    ]);
  });

  test('names managers for people, and distinguishes two of one name', async ({ app }) => {
    const columns = ['external_id', 'display_name', 'manager_ref'];
    const mapping_config = JSON.stringify(Object.fromEntries(columns.map((name) => [name, name])));
    const { id } = await aConnection(app, { mapping_config });
    const change = async (manager: string, isPreview = true) => {
      const people = ['1,Ina Field,', '2,Jon Ward,', '3,Ada Moss,', '4,Ada Moss,', `5,Kim Lake,${manager}`];
      await upload(app, id, [columns, ...people].join('\n'));
      const params = { id: (await run(app, id, isPreview)).change_set_id ?? '' };
      const { body } = await app.as('superadmin').call(changeSets.fields, { params });
      const [first] = (await items(app, params.id)).items;
      const example = body.items[0]?.examples[0];
      return [first?.before, first?.after, example?.before, example?.after];
    };
    await change('1', false);
    expect(await change('2')).toEqual([
      { manager_ref: 'Ina Field' },
      { manager_ref: 'Jon Ward' },
      'Ina Field',
      'Jon Ward',
    ]);
    expect(await change('N. N.')).toEqual([
      { manager_ref: 'Ina Field' },
      { manager_ref: 'N. N.' },
      'Ina Field',
      'N. N.',
    ]);
    await change('3', false);
    expect(await change('4')).toEqual([{ manager_ref: '3' }, { manager_ref: '4' }, '3', '4']);
  });

  const searches: [search: string, found: string[]][] = [
    ['person 00', ['Person 001', 'Person 002']],
    ['e002', ['Person 002']],
    ['50%_OFF', ['O’Hara 50%_off']],
    ['%', ['O’Hara 50%_off']],
    ['_', ['O’Hara 50%_off']],
    ['line 2', ['Nobody']],
    ["'; --", []],
    ['', ['Person 001', 'Person 002', 'O’Hara 50%_off', 'Nobody']],
  ];
  for (const [search, found] of searches) {
    test(`finds ${found.length} for ${JSON.stringify(search)}`, async ({ app }) => {
      expect(labels(await items(app, await aChangeSet(app, true), { search }))).toEqual(found);
    });
  }

  const orders: [sort: 'ordinal' | '-ordinal' | 'label' | '-label' | undefined, first: string, last: string][] = [
    [undefined, 'Person 001', 'Nobody'],
    ['ordinal', 'Person 001', 'Nobody'],
    ['-ordinal', 'Nobody', 'Person 001'],
    ['label', 'Nobody', 'Person 002'],
    ['-label', 'Person 002', 'Nobody'],
  ];
  for (const [sort, first, last] of orders) {
    test(`sorts by ${sort ?? 'default'}`, async ({ app }) => {
      const found = labels(await items(app, await aChangeSet(app, true), { sort }));
      expect([found[0], found.at(-1)]).toEqual([first, last]);
    });
  }

  test('counts one kind', async ({ app }) => {
    const found = await items(app, await aChangeSet(app, true), { kind: 'mover', limit: 1 });
    expect([found.total, labels(found)]).toEqual([1, ['Person 001']]);
  });

  for (const [what, isPreview, done, pending] of [
    ['a preview', true, 0, 4],
    ['an applied one', false, 4, 0],
  ] as const) {
    test(`filters the outcomes of ${what} as it shows them`, async ({ app }) => {
      const id = await aChangeSet(app, isPreview);
      const shown = (await items(app, id)).items.map(({ outcome }) => outcome);
      expect(shown.filter((outcome) => outcome === 'done')).toHaveLength(done);
      expect((await items(app, id, { outcome: 'done' })).total).toBe(done);
      expect((await items(app, id, { outcome: 'pending' })).total).toBe(pending);
      expect((await items(app, id, { outcome: 'failed' })).items).toEqual([]);
    });
  }

  test('pages without overlap', async ({ app }) => {
    const id = await aChangeSet(app, true);
    const pages = [await items(app, id, { limit: 3 }), await items(app, id, { limit: 3, offset: 3 })];
    expect(pages.flatMap(labels)).toEqual(['Person 001', 'Person 002', 'O’Hara 50%_off', 'Nobody']);
  });

  test('is not found for an unknown change set', async ({ app }) => {
    const input = { params: { id: randomUUID() }, query: {} };
    expect((await app.as('superadmin').call(changeSets.items, input)).status).toBe(404);
    expect((await app.as('superadmin').call(changeSets.get, input)).status).toBe(404);
    expect((await app.as('superadmin').call(changeSets.exportCsv, input)).status).toBe(404);
  });
});

describe('GET /change-sets/:id/items.csv', () => {
  test('holds what the list shows', async ({ app }) => {
    const id = await aChangeSet(app, false);
    const { status, text, headers } = await app
      .as('superadmin')
      .call(changeSets.exportCsv, { params: { id }, query: { outcome: 'done' } });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[]; // the first line has the columns
    expect(rows.map(({ ordinal, kind, label }) => [ordinal, kind, label])).toEqual([
      ['1', 'mover', 'Person 001'],
      ['2', 'update', 'Person 002'],
      ['3', 'joiner', 'O’Hara 50%_off'],
      ['4', 'problem', 'Nobody'],
    ]);
    expect(rows[0]).toMatchObject({ before: '{"department":"Ward"}', after: '{"department":"Lab"}', outcome: 'done' });
  });

  test('goes beyond one page of the database', async ({ app }) => {
    const { id } = await aConnection(app);
    const { change_set_id } = await importPeople(app, id, somePeople(2_500));
    const { text } = await app
      .as('superadmin')
      .call(changeSets.exportCsv, { params: { id: change_set_id ?? '' }, query: {} });
    const ordinals = parse(text, { bom: true, from_line: 2 }).map(([ordinal]) => Number(ordinal));
    expect(ordinals).toEqual(Array.from({ length: 2_500 }, (_, at) => at + 1));
  });
});
