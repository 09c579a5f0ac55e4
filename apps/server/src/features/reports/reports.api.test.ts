import { randomUUID } from 'node:crypto';
import { type Input, type ReportId, reports } from '@key2xs/contract';
import { foldText } from '@key2xs/domain';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aSubAdmin, eventsAbout } from '#test/factories/administrators';
import { aConnection } from '#test/factories/iam';
import { aKeySystem } from '#test/factories/key-systems';
import { aKey, aRecordedPerson } from '#test/factories/keys';
import { aPerson } from '#test/factories/people';
import { textsOfPages } from '#test/pdf-texts';
import { partOfWorkbook, textsOfSheet } from '#test/workbook-texts';

type Query = Input<typeof reports.read>['query'];

const read = async (app: TestApp, report: ReportId, query: Query = {}) =>
  (await app.as('superadmin').call(reports.read, { params: { report }, query })).body;

async function fileOf(app: TestApp, report: ReportId, format: 'csv' | 'xlsx' | 'pdf', token?: string) {
  const headers = { authorization: `Bearer ${token ?? (await app.as('superadmin').token())}` };
  const answer = await fetch(`${app.url}/api/v1/reports/${report}/export?format=${format}`, { headers });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** A key system in which someone has these keys. */
async function aSystemWithHolder(app: TestApp) {
  const { id: system } = await aKeySystem(app);
  await aRecordedPerson(app, system, { identity: 'P-1', name: ['Cleo', 'Outside'] });
  const addKeys = async (from: number, until: number) => {
    for (let i = from; i <= until; i++)
      await aKey(app, system, { marking: `K${String(i).padStart(3, '0')}x`, holder_identity: 'P-1' });
  };
  return { system, addKeys };
}

const keysIn = (text: string) => text.match(/K\d{3}x/g)?.length ?? 0;

test('has as many rows in the preview as in each file, and says how many', async ({ app }) => {
  const { addKeys } = await aSystemWithHolder(app);
  let there = 0;
  for (const count of [0, 1, 20, 21]) {
    await addKeys(there + 1, count);
    there = count;
    const first = await read(app, 'keys_out', { limit: 20 });
    const second = first.next === null ? undefined : await read(app, 'keys_out', { limit: 20, after: first.next });
    expect([first.total, second?.total ?? count]).toEqual([count, count]);
    const ids = [...first.items, ...(second?.items ?? [])].map(({ id }) => id);
    expect([new Set(ids).size, second?.next ?? null]).toEqual([count, null]);
    const csv = (await fileOf(app, 'keys_out', 'csv')).bytes.toString();
    expect(keysIn(csv)).toBe(count);
    expect(csv).toContain(`\n\nRows,${count}\n`);
    const part = await partOfWorkbook((await fileOf(app, 'keys_out', 'xlsx')).bytes);
    expect(keysIn(await part('worksheets/sheet1'))).toBe(count);
    expect(textsOfSheet(await part('worksheets/sheet2'))).toContainEqual(['Rows', `${count}`]);
    const printed = textsOfPages((await fileOf(app, 'keys_out', 'pdf')).bytes)
      .flat()
      .join('');
    expect(keysIn(printed)).toBe(count);
    expect(printed).toContain(`Rows: ${count}`);
  }
});

test('goes through batches of an export without losing or repeating a row', async ({ app }) => {
  const { system } = await aSystemWithHolder(app);
  const rows = Array.from({ length: 2_001 }, (_, i) => ({
    ...{ id: randomUUID(), connection_id: system, external_id: `${i}`, marking: 'same', name: 'Key', serial: `${i}` },
    ...{ key_type: 'quartz', state: 'handed_out', holder_identity: 'P-1' },
  }));
  for (let at = 0; at < rows.length; at += 500)
    await app.db
      .insertInto('key')
      .values(rows.slice(at, at + 500))
      .execute();
  const csv = (await fileOf(app, 'keys_out', 'csv')).bytes.toString();
  expect(csv).toContain('\n\nRows,2001\n');
  expect(csv.match(/,same,/g)).toHaveLength(2_001);
});

describe('for a sub-admin', () => {
  test('has only the rows of the own departments, in totals and files too', async ({ app }) => {
    const { id: system } = await aKeySystem(app);
    const { id: source } = await aConnection(app);
    for (const [name, department] of [
      ['Ada', 'Ward'],
      ['Bo', 'Kitchen'],
    ] as const) {
      const { id: own } = await aPerson(app, { connection_id: source, display_name: name, department });
      await aRecordedPerson(app, system, { identity: name, own });
      await aKey(app, system, { marking: `K of ${name}`, holder_identity: name });
      await app.db
        .insertInto('department_spelling')
        .values({ spelling: department, folded: foldText(department) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    const scope = { departments: [foldText('Ward')], places: null };
    const { token } = await aSubAdmin(app, { functions: ['view_cylinders'], scope });
    const headers = { authorization: `Bearer ${token}` };
    const get = async (path: string) => (await fetch(`${app.url}/api/v1/reports${path}`, { headers })).json();
    expect(await get('/keys_out')).toMatchObject({ total: 1, items: [{ cells: expect.arrayContaining(['Ada']) }] });
    const csv = (await fileOf(app, 'keys_out', 'csv', token)).bytes.toString();
    expect([csv.includes('Ada'), csv.includes('Bo'), csv.includes('\n\nRows,1\n')]).toEqual([true, false, true]);
    const { items } = (await get('')) as { items: { id: string }[] };
    expect(items.map(({ id }) => id)).toEqual(['keys_out', 'overdue_returns', 'keys_not_updated', 'capacity']);
    expect((await fileOf(app, 'lost_keys', 'csv', token)).status).toBe(404);
  });
});

test('notes in the administration log what was exported, with its parameters', async ({ app }) => {
  const { system } = await aSystemWithHolder(app);
  const query = { format: 'csv' as const, connection_id: system };
  await app.as('superadmin').call(reports.export, { params: { report: 'keys_out' }, query });
  expect(await eventsAbout(app, 'keys_out')).toMatchObject([
    { action: 'report.exported', details: { format: 'csv', connection_id: system } },
  ]);
});

test('refuses a parameter that it does not have, and a place in another list', async ({ app }) => {
  const { send } = app.as('superadmin');
  const statusOf = async (query: Query) => (await send(reports.read, { params: { report: 'keys_out' }, query })).status;
  expect(await statusOf({ days: 7 })).toBe(422);
  expect(await statusOf({ connection_id: randomUUID() })).toBe(404);
  for (const after of [
    'x',
    Buffer.from('["a"]').toString('base64url'),
    Buffer.from('["\\u0000","a"]').toString('base64url'),
  ])
    expect(await statusOf({ after })).toBe(422);
});
