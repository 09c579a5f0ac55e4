import { randomUUID } from 'node:crypto';
import { type WorkItem, workList } from '@key2xs/contract';
import { parse } from 'csv-parse/sync';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aKeySystem } from '#test/factories/key-systems';
import { anEntry, listWork } from '#test/factories/work-list';

const call = (app: TestApp) => app.as('superadmin').call;
const me = async (app: TestApp) => (await call(app)(workList.operators, {})).body.items[0]?.id ?? '';
const labels = (entries: readonly WorkItem[]) => entries.map(({ label }) => label);

describe('GET /work-list', () => {
  test('lists by key system and in the order of doing, or sorted', async ({ app }) => {
    const [b, a] = [await aKeySystem(app, { name: 'B house' }), await aKeySystem(app, { name: 'A house' })];
    await anEntry(app, b.id, { label: 'third', created_at: '2026-01-01T00:00:00Z' });
    await anEntry(app, a.id, { label: 'Second', ordinal: 2, created_at: '2026-01-03T00:00:00Z', kind: 'member_add' });
    await anEntry(app, a.id, { label: 'first', ordinal: 1, created_at: '2026-01-02T00:00:00Z', kind: 'profile_put' });
    expect(labels(await listWork(app))).toEqual(['first', 'Second', 'third']);
    expect(labels(await listWork(app, { sort: 'created_at' }))).toEqual(['third', 'first', 'Second']);
    expect(labels(await listWork(app, { sort: '-label' }))).toEqual(['third', 'Second', 'first']);
    expect(labels(await listWork(app, { sort: 'kind' }))).toEqual(['first', 'third', 'Second']);
    const { body } = await call(app)(workList.list, { query: { limit: 1, offset: 1 } });
    expect([labels(body.items), body.total]).toEqual([['Second'], 3]);
    expect((await call(app)(workList.list, { query: { sort: 'what' as never } })).status).toBe(422);
  });

  test('filters by state, key system, kind, administrator and text', async ({ app }) => {
    const [one, two] = [await aKeySystem(app), await aKeySystem(app)];
    const admin = await me(app);
    await anEntry(app, one.id, { label: 'mine', assigned_to: admin });
    await anEntry(app, two.id, { label: '100% done', state: 'done', closed_by: 'operator' });
    await anEntry(app, two.id, { label: 'gone', kind: 'member_add', state: 'withdrawn', closed_by: 'sync' });
    const found = async (query: Parameters<typeof listWork>[1]) => labels(await listWork(app, query));
    expect(await found({})).toEqual(['mine']);
    expect((await found({ state: 'all' })).sort()).toEqual(['100% done', 'gone', 'mine']);
    expect(await found({ state: 'done' })).toEqual(['100% done']);
    expect((await found({ state: 'all', connection_id: two.id })).sort()).toEqual(['100% done', 'gone']);
    expect(await found({ state: 'all', kind: 'member_add' })).toEqual(['gone']);
    for (const assigned_to of ['me', admin]) expect(await found({ assigned_to })).toEqual(['mine']);
    expect(await found({ assigned_to: 'nobody' })).toEqual([]);
    expect(await found({ state: 'all', search: '0% DO' })).toEqual(['100% done']);
    expect(await found({ state: 'all', search: '_' })).toEqual([]);
  });

  test('translates what is stored into the reader’s language, English by default', async ({ app }) => {
    await anEntry(app, (await aKeySystem(app)).id);
    const texts = async (language?: string) => {
      const headers: Record<string, string> =
        language === undefined ? { 'accept-language': 'de' } : { 'x-language': language };
      const { body } = await app.as('superadmin').call(workList.list, { query: {} }, { headers });
      return body.items.map(({ what, place, why }) => [what, place, why])[0];
    };
    const english = [
      'Create the person Odo Brackwater (employee number 4711).',
      'Persons',
      'A rule reaches this person.',
    ];
    expect(await texts('de')).toEqual([
      'Person Odo Brackwater (Personalnummer 4711) anlegen.',
      'Personen',
      'Eine Regel trifft auf diese Person zu.',
    ]);
    for (const language of [undefined, 'en', 'xx']) expect(await texts(language)).toEqual(english);
  });

  test('says what the next read can see', async ({ app }) => {
    const reads = await aKeySystem(app, { name: 'A', capabilities: ['read_persons'] });
    const blind = await aKeySystem(app, { name: 'B', capabilities: ['read_keys'] });
    await anEntry(app, reads.id, { ordinal: 1 });
    await anEntry(app, reads.id, { ordinal: 2, kind: 'person_deactivate' }); // no key system person is linked
    await anEntry(app, blind.id);
    expect((await listWork(app)).map(({ is_readable }) => is_readable)).toEqual([true, false, false]);
  });

  test('does not expect to see in one key system what another bears', async ({ app }) => {
    const capabilities = ['read_profiles'];
    const bears = await aKeySystem(app, { name: 'A', capabilities });
    const other = await aKeySystem(app, { name: 'B', capabilities });
    const reference = randomUUID();
    const profile = { identity: 'AP-1', reference, name: 'Garage', cylinders: 0, cylinder_groups: 0, members: 0 };
    await app.db
      .insertInto('recorded_profile')
      .values({ connection_id: bears.id, description: '', ...profile })
      .execute();
    const write = JSON.stringify({ reference });
    for (const { id } of [bears, other]) await anEntry(app, id, { kind: 'profile_put', write });
    expect((await listWork(app)).map(({ is_readable }) => is_readable)).toEqual([true, false]);
  });
});

describe('POST /work-list/assign', () => {
  test('assigns open entries to an administrator or clears the assignee; skips closed ones', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const [open, closed] = [await anEntry(app, id), await anEntry(app, id, { state: 'done', closed_by: 'read' })];
    const admin_id = await me(app);
    const ids = [open, closed];
    expect((await call(app)(workList.assign, { body: { ids, admin_id } })).body.changed).toBe(1);
    expect((await listWork(app))[0]?.assigned_to?.id).toBe(admin_id);
    await call(app)(workList.assign, { body: { ids, admin_id: null } });
    expect((await listWork(app))[0]?.assigned_to).toBeNull();
  });

  test('knows no other administrators, and none who are sub-admins', async ({ app }) => {
    await app.as('subadmin').token();
    const { body } = await call(app)(workList.operators, {});
    expect(body.items.map(({ username }) => username)).toEqual([expect.stringMatching(/^superadmin-/)]);
    const ids = [await anEntry(app, (await aKeySystem(app)).id)];
    const { status } = await call(app)(workList.assign, { body: { ids, admin_id: randomUUID() } });
    expect(status).toBe(404);
  });
});

describe('GET /work-list.csv', () => {
  test('holds what the filter shows, formulas made harmless', async ({ app }) => {
    const { id, name } = await aKeySystem(app);
    await anEntry(app, id, { label: '=cmd()', before: JSON.stringify({ surname: 'Old' }) });
    await anEntry(app, id, { state: 'withdrawn', closed_by: 'sync' });
    const { text, headers } = await call(app)(workList.exportCsv, { query: {} });
    expect(headers.get('content-disposition')).toContain('work-list.csv');
    const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[]; // columns stand in the first line
    expect(rows).toMatchObject([{ connection: name, label: "'=cmd()", state: 'open', before: '{"surname":"Old"}' }]);
  });
});

describe('GET /work-list.pdf', () => {
  const download = async (app: TestApp) => {
    const headers = { authorization: `Bearer ${await app.as('superadmin').token()}` };
    const response = await fetch(`${app.url}/api/v1/work-list.pdf`, { headers });
    const bytes = Buffer.from(await response.arrayBuffer()).toString('latin1');
    return { type: response.headers.get('content-type'), bytes, pages: bytes.match(/\/Type \/Page\b/g)?.length ?? 0 };
  };

  test('prints two thousand entries, in letters of many languages', async ({ app }) => {
    const { id } = await aKeySystem(app);
    await anEntry(app, id, { what: 'Create the person Łukasz Ödönsson, Ελένη, Борис, 山田.' });
    await Promise.all(Array.from({ length: 1_999 }, (_, n) => anEntry(app, id, { ordinal: n + 2 })));
    const { type, bytes, pages } = await download(app);
    expect(type).toBe('application/pdf');
    expect(bytes.slice(0, 5)).toBe('%PDF-');
    expect(pages).toBeGreaterThan(40);
  });

  test('prints an empty list', async ({ app }) => {
    expect((await download(app)).pages).toBe(1);
  });
});

describe('GET /work-list/estimate', () => {
  test('says how long the open entries take as fast as entries were ticked, or that it is not known', async ({
    app,
  }) => {
    const { id } = await aKeySystem(app);
    for (const label of ['one', 'two', 'three']) await anEntry(app, id, { label, signature: label });
    const estimate = async () => (await call(app)(workList.estimate, { query: { connection_id: id } })).body;
    expect(await estimate()).toEqual({ open: 3, minutes: null, measured: 0 });
    const now = Date.now();
    const ticks = [60, ...Array.from({ length: 10 }, () => 40)].map((minutesAgo) => ({
      subject_kind: 'work_item' as const,
      subject_id: randomUUID(),
      choice: 'done',
      decided_by: 'ada',
      decided_at: new Date(now - minutesAgo * 60_000),
      ended_by: null,
    }));
    await app.db.insertInto('decision').values(ticks).execute();
    expect(await estimate()).toEqual({ open: 3, minutes: 6, measured: 10 });
  });
});
