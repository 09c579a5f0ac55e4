import { sql } from 'kysely';
import { beforeAll } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { addPager, aPager, readIn } from '#test/factories/called-sources';
import { calledPerson } from '#test/pager';
import { forgetGone } from './forget-gone';

beforeAll(addPager);

const replicasOf = async ({ db }: TestApp) => {
  const rows = await db.selectFrom('source_person').select('external_id').orderBy('external_id').execute();
  return rows.map(({ external_id }) => external_id);
};
const goneFor = ({ db }: TestApp, days: number) =>
  sql`update source_person set gone_at = now() - make_interval(days => ${days}) where gone is not null`.execute(db);

test('the replica of a person is deleted a month after they are gone, and once they are forgotten', async ({ app }) => {
  const { id, pager } = await aPager(app);
  const people = Array.from({ length: 15 }, (_, at) => calledPerson(`p${at}`));
  pager.full = [{ people, groups: [{ id: 'g1', name: 'Nurses', joined: ['p1', 'p2'], left: [] }] }];
  await readIn(app, id);
  pager.tell({
    people: [
      { id: 'p1', gone: 'for_good' },
      { id: 'p2', gone: 'restorable' },
    ],
  });
  await readIn(app, id);
  await goneFor(app, 29);
  await forgetGone(app.db);
  expect(await replicasOf(app)).toHaveLength(15);
  await goneFor(app, 31);
  await forgetGone(app.db); // p2 has days of grace
  expect(await replicasOf(app)).toHaveLength(14);
  expect(await replicasOf(app)).not.toContain('p1');
  const member = await app.db.selectFrom('source_member').select('person_id').execute();
  expect(member).toEqual([{ person_id: 'p2' }]);
  await sql`update person set forgotten_after = now() - interval '1 minute' where external_id = 'p2'`.execute(app.db);
  await forgetGone(app.db);
  expect(await replicasOf(app)).toHaveLength(13);
  expect(await replicasOf(app)).not.toContain('p2');
  pager.tell({ people: [calledPerson('p1'), calledPerson('p2'), { id: 'p3', gone: 'for_good' }, calledPerson('p3')] });
  const { result } = await readIn(app, id);
  expect(result?.counts).toMatchObject({ conflict: 3, joiner: 0, leaver: 1, unchanged: 12 });
});

test('it stays until the person has left in the product, and is deleted for people who were never imported', async ({
  app,
}) => {
  const { id, pager } = await aPager(app);
  pager.full = [{ people: Array.from({ length: 30 }, (_, at) => calledPerson(`p${at}`)) }];
  await readIn(app, id);
  pager.tell({ people: pager.full[0]?.people?.slice(0, 20).map(({ id }) => ({ id, gone: 'for_good' })) ?? [] });
  expect((await readIn(app, id)).result).toMatchObject({ outcome: 'quarantined' });
  await goneFor(app, 100);
  await forgetGone(app.db);
  expect(await replicasOf(app)).toHaveLength(30);
  await app.db.deleteFrom('person').execute();
  await forgetGone(app.db);
  expect(await replicasOf(app)).toHaveLength(10);
});
