import { randomUUID } from 'node:crypto';
import { type Input, keySystems, type LockingPlanContent, lockingPlans } from '@key2xs/contract';
import { describe } from 'vitest';
import type { Scope } from '#platform/deps';
import { expect, type TestApp, test } from '#test/app';
import { aSubAdmin } from '#test/factories/administrators';
import { aFile } from '#test/factories/iam';
import { aKeySystem } from '#test/factories/key-systems';
import { aWorkbook } from '#test/factories/workbooks';
import { send } from '#test/send';

type Scene = { id: string; cylinders: string[]; keys: string[] };

/** A key system with three cylinders, two keys and a person in the mirror. */
async function aScene(app: TestApp): Promise<Scene> {
  const { id } = await aKeySystem(app);
  const [cylinders, keys] = [
    [randomUUID(), randomUUID(), randomUUID()],
    [randomUUID(), randomUUID()],
  ];
  for (const [n, cylinder] of cylinders.entries()) await addCylinder(app, id, cylinder, n + 1);
  for (const [n, key] of keys.entries()) {
    const values = { external_id: `k${n}`, marking: `K${n + 1}`, name: '', serial: `90${n}`, key_type: 'normal' };
    await app.db
      .insertInto('key')
      .values({ id: key, connection_id: id, ...values, state: 'ok', holder_identity: null })
      .execute();
  }
  await app.db
    .insertInto('recorded_person')
    .values({
      connection_id: id,
      identity: 'p-1',
      first_name: 'Kit',
      surname: 'Rowan',
      active: true,
      first_read_at: new Date(),
    })
    .execute();
  return { id, cylinders, keys };
}

async function addCylinder({ db }: TestApp, connection_id: string, id: string, n: number) {
  const values = { external_id: `c${n}`, marking: `Z${n}`, name: `Door ${n}`, cylinder_type: 'double' };
  await db
    .insertInto('key_system_cylinder')
    .values({ id, connection_id, ...values, domain: 'HQ', location: '', state: 'ok', group_id: null })
    .execute();
}

const rows = [
  ['', 'Z1', 'Z2', 'Z3'],
  ['K1', 'x', '', 'x'],
  ['Rowan, Kit', '', '●', ''],
];

const upload = (app: TestApp, id: string, file: Input<typeof lockingPlans.upload>['body']['file']) =>
  app.as('superadmin').call(lockingPlans.upload, { params: { id }, body: { file } });

const store = (app: TestApp, id: string, body: LockingPlanContent, version?: number) =>
  app.as('superadmin').call(lockingPlans.store, { params: { id }, body }, ifMatch(version));

const ifMatch = (version?: number) => (version === undefined ? {} : { headers: { 'if-match': `"${version}"` } });

const get = (app: TestApp, id: string) => app.as('superadmin').call(lockingPlans.get, { params: { id } });

const contentOf = ({ cylinders, keys }: Scene): LockingPlanContent => ({
  file_name: 'plan.xlsx',
  columns: [1, 2, 3].map((n) => ({ label: `Z${n}`, cylinder_id: cylinders[n - 1] ?? null })),
  rows: [
    { label: 'K1', kind: 'key', record_id: keys[0] ?? null, rights: [0, 2] },
    { label: 'Rowan, Kit', kind: 'person', record_id: 'p-1', rights: [1] },
  ],
});

const asUpload = (bytes: Buffer, name: string) => ({ name, arrayBuffer: async () => new Uint8Array(bytes).buffer });

describe('within a scope', () => {
  test('a reader gets the part of a plan with their doors, people and keys', async ({ app }) => {
    const scene = await aScene(app);
    await store(app, scene.id, contentOf(scene));
    const place = randomUUID();
    await app.db
      .insertInto('location')
      .values({ id: place, name: 'Mill', type: 'building', parent_id: null, parent_type: null })
      .execute();
    await app.db
      .updateTable('door')
      .set({ location_id: place, placed_by: 'hand' })
      .where('id', '=', scene.cylinders[2] ?? '')
      .execute();
    const read = async (scope: Scope) => {
      const { token } = await aSubAdmin(app, { functions: ['view_plans'], scope });
      const { body } = await send(app.url, lockingPlans.get, { params: { id: scene.id } }, { token });
      const { content, counts } = body;
      return { columns: content.columns.map(({ label }) => label), rows: content.rows, counts };
    };
    const { rows: stored } = contentOf(scene);
    expect(await read({ departments: null, places: [place] })).toEqual({
      columns: ['Z3'],
      rows: [
        { ...stored[0], rights: [0] },
        { ...stored[1], rights: [] },
      ],
      counts: { rows: 2, columns: 1, rights: 1, unknown_rows: 0, unknown_columns: 0 },
    });
    expect(await read({ departments: ['law'], places: null })).toEqual({
      columns: ['Z1', 'Z2', 'Z3'],
      rows: [stored[0]], // no one has this key
      counts: { rows: 1, columns: 3, rights: 2, unknown_rows: 0, unknown_columns: 0 },
    });
  });
});

describe('POST /key-system-connections/:id/upload-keyplan', () => {
  test('reads a workbook and stores nothing', async ({ app }) => {
    const scene = await aScene(app);
    const { status, body } = await upload(app, scene.id, asUpload(aWorkbook([{ rows }]), 'plan.xlsx'));
    expect(status).toBe(200);
    expect(body).toEqual({
      content: contentOf(scene),
      counts: { rows: 2, columns: 3, rights: 3, unknown_rows: 0, unknown_columns: 0 },
      problems: [],
      problems_total: 0,
    });
    expect((await get(app, scene.id)).status).toBe(404);
  });

  test('says what stands in the way', async ({ app }) => {
    const { id } = await aScene(app);
    const { body } = await upload(app, id, aFile(';Z1;Z9\nK1;maybe;\n', 'plan.csv'));
    expect(body.content).toBeNull();
    expect(body.problems.map(({ cell, is_fatal }) => [cell, is_fatal])).toEqual([
      ['C1', false],
      ['B2', true],
    ]);
  });

  test('knows only cylinders of this key system that are still there', async ({ app }) => {
    const { id } = await aScene(app);
    const other = await aKeySystem(app);
    await addCylinder(app, other.id, randomUUID(), 8);
    await app.db
      .updateTable('key_system_cylinder')
      .set({ deleted_at: new Date() })
      .where('marking', '=', 'Z2')
      .execute();
    const { body } = await upload(app, id, aFile(';Z1;Z2;Z8\nK1;x;x;x\n', 'plan.csv'));
    expect(body.content?.columns.map(({ cylinder_id }) => cylinder_id !== null)).toEqual([true, false, false]);
  });

  test.for([
    ['an empty file', Buffer.alloc(0), 'This file is empty'],
    ['half a workbook', aWorkbook([{ rows }]).subarray(0, 300), 'damaged'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old Excel format'],
    ['a picture', Buffer.from('ffd8ffe000104a464946', 'hex'), 'picture'],
    ['another system', Buffer.from(';A;B\nK1;x;x'), 'No row of this sheet names a cylinder'],
  ] as const)('refuses %s in words', async ([, bytes, reason], { app }) => {
    const { id } = await aScene(app);
    const { status, problem } = await upload(app, id, asUpload(Buffer.from(bytes), 'plan.xlsx'));
    expect([status, problem.code]).toEqual([422, 'validation_failed']);
    expect(problem.errors).toEqual([{ path: 'file', message: expect.stringContaining(reason) }]);
  });

  test('asks for the inventory first', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const { status, problem } = await upload(app, id, aFile(';Z1\nK1;x', 'plan.csv'));
    expect([status, problem.detail]).toEqual([422, expect.stringContaining('Read its inventory')]);
  });

  test('refuses an unknown key system, no file and a file that is too large', async ({ app }) => {
    const { id } = await aScene(app);
    const file = aFile(';Z1\nK1;x', 'plan.csv');
    expect((await upload(app, randomUUID(), file)).status).toBe(404);
    const none = await app.as('superadmin').call(lockingPlans.upload, { params: { id }, body: {} as never });
    expect(none.problem.detail).toContain('A file is required for key plan upload.');
    const large = asUpload(Buffer.alloc(20 * 1_048_576 + 1, ';'), 'plan.csv');
    expect((await upload(app, id, large)).problem.code).toBe('payload_too_large');
  });
});

describe('POST /key-system-connections/:id/keyplan', () => {
  test('stores what the preview said, and GET answers it', async ({ app }) => {
    const scene = await aScene(app);
    const preview = await upload(app, scene.id, asUpload(aWorkbook([{ rows }]), 'plan.xlsx'));
    const stored = await store(app, scene.id, preview.body.content ?? contentOf(scene));
    expect(stored.status).toBe(200);
    expect(stored.body).toMatchObject({
      connection_id: scene.id,
      content: contentOf(scene),
      counts: { rows: 2, columns: 3, rights: 3 },
      stored_by: expect.stringMatching(/^superadmin-/),
      version: 1,
    });
    const read = await get(app, scene.id);
    expect(read.body).toEqual(stored.body);
    expect(read.headers.get('etag')).toBe('"1"');
  });

  test('stores a plan that is longer than other bodies may be', async ({ app }) => {
    const scene = await aScene(app);
    const rights = Array.from({ length: 2_000 }, (_, n) => n);
    const unknown = Array.from({ length: 300 }, (_, n) => ({ ...row('unknown', null, rights), label: `K-${n}` }));
    const columns = rights.map(() => column(undefined));
    const content = { file_name: 'long.csv', columns, rows: unknown };
    expect(JSON.stringify(content).length).toBeGreaterThan(2_000_000);
    expect((await store(app, scene.id, content)).body.counts).toMatchObject({ rows: 300, rights: 600_000 });
    expect((await get(app, scene.id)).body.content).toEqual(content);
  });

  test('names the first hundred of many faults', async ({ app }) => {
    const scene = await aScene(app);
    const rights = Array.from({ length: 20_000 }, () => -1);
    const { problem } = await store(app, scene.id, { ...contentOf(scene), rows: [row('person', 'p-1', rights)] });
    expect(problem.errors).toHaveLength(100);
  });

  test('refuses what is no JSON', async ({ app }) => {
    const { id } = await aScene(app);
    const authorization = `Bearer ${await app.as('superadmin').token()}`;
    for (const body of ['{"file_name":', '', new Uint8Array([0x22, 0xff, 0x22])]) {
      const response = await fetch(`${app.url}/api/v1/key-system-connections/${id}/keyplan`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body,
      });
      expect([response.status, (await response.json()).code]).toEqual([400, 'bad_request']);
    }
  });

  test('replaces the former plan and records counts, never names', async ({ app }) => {
    const scene = await aScene(app);
    await store(app, scene.id, contentOf(scene));
    const { columns } = contentOf(scene);
    const unknown = { label: 'Somebody Else', kind: 'unknown' as const, record_id: null, rights: [] };
    const { body } = await store(app, scene.id, { file_name: 'new.csv', columns, rows: [unknown] }, 1);
    expect(body).toMatchObject({ version: 2, counts: { rows: 1, rights: 0, unknown_rows: 1 } });
    const events = await app.db
      .selectFrom('audit_event')
      .select(['details', 'target_id'])
      .where('action', '=', 'locking_plan.stored')
      .orderBy('id')
      .execute();
    expect(events.map(({ target_id }) => target_id)).toEqual([scene.id, scene.id]);
    expect(events[1]?.details).toEqual({
      version: 2,
      rows: 1,
      columns: 3,
      rights: 0,
      unknown_rows: 1,
      unknown_columns: 0,
      before: { rows: 2, columns: 3, rights: 3, unknown_rows: 0, unknown_columns: 0 },
    });
  });

  test('changes nothing after a faster change by another administrator', async ({ app }) => {
    const scene = await aScene(app);
    expect((await store(app, scene.id, contentOf(scene), 1)).problem.code).toBe('version_conflict');
    await store(app, scene.id, contentOf(scene));
    await store(app, scene.id, { ...contentOf(scene), file_name: 'theirs.csv' }, 1);
    const late = await store(app, scene.id, contentOf(scene), 1);
    expect([late.status, late.problem.code]).toEqual([412, 'version_conflict']);
    expect((await get(app, scene.id)).body).toMatchObject({ version: 2, content: { file_name: 'theirs.csv' } });
  });

  test('keeps one plan when two are stored at once', async ({ app }) => {
    const scene = await aScene(app);
    const { send } = app.as('superadmin');
    const both = ['one.csv', 'two.csv'].map((file_name) =>
      send(lockingPlans.store, { params: { id: scene.id }, body: { ...contentOf(scene), file_name } }),
    );
    const versions = (await Promise.all(both)).map(({ body }) => body.version);
    expect(versions.sort()).toEqual([1, 2]);
  });

  const changes: [string, string, (scene: Scene, other: string) => Partial<LockingPlanContent>][] = [
    ['a cylinder of another system', 'columns.0.cylinder_id', (_, other) => ({ columns: [column(other)] })],
    ['a cylinder twice', 'columns.1.cylinder_id', ({ cylinders: [a] }) => ({ columns: [column(a), column(a)] })],
    ['a key that is a cylinder', 'rows.0.record_id', ({ cylinders: [a] }) => ({ rows: [row('key', a)] })],
    ['an unknown person', 'rows.0.record_id', () => ({ rows: [row('person', 'p-2')] })],
    ['a key without an id', 'rows.0.record_id', () => ({ rows: [row('key', null)] })],
    ['an unknown row with a record', 'rows.0.record_id', () => ({ rows: [row('unknown', 'p-1')] })],
    ['a person twice', 'rows.1.record_id', () => ({ rows: [row('person', 'p-1'), row('person', 'p-1')] })],
    ['a right beyond the columns', 'rows.0.rights', () => ({ rows: [row('person', 'p-1', [3])] })],
    ['rights out of order', 'rows.0.rights', () => ({ rows: [row('person', 'p-1', [1, 0])] })],
    ['a right twice', 'rows.0.rights', () => ({ rows: [row('person', 'p-1', [1, 1])] })],
    ['a label with NUL', 'rows.0.label', () => ({ rows: [{ ...row('person', 'p-1'), label: 'a\0' }] })],
    ['half a character', 'columns.0.label', () => ({ columns: [{ label: '\ud800', cylinder_id: null }] })],
    ['a file name with NUL', 'file_name', () => ({ file_name: 'a\0b' })],
  ];

  test.for(changes)('refuses %s', async ([, path, change], { app }) => {
    const scene = await aScene(app);
    const other = randomUUID();
    await addCylinder(app, (await aKeySystem(app)).id, other, 9);
    const { status, problem } = await store(app, scene.id, { ...contentOf(scene), ...change(scene, other) });
    expect([status, problem.code]).toEqual([422, 'validation_failed']);
    expect(problem.errors).toMatchObject([{ path }]);
    expect((await get(app, scene.id)).status).toBe(404);
  });

  test('refuses fields it does not know, and an unknown key system', async ({ app }) => {
    const scene = await aScene(app);
    const extra = { ...contentOf(scene), surplus: 1 };
    expect((await store(app, scene.id, extra)).problem.code).toBe('validation_failed');
    expect((await store(app, randomUUID(), contentOf(scene))).status).toBe(404);
  });
});

const column = (cylinder_id: string | undefined) => ({ label: 'Z', cylinder_id: cylinder_id ?? null });
const row = (kind: 'key' | 'person' | 'unknown', id: string | null | undefined, rights: number[] = []) => ({
  label: 'K',
  kind,
  record_id: id ?? null,
  rights,
});

describe('DELETE /key-system-connections/:id/keyplan', () => {
  test('removes the plan, once', async ({ app }) => {
    const scene = await aScene(app);
    await store(app, scene.id, contentOf(scene));
    const remove = () => app.as('superadmin').call(lockingPlans.remove, { params: { id: scene.id } });
    expect((await remove()).body).toEqual({ success: true });
    expect((await get(app, scene.id)).status).toBe(404);
    expect((await remove()).status).toBe(404);
  });

  test('comes before the key system can be removed', async ({ app }) => {
    const scene = await aScene(app);
    await store(app, scene.id, contentOf(scene));
    const removeSystem = () => app.as('superadmin').call(keySystems.remove, { params: { id: scene.id } });
    expect((await removeSystem()).problem).toMatchObject({
      code: 'constraint_violation',
      related_records: { locking_plans: 1 },
    });
    await app.as('superadmin').call(lockingPlans.remove, { params: { id: scene.id } });
    expect((await removeSystem()).status).toBe(200);
  });
});
