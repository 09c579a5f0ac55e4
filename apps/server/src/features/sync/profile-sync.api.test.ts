import { changeSets, profileSync } from '@key2xs/contract';
import { expect, type TestApp, test } from '#test/app';
import { aWard } from '#test/factories/key-plans';
import { aTask } from '#test/factories/tasks';

type Ward = Awaited<ReturnType<typeof aWard>>;

const paths = [
  {
    path: profileSync.ofProfile.path,
    ask: ({ profileId }: Ward, system: string) =>
      [profileSync.ofProfile, { profile_id: profileId, key_system_connection_id: system }] as const,
  },
  {
    path: profileSync.ofKeyPlan.path,
    ask: ({ plan }: Ward, system: string) =>
      [profileSync.ofKeyPlan, { keyplan_id: plan, key_system_connection_id: system }] as const,
  },
];

test.for(paths)('POST $path starts the sync of that key system and answers its task', async ({ ask }, { app }) => {
  const ward = await aWard(app, 2);
  const start = (headers = {}, body?: object) => {
    const [endpoint, params] = ask(ward, ward.system.id);
    return app.as('superadmin').call(endpoint, { params, body } as never, { headers }); // of either path
  };
  const { status, body } = await start();
  expect([status, body.kind, body.key_system_connection_id]).toEqual([202, 'key_system', ward.system.id]);
  const ended = await app.ended(body.task_id);
  expect(ended).toMatchObject({
    status: 'SUCCESS',
    result: { outcome: 'applied', counts: { profile_put: 1, person_create: 2, member_add: 2 } },
  });
  const { body: set } = await app.as('superadmin').call(changeSets.get, { params: { id: ended.change_set_id ?? '' } });
  expect(set).toMatchObject({ state: 'applied', kind: 'key_system' });
  const again = await start({}, {});
  expect((await app.ended(again.body.task_id)).result?.outcome).toBe('nothing_to_do');
  const events = await app.db
    .selectFrom('audit_event')
    .select('target_id')
    .where('action', '=', 'sync.started')
    .orderBy('id')
    .execute();
  expect(events.map(({ target_id }) => target_id)).toEqual([body.task_id, again.body.task_id]);
});

test.for(paths)('POST $path refuses a key system that is not linked, is inactive or is being synced', async ({ ask }, {
  app,
}) => {
  const ward = await aWard(app, 1);
  const { id: system } = ward.system;
  const start = () => {
    const [endpoint, params] = ask(ward, system);
    return app.as('superadmin').call(endpoint, { params } as never); // of either path
  };
  await setActive(app, system, false);
  expect((await start()).problem).toMatchObject({
    code: 'conflict',
    detail: `'${ward.system.name}' is inactive. Activate it first.`,
  });
  await setActive(app, system, true);
  const open = await aTask(app, { kind: 'key_system', key_system_connection_id: system });
  const { status, problem } = await start();
  expect([status, problem.code, problem.task_id]).toEqual([409, 'sync_in_progress', open.id]);
  await app.db.deleteFrom('key_plan_key_system').execute();
  const unlinked = await start();
  expect([unlinked.status, unlinked.problem.detail]).toEqual([
    404,
    'This key system is not linked to this key plan. Link them first.',
  ]);
});

async function setActive({ db }: TestApp, id: string, is_active: boolean): Promise<void> {
  await db.updateTable('key_system_connection').set({ is_active }).where('id', '=', id).execute();
}
