import { type Input, keyCounts, keyDesk } from '@key2xs/contract';
import { expect, type TestApp, test } from '#test/app';
import { aConnection } from '#test/factories/iam';
import { aKeySystem } from '#test/factories/key-systems';
import { aKey } from '#test/factories/keys';
import { aPerson } from '#test/factories/people';

const reason = 'The yearly count.';
const desk = (app: TestApp) => app.as('superadmin');

/** A cabinet with two keys, one elsewhere, one handed out, one lost. */
async function aCabinet(app: TestApp) {
  const { id: system } = await aKeySystem(app);
  const { id: source } = await aConnection(app);
  const ada = (await aPerson(app, { connection_id: source, display_name: 'Ada Invented' })).id;
  const key = (marking: string) => aKey(app, system, { marking });
  const [one, two, other, out, lost] = [
    await key('K-1'),
    await key('K-2'),
    await key('K-3'),
    await key('K-4'),
    await key('K-5'),
  ];
  const keep = (id: string, storage: string) => desk(app).call(keyDesk.store, { params: { id }, body: { storage } });
  await keep(one, 'Cabinet 2, hook 1');
  await keep(two, 'cabinet 2');
  await keep(other, 'Cabinet 21');
  await desk(app).call(keyDesk.handOut, { body: { person_id: ada, keys: [{ id: out, due_at: null }], reason } });
  await desk(app).call(keyDesk.report, { params: { id: lost }, body: { report: 'report_lost', reason } });
  return { system, one, two, other, out, lost };
}

const begin = async (app: TestApp, body: Input<typeof keyCounts.start>['body']) =>
  (await desk(app).call(keyCounts.start, { body })).body.id;
const scan = async (app: TestApp, id: string, text: string) =>
  (await desk(app).call(keyCounts.scan, { params: { id }, body: { text } })).body;
const detail = async (app: TestApp, id: string) => (await desk(app).call(keyCounts.get, { params: { id } })).body;
const differences = async (app: TestApp, id: string) =>
  (await desk(app).call(keyCounts.differences, { params: { id }, query: {} })).body.items;
const stateOf = async (app: TestApp, id: string) => {
  const { custody } = (await desk(app).call(keyDesk.get, { params: { id } })).body;
  return [custody.state, custody.storage];
};

test('a count of one place says what is missing, unexpected and elsewhere, and closing it corrects what is decided', async ({
  app,
}) => {
  const { system, one, two, other, out, lost } = await aCabinet(app);
  const id = await begin(app, { connection_id: system, storage: 'Cabinet 2' });
  expect((await detail(app, id)).figures).toMatchObject({ expected: 2, counted: 0, missing: 2 });
  const scanned = await scan(app, id, 'k-1K-3\nK-4 K-5 X-9 X-9');
  expect(scanned.counted.map(({ key, is_new, difference }) => [key.marking, is_new, difference])).toEqual([
    ['K-1', true, null],
    ['K-3', true, 'elsewhere'],
    ['K-4', true, 'handed_out'],
    ['K-5', true, 'lost'],
  ]);
  expect(scanned.unknown).toEqual(['X-9']);
  expect((await scan(app, id, 'K-1 x-9')).counted).toMatchObject([{ is_new: false }]);
  const { figures, scans, version } = await detail(app, id);
  expect(figures).toEqual({
    ...{ expected: 2, counted: 1, missing: 1, handed_out: 1, lost: 1, retired: 0, elsewhere: 1, unknown: 1 },
  });
  expect(scans).toBe(5);
  expect((await differences(app, id)).map(({ kind, marking, holder }) => [kind, marking, holder])).toEqual([
    ['missing', 'K-2', null],
    ['handed_out', 'K-4', 'Ada Invented'],
    ['lost', 'K-5', null],
    ['elsewhere', 'K-3', null],
    ['unknown', 'X-9', null],
  ]);
  const corrections: Input<typeof keyCounts.close>['body']['corrections'] = [
    { key_id: two, correction: 'report_lost' },
    { key_id: out, correction: 'return' },
    { key_id: lost, correction: 'find' },
    { key_id: other, correction: 'store' },
  ];
  const close = (body: Input<typeof keyCounts.close>['body'], expected = version) =>
    desk(app).send(keyCounts.close, { params: { id }, body }, { headers: { 'if-match': `"${expected}"` } });
  expect((await close({ reason, corrections: [{ key_id: one, correction: 'report_lost' }] })).status).toBe(422);
  expect((await close({ reason, corrections: [{ key_id: two, correction: 'find' }] })).status).toBe(422);
  expect((await close({ reason, corrections }, version - 1)).status).toBe(412);
  expect(await stateOf(app, two)).toEqual(['in_stock', 'cabinet 2']);
  expect((await close({ reason, corrections })).status).toBe(200);
  expect(await Promise.all([two, out, lost, other].map((key) => stateOf(app, key)))).toEqual([
    ['lost', 'cabinet 2'],
    ['in_stock', ''],
    ['in_stock', ''],
    ['in_stock', 'Cabinet 2'],
  ]);
  // What was found stays in the report, whatever happens to the keys.
  expect((await detail(app, id)).figures).toEqual(figures);
  expect((await differences(app, id)).map(({ correction }) => correction)).toEqual([
    ...['report_lost', 'return', 'find', 'store', null],
  ]);
  expect((await close({ reason })).status).toBe(409);
  expect((await desk(app).send(keyCounts.scan, { params: { id }, body: { text: 'K-2' } })).status).toBe(409);
  expect((await desk(app).send(keyCounts.discard, { params: { id } })).status).toBe(409);
  const token = await desk(app).token();
  const pdf = await fetch(`${app.url}/api/v1/key-counts/${id}/pdf`, { headers: { authorization: `Bearer ${token}` } });
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
});

test('several people count one key at once: it is counted once, and nothing that was scanned is lost', async ({
  app,
}) => {
  const { one, two } = await aCabinet(app);
  const id = await begin(app, { connection_id: null, storage: '' });
  const answers = await Promise.all(['K-1', 'K-1', 'K-2', 'K-1K-2', 'Y-1', 'y-1'].map((text) => scan(app, id, text)));
  const fresh = answers.flatMap(({ counted }) => counted.filter(({ is_new }) => is_new).map(({ key }) => key.id));
  expect(fresh.sort()).toEqual([one, two].sort());
  const { figures, latest, people } = await detail(app, id);
  expect(figures).toMatchObject({ expected: 3, counted: 2, missing: 1, unknown: 1 });
  expect(people).toMatchObject([{ scans: 3 }]);
  // A key that goes out of the desk after it was counted was there.
  const wrong = latest.find(({ key_id }) => key_id === null)?.id ?? '';
  await desk(app).call(keyCounts.removeScan, { params: { id, scan_id: wrong } });
  expect((await desk(app).send(keyCounts.removeScan, { params: { id, scan_id: wrong } })).status).toBe(404);
  const { body: found } = await desk(app).call(keyDesk.recipients, { query: { search: 'ada' } });
  const person_id = found.items[0]?.id ?? '';
  await desk(app).call(keyDesk.handOut, { body: { person_id, keys: [{ id: one, due_at: null }], reason } });
  expect((await detail(app, id)).figures).toMatchObject({ expected: 3, counted: 2, handed_out: 0, unknown: 0 });
  await desk(app).call(keyCounts.discard, { params: { id } });
  expect((await desk(app).send(keyCounts.get, { params: { id } })).status).toBe(404);
});
