import { changeSets, overview } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aHouse, aRule, aWard, group, syncNow } from '#test/factories/key-plans';
import { asAnotherClient, disturb, refusal } from '#test/factories/key-systems';
import { createLiveStanding } from './live-standing';

const standing = async (app: TestApp) => {
  const { body } = await app.as('superadmin').call(overview.get, { query: {} });
  return body;
};
const needsBesideKeys = async (app: TestApp) => (await standing(app)).needs_you.filter(({ kind }) => kind !== 'keys');
const recorded = async (app: TestApp) => (await standing(app)).recorded;

describe('how a key system stands to the plans', () => {
  test('is behind from the moment a rule is written, and equal once it is synced', async ({ app }) => {
    const { source, plan, system } = await aHouse(app, [{ department: 'Ward' }, { department: 'Ward' }]);
    expect(await recorded(app)).toMatchObject({ state: 'never_read', writes: 0 });
    await syncNow(app);
    expect(await recorded(app)).toMatchObject({ state: 'equal', writes: 0 });
    await aRule(app, { plan, source, departments: ['Ward'], objects: [group(system.group('G-01').id)] });
    const doors = (await standing(app)).may_open.doors;
    expect(doors).toBeGreaterThan(0);
    expect(await recorded(app)).toMatchObject({
      state: 'behind',
      people_gaining: 2,
      rights_to_grant: 2 * doors,
      people_losing: 0,
      rights_to_withdraw: 0,
    });
    await syncNow(app);
    expect(await recorded(app)).toMatchObject({ state: 'equal', writes: 0, rights_to_grant: 0 });
  });

  test('says which rights may still open doors when people have left', async ({ app }) => {
    const { persons } = await aWard(app, 5);
    await syncNow(app);
    await leave(app, persons.slice(0, 2));
    const { rights } = (await standing(app)).may_open;
    expect(await recorded(app)).toMatchObject({
      state: 'behind',
      people_losing: 2,
      rights_to_withdraw: (rights / 3) * 2,
      people_gaining: 0,
    });
  });

  test('stays behind after a preview, a stopped sync and a refused one', async ({ app }) => {
    const { persons } = await aWard(app, 30);
    await syncNow(app);
    await leave(app, persons.slice(0, 20));
    expect(await syncNow(app, { dry_run: true })).toMatchObject({ result: { outcome: 'quarantined' } });
    expect(await recorded(app)).toMatchObject({ state: 'behind', people_losing: 20 });
    const { change_set_id } = await syncNow(app);
    expect(await recorded(app)).toMatchObject({ state: 'behind', people_losing: 20 });
    disturb(app, ({ method }) => (method === 'GET' ? undefined : refusal('Busy.')));
    const params = { id: change_set_id ?? '' };
    const { body } = await app.as('superadmin').call(changeSets.allowOnce, { params, body: { reason: 'They left' } });
    expect(await app.ended(body.task_id)).toMatchObject({ status: 'FAILURE' });
    expect(await recorded(app)).toMatchObject({ state: 'behind', people_losing: 20 });
  });

  test('counts what was changed there once it has been read, and not when the plan says the same', async ({ app }) => {
    const { persons, rule } = await aWard(app, 3);
    await syncNow(app);
    await asAnotherClient(app, (session) =>
      session.changeProfileMembers(rule.id, { add: [], remove: persons.slice(0, 1) }),
    );
    await syncNow(app, { dry_run: true });
    expect(await recorded(app)).toMatchObject({ state: 'behind', changed_there: 1, people_gaining: 1 });
    expect(await needsBesideKeys(app)).toMatchObject([{ kind: 'change_set' }, { kind: 'drift', count: 1 }]);
    await leave(app, persons.slice(0, 1));
    expect(await recorded(app)).toMatchObject({ changed_there: 0, rights_to_grant: 0, people_losing: 0 });
    expect(await needsBesideKeys(app)).toMatchObject([{ kind: 'change_set' }]);
  });

  test('counts names that differ, which change no doors', async ({ app }) => {
    const { persons } = await aWard(app, 2);
    await syncNow(app);
    await app.db
      .updateTable('person')
      .set({ email: 'new@acme.test' })
      .where('id', '=', persons[0] ?? '')
      .execute();
    expect(await recorded(app)).toMatchObject({ state: 'behind', writes: 1, people_gaining: 0, people_losing: 0 });
  });

  test('follows windows that begin without anybody writing anything', async ({ app }) => {
    const { source, plan, system } = await aHouse(app, [{ department: 'Ward' }]);
    await syncNow(app);
    const hour = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString();
    await aRule(app, {
      plan,
      source,
      departments: ['Ward'],
      objects: [group(system.group('G-01').id)],
      time_restrictions: [
        { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00', valid_from: hour(1), valid_until: null },
      ],
    });
    const { clock, standing: usual } = app.deps;
    let later = 0;
    app.deps.standing = createLiveStanding({ db: app.db, clock: () => new Date(clock().getTime() + later) });
    expect(await recorded(app)).toMatchObject({ state: 'equal' });
    later = 2 * 3_600_000;
    expect(await recorded(app)).toMatchObject({ state: 'behind', people_gaining: 1 });
    app.deps.standing = usual;
  });
});

const leave = ({ db }: TestApp, persons: readonly string[]) =>
  db.updateTable('person').set({ active: false }).where('id', 'in', persons).execute();
