import { privacy } from '@key2xs/contract';
import { sql } from 'kysely';
import { expect, type TestApp, test } from '#test/app';
import { aConnection } from '#test/factories/iam';
import { aKeySystem } from '#test/factories/key-systems';
import { aRecordedPerson } from '#test/factories/keys';
import { aPerson } from '#test/factories/people';
import { runNightly } from './retention';

const ago = (days: number) => new Date(Date.now() - days * 86_400_000);

/** Two who left long ago, one of them still in a key system, and one who left last week. */
async function leavers(app: TestApp) {
  const { id: connection_id } = await aConnection(app);
  const left = (display_name: string, days: number) =>
    aPerson(app, { connection_id, display_name, active: false, left_at: ago(days) });
  const gone = await left('Ada Made-Up', 400);
  const stored = await left('Bo Made-Up', 500);
  const recent = await left('Cy Made-Up', 7);
  const { id: system } = await aKeySystem(app);
  await aRecordedPerson(app, system, { identity: 'P-1', own: stored.id });
  return { gone: gone.id, stored: stored.id, recent: recent.id };
}

const erasedIds = async ({ db }: TestApp) =>
  (await db.selectFrom('person').select('id').where('erased_at', 'is not', null).execute()).map(({ id }) => id);

const switchedOn = { receipts_kept_days: 1_096, erase_leavers_after_days: 365 };

test('no one is erased automatically unless it is switched on', async ({ app }) => {
  await leavers(app);
  await runNightly(app.deps);
  expect(await erasedIds(app)).toEqual([]);
  const { body } = await app.as('superadmin').call(privacy.settings, {});
  expect(body).toMatchObject({
    erase_leavers_after_days: null,
    due: { leavers: 0, leavers_left_before: null },
    runs: [],
  });
});

test('a night erases who left long enough ago and has nothing in the way, once', async ({ app }) => {
  const { gone } = await leavers(app);
  const { call } = app.as('superadmin');
  const { body } = await call(privacy.save, { body: switchedOn });
  expect(body.due.leavers).toBe(2);
  await runNightly(app.deps);
  expect(await erasedIds(app)).toEqual([gone]);
  await runNightly(app.deps);
  const { body: after } = await call(privacy.settings, {});
  expect(after.runs).toMatchObject([{ by: null, erased: 1, blocked: 1, receipts: 0 }]);
  const recorded = await app.db
    .selectFrom('audit_event')
    .select(['action', 'actor_name'])
    .where('action', '=', 'person.erased')
    .execute();
  expect(recorded).toEqual([{ action: 'person.erased', actor_name: 'retention' }]);
});

test('a run by hand erases the same, and says by whom', async ({ app }) => {
  const { gone } = await leavers(app);
  const { call } = app.as('superadmin');
  await call(privacy.save, { body: switchedOn });
  const { body } = await call(privacy.runNow, {});
  expect(body.runs).toMatchObject([{ by: expect.any(String), erased: 1, blocked: 1 }]);
  expect(await erasedIds(app)).toEqual([gone]);
  await sql`update person set left_at = now() - interval '2 years' where erased_at is null`.execute(app.db);
  expect((await call(privacy.runNow, {})).body.runs[0]).toMatchObject({ erased: 1, blocked: 1 });
});

test('the list of fields has every part of the file, with where, what for, how long and who', async ({ app }) => {
  const { call } = app.as('superadmin');
  const { body } = await call(privacy.fields, {});
  expect(body.items).toContainEqual({
    ...{ part: 'receipts', part_title: 'Receipts', field: 'signed', field_title: 'Signed' },
    ...{ origin: 'Administrators, when keys are handled', purpose: 'To prove who had access, and who decided it' },
    ...{ kept: 'As long as receipts are kept', seen_by: 'Function “Assign keys”' },
  });
  const csv = await call(privacy.fieldsCsv, {});
  expect(csv.text.trim().split('\n')).toHaveLength(body.items.length + 1);
  expect((await call(privacy.fieldsPdf, {})).text).toMatch(/^%PDF/);
});
