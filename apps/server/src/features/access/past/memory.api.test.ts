import { memory } from '@key2xs/contract';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { forgetPast } from './memory';

const day = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * day);

const change = (app: TestApp, retention_days: number) =>
  app.as('superadmin').call(memory.change, { body: { retention_days } });

const read = async (app: TestApp) => (await app.as('superadmin').call(memory.get, {})).body;

/** How many days ago the past begins. */
const reach = async (app: TestApp) => Math.round((Date.now() - Date.parse((await read(app)).kept_since)) / day);

/** A past that has been kept for five years, with values that ended so many days ago. */
async function aPast({ db }: TestApp, ended: readonly number[]): Promise<void> {
  await db
    .updateTable('memory')
    .set({ kept_since: daysAgo(1_800) })
    .execute();
  for (const days of ended) {
    await sql`insert into access_past (kind, record_id, content, born, until)
      values ('person', gen_random_uuid(), '{}', ${daysAgo(2_000)}, ${daysAgo(days)})`.execute(db);
  }
}

const listEnds = async ({ db }: TestApp) => {
  const rows = await db.selectFrom('access_past').select('until').orderBy('until').execute();
  return rows.map(({ until }) => Math.round((Date.now() - until.getTime()) / day));
};

describe('how long the past is kept', () => {
  test('is two years unless a super admin says otherwise, between a month and ten years', async ({ app }) => {
    expect((await read(app)).retention_days).toBe(730);
    const { status, body } = await change(app, 90);
    expect([status, body.retention_days]).toEqual([200, 90]);
    const { details } = await app.db
      .selectFrom('audit_event')
      .select('details')
      .where('action', '=', 'memory.updated')
      .executeTakeFirstOrThrow();
    expect(details).toEqual({ before: { retention_days: 730 }, after: { retention_days: 90 } });
    for (const days of [29, 3_651]) expect((await change(app, days)).problem.code).toBe('validation_failed');
    expect((await read(app)).retention_days).toBe(90);
  });

  test('is not longer than there has been a past', async ({ app }) => {
    await change(app, 3_650);
    expect(await reach(app)).toBe(0);
  });

  test('ends what is answered at once, and upkeep deletes it', async ({ app }) => {
    await aPast(app, [800, 700, 50]);
    expect(await reach(app)).toBe(730);
    await forgetPast(app.db);
    expect(await listEnds(app)).toEqual([700, 50]);
    await change(app, 60);
    expect(await reach(app)).toBe(60);
    expect(await listEnds(app)).toEqual([700, 50]);
    await forgetPast(app.db);
    expect(await listEnds(app)).toEqual([50]);
  });

  test('brings nothing back that was forgotten', async ({ app }) => {
    await aPast(app, []);
    await change(app, 60);
    await forgetPast(app.db);
    await change(app, 3_650);
    expect(await reach(app)).toBe(60);
  });

  test('may be put right before anything is deleted', async ({ app }) => {
    await aPast(app, [100]);
    await change(app, 60);
    await change(app, 600);
    expect([await reach(app), await listEnds(app)]).toEqual([600, [100]]);
  });
});
