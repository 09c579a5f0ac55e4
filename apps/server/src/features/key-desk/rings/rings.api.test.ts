import { type Input, keyDesk, keyRings } from '@key2xs/contract';
import { expect, type TestApp, test } from '#test/app';
import { aConnection } from '#test/factories/iam';
import { aKeySystem } from '#test/factories/key-systems';
import { aKey } from '#test/factories/keys';
import { aPerson } from '#test/factories/people';

const reason = 'No plan yet.';
const desk = (app: TestApp) => app.as('superadmin');

async function threeKeys(app: TestApp) {
  const { id: system } = await aKeySystem(app);
  const { id: source } = await aConnection(app);
  const ada = (await aPerson(app, { connection_id: source, display_name: 'Ada Invented' })).id;
  const [one, two, three] = [
    await aKey(app, system, { marking: 'K-1' }),
    await aKey(app, system, { marking: 'K-2' }),
    await aKey(app, system, { marking: 'K-3' }),
  ];
  const handOut = (ids: string[]) =>
    desk(app).call(keyDesk.handOut, {
      body: { person_id: ada, keys: ids.map((id) => ({ id, due_at: null })), reason },
    });
  return { ada, one, two, three, handOut };
}

const create = (app: TestApp, body: Input<typeof keyRings.create>['body']) => desk(app).send(keyRings.create, { body });
const rings = async (app: TestApp) => (await desk(app).call(keyRings.list, { query: {} })).body.items;

test('a ring is where its keys are, is offered by any of them, and changes only while it is together', async ({
  app,
}) => {
  const { one, two, three, handOut } = await threeKeys(app);
  const made = await create(app, { name: 'Night guard', keys: [two, one] });
  expect(made.body).toMatchObject({ state: 'in_stock', keys: [{ marking: 'K-1' }, { marking: 'K-2' }], version: 1 });
  expect((await create(app, { name: 'night GUARD', keys: [one, three] })).status).toBe(422);
  expect((await create(app, { name: 'Second', keys: [one, three] })).status).toBe(409);
  const { body: found } = await desk(app).call(keyRings.ofKeys, { body: { keys: [two, three] } });
  expect(found.rings).toMatchObject([{ name: 'Night guard', keys: [{ id: one }, { id: two }] }]);
  await handOut([one]);
  expect(await rings(app)).toMatchObject([{ state: 'incomplete', holder: null }]);
  const params = { id: made.body.id };
  const update = (body: Input<typeof keyRings.update>['body'], version: number) =>
    desk(app).send(keyRings.update, { params, body }, { headers: { 'if-match': `"${version}"` } });
  expect((await update({ name: 'Night guard', keys: [one, two, three] }, 1)).status).toBe(409);
  expect((await update({ name: 'Night', keys: [one, two] }, 1)).body).toMatchObject({ name: 'Night', version: 2 });
  await handOut([two]);
  expect(await rings(app)).toMatchObject([{ state: 'handed_out', holder: 'Ada Invented' }]);
  await handOut([three]);
  expect((await update({ name: 'Night', keys: [two, three] }, 1)).problem).toMatchObject({ code: 'version_conflict' });
  expect((await update({ name: 'Night', keys: [two, three] }, 2)).body).toMatchObject({
    ...{ state: 'handed_out', keys: [{ marking: 'K-2' }, { marking: 'K-3' }] },
  });
  await desk(app).call(keyRings.dissolve, { params });
  expect(await rings(app)).toEqual([]);
  expect((await desk(app).call(keyDesk.get, { params: { id: two } })).body.custody.state).toBe('handed_out');
});

test('of two who put one key on a ring at once, one succeeds', async ({ app }) => {
  const { one, two, three } = await threeKeys(app);
  const answers = await Promise.all([
    create(app, { name: 'First', keys: [one, two] }),
    create(app, { name: 'Second', keys: [two, three] }),
    create(app, { name: 'Third', keys: [three, two] }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});
