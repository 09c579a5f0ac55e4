import { createHash } from 'node:crypto';
import { acting, adminFunctions, administrators, keptReports, privacy } from '@key2xs/contract';
import { foldText } from '@key2xs/domain';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { anAdministrator, aSubAdmin, eventsAbout } from '#test/factories/administrators';
import { aConnection } from '#test/factories/iam';
import { aKeySystem } from '#test/factories/key-systems';
import { aKey, aRecordedPerson } from '#test/factories/keys';
import { aPerson } from '#test/factories/people';
import { send } from '#test/send';
import { deleteOldKept } from './kept-reports';

/** Keys of one holder in each of two departments. */
async function twoHolders(app: TestApp) {
  const { id: system } = await aKeySystem(app);
  const { id: source } = await aConnection(app);
  const ids: Record<string, string> = {};
  for (const [name, department] of [
    ['Ada Invented', 'Ward'],
    ['Bo Imagined', 'Kitchen'],
  ] as const) {
    const { id: own } = await aPerson(app, { connection_id: source, display_name: name, department });
    ids[name] = own;
    await aRecordedPerson(app, system, { identity: name, own });
    await aKey(app, system, { marking: `K of ${department}`, holder_identity: name });
    await app.db
      .insertInto('department_spelling')
      .values({ spelling: department, folded: foldText(department) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return ids;
}

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

const wanted = { params: { report: 'keys_out' }, body: { format: 'csv', days_kept: 90 } } as const;

const as = (app: TestApp, token: string) => ({
  keep: () => send(app.url, keptReports.keep, wanted, { token }),
  list: async () => (await send(app.url, keptReports.list, {}, { token })).body,
  file: (id: string) =>
    fetch(`${app.url}/api/v1/kept-reports/${id}/file`, { headers: { authorization: `Bearer ${token}` } }),
  remove: (id: string) => send(app.url, keptReports.remove, { params: { id } }, { token }),
});

test('a report is kept with its rows, its file and the hash of that, downloaded again, and deleted', async ({
  app,
}) => {
  await twoHolders(app);
  const own = as(app, await app.as('superadmin').token());
  const { status, body: kept } = await own.keep();
  expect(status).toBe(201);
  expect(kept).toMatchObject({
    title: 'Keys handed out',
    rows: 2,
    format: 'csv',
    chosen: ['All key systems', 'All people'],
  });
  expect(Date.parse(kept.keep_until) - Date.parse(kept.made_at)).toBe(90 * 86_400_000);
  expect((await own.list()).items).toEqual([kept]);
  const bytes = Buffer.from(await (await own.file(kept.id)).arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(kept.sha256);
  expect([bytes.length, bytes.toString().includes('\n\nRows,2\n')]).toEqual([kept.bytes, true]);
  expect((await own.remove(kept.id)).status).toBe(200);
  expect([(await own.list()).total, (await own.file(kept.id)).status]).toEqual([0, 404]);
  expect((await eventsAbout(app, kept.id)).map(({ action }) => action)).toEqual([
    'kept_report.created',
    'kept_report.downloaded',
    'kept_report.deleted',
  ]);
});

describe('a kept result', () => {
  test('is seen by its maker and super admins, while they may read all of it', async ({ app }) => {
    await twoHolders(app);
    const scopeOf = (...names: string[]) => ({ departments: names.map(foldText), places: null });
    const scope = scopeOf('Ward');
    const maker = await aSubAdmin(app, { functions: ['assign_keys'], scope });
    const other = await aSubAdmin(app, { functions: [...adminFunctions] });
    const { body: kept } = await as(app, maker.token).keep();
    expect(kept.rows).toBe(1);
    expect((await as(app, maker.token).file(kept.id)).status).toBe(200);
    const deputy = await anAdministrator(app, { functions: [] });
    await app.as('superadmin').call(administrators.setDeputy, {
      params: maker,
      body: { deputy_id: deputy.id, from: inMinutes(-5), until: inMinutes(60), reason: 'Away' },
    });
    const represented = (await deputy.call(acting.actFor, { body: { admin_id: maker.id } })).body.access_token;
    expect((await as(app, represented).list()).items).toEqual([kept]);
    const admin = as(app, await app.as('superadmin').token());
    expect([(await admin.list()).total, (await as(app, other.token).list()).total]).toEqual([1, 0]);
    const refused = [await as(app, other.token).file(kept.id), await as(app, other.token).remove(kept.id)];
    expect(refused.map(({ status }) => status)).toEqual([404, 404]);
    // A narrower scope than then hides it; a wider one does not.
    const setScope = (departments: string[]) =>
      app.db.updateTable('admin_scope').set({ departments }).where('admin_id', '=', maker.id).execute();
    await setScope([foldText('Kitchen')]);
    expect([(await as(app, maker.token).list()).total, (await as(app, maker.token).file(kept.id)).status]).toEqual([
      0, 404,
    ]);
    await setScope([foldText('Kitchen'), foldText('Ward')]);
    expect((await as(app, maker.token).list()).total).toBe(1);
    await app.db.deleteFrom('admin_role_member').where('admin_id', '=', maker.id).execute();
    expect((await as(app, maker.token).file(kept.id)).status).toBe(403);
  });

  test('is deleted when its time is over, which is recorded', async ({ app }) => {
    const own = as(app, await app.as('superadmin').token());
    const { body: old } = await own.keep();
    const { body: fresh } = await own.keep();
    await sql`update kept_report set keep_until = now() - interval '1 second' where id = ${old.id}`.execute(app.db);
    await deleteOldKept(app.deps);
    expect((await own.list()).items.map(({ id }) => id)).toEqual([fresh.id]);
    expect((await eventsAbout(app, old.id)).at(-1)).toMatchObject({
      action: 'kept_report.deleted',
      details: { reason: 'retention', sha256: old.sha256 },
    });
  });

  test('loses its file when a person in it is erased, keeps hash and rows, and others keep theirs', async ({ app }) => {
    const ids = await twoHolders(app);
    const own = as(app, await app.as('superadmin').token());
    const { body: both } = await own.keep();
    const without = await app.as('superadmin').call(keptReports.keep, {
      params: { report: 'failed_runs' },
      body: { format: 'csv', days_kept: 9 },
    });
    await app.db
      .updateTable('person')
      .set({ active: false, left_at: new Date() })
      .where('id', '=', ids['Ada Invented'] ?? '')
      .execute();
    await sql`delete from key`.execute(app.db);
    await sql`update recorded_person set active = false, deleted_at = now()`.execute(app.db);
    const erased = await app
      .as('superadmin')
      .send(privacy.erase, { params: { id: ids['Ada Invented'] ?? '' }, body: { reason: 'Asked for it' } as never });
    expect([erased.status, erased.text]).toEqual([200, erased.text]);
    const { items } = await own.list();
    const byId = new Map(items.map((one) => [one.id, one]));
    expect(byId.get(both.id)).toMatchObject({ sha256: both.sha256, rows: 2, erased_at: expect.any(String) });
    expect(byId.get(without.body.id)?.erased_at).toBeNull();
    expect((await own.file(both.id)).status).toBe(409);
    const { rows } = await sql<{ cells: string; content: Buffer | null }>`
      select cells, content from kept_report where id = ${both.id}`.execute(app.db);
    expect(rows).toEqual([{ cells: '', content: null }]);
  });
});
