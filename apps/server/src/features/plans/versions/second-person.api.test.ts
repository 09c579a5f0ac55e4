import { randomUUID } from 'node:crypto';
import { accessRules, auth, type Endpoint, type Input, invitations, keyPlans, planVersions } from '@key2xs/contract';
import { describe } from 'vitest';
import { startSession } from '#platform/sign-in/sessions';
import { expect, type TestApp, test } from '#test/app';
import { aHouse, aRule, group } from '#test/factories/key-plans';
import { send } from '#test/send';
import { pass, password } from '#test/sign-in';

const hour = 3_600_000;

/** Calls as an administrator of this id. */
async function actingAs(app: TestApp, id: string) {
  const { access_token: token } = await app.db.transaction().execute((tx) => startSession(tx, app.deps, id));
  const call = <E extends Endpoint>(endpoint: E, input: Input<E>) => send(app.url, endpoint, input, { token });
  return { id, call };
}

/** A super admin who has been there for a while. */
async function anAdmin(app: TestApp, username: string) {
  const id = randomUUID();
  const created_at = new Date(app.deps.clock().getTime() - 48 * hour);
  const row = {
    id,
    username,
    username_folded: username,
    password_hash: 'none',
    role: 'superadmin' as const,
    created_at,
  };
  await app.db.insertInto('admin').values(row).execute();
  return actingAs(app, id);
}

type Admin = Awaited<ReturnType<typeof anAdmin>>;

/** Registers with an invitation of another administrator. */
async function invitedBy(app: TestApp, inviter: Admin, username: string) {
  const { body } = await inviter.call(invitations.invite, { body: { role: 'superadmin' } });
  const { invitation_token } = body;
  const registered = await send(app.url, auth.register, { body: { username, password, invitation_token } });
  return actingAs(app, registered.body.id);
}

/** A plan whose changes a second person activates, with two rules in force, and two administrators. */
async function aGuardedPlan(app: TestApp) {
  const { plan, source, system } = await aHouse(app, [{ department: 'Ward' }, { department: 'Gate' }]);
  const objects = [group(system.group('G-01').id)];
  const ward = await aRule(app, { plan, source, name: 'Ward doors', departments: ['Ward'], objects });
  const gate = await aRule(app, { plan, source, name: 'Gate doors', departments: ['Gate'], objects });
  const [ada, ben] = [await anAdmin(app, 'ada'), await anAdmin(app, 'ben')];
  const settings = { takes_effect: 'on_activation', needs_second_person: true } as const;
  expect((await ada.call(keyPlans.update, { params: { id: plan }, body: settings })).status).toBe(200);
  const rename = ({ call }: Admin, { id }: { id: string }, name: string) =>
    call(accessRules.update, { params: { keyplan_id: plan, rule_id: id }, body: { name } });
  const activate = ({ call }: Admin) => call(planVersions.activate, { params: { keyplan_id: plan }, body: {} });
  const change = ({ call }: Admin, body: Input<typeof keyPlans.update>['body']) =>
    call(keyPlans.update, { params: { id: plan }, body });
  return { plan, ward, gate, ada, ben, rename, activate, change };
}

describe('the second person who activates', () => {
  test('is none of the editors of what is pending, not only the last', async ({ app }) => {
    const { ward, gate, ada, ben, rename, activate } = await aGuardedPlan(app);
    await rename(ada, ward, 'All doors');
    await rename(ben, gate, 'Gates');
    const ownEdits = { code: 'conflict', detail: expect.stringMatching(/^You edited changes of this draft\./) };
    expect(await activate(ada)).toMatchObject({ status: 409, problem: ownEdits });
    expect((await activate(ben)).status).toBe(409);
    expect((await activate(await anAdmin(app, 'cleo'))).status).toBe(200);
  });

  test('has not edited a change that another administrator edited after them', async ({ app }) => {
    const { ward, ada, ben, rename, activate } = await aGuardedPlan(app);
    await rename(ada, ward, 'All doors');
    await rename(ben, ward, 'All the doors');
    expect((await activate(ada)).status).toBe(409);
  });

  test('may have edited what was taken back or is in force by now', async ({ app }) => {
    const { ward, gate, ada, ben, rename, activate } = await aGuardedPlan(app);
    await rename(ada, ward, 'All doors');
    await rename(ada, ward, ward.name);
    await rename(ben, gate, 'Gates');
    expect((await activate(ada)).status).toBe(200);
    await rename(ada, gate, 'The gates');
    expect((await activate(ben)).status).toBe(200);
  });

  test('is no account that one of the editors invited within a day', async ({ app }) => {
    const { ward, ada, rename, activate } = await aGuardedPlan(app);
    await rename(ada, ward, 'All doors');
    const second = await invitedBy(app, ada, 'second');
    const third = await invitedBy(app, second, 'third');
    for (const account of [second, third]) {
      const { status, problem } = await activate(account);
      expect([status, problem?.detail]).toEqual([409, expect.stringContaining('24 hours')]);
    }
    pass(app, 23 * hour);
    expect((await activate(await actingAs(app, second.id))).status).toBe(409);
    pass(app, 2 * hour);
    expect((await activate(await actingAs(app, second.id))).status).toBe(200);
  });

  test('is no service account, for which a super admin who edited could have made a token', async ({ app }) => {
    const { ward, ada, ben, rename, activate } = await aGuardedPlan(app);
    const payroll = await anAdmin(app, 'payroll');
    await app.db.updateTable('admin').set({ is_service: true }).where('id', '=', payroll.id).execute();
    await rename(ada, ward, 'Ward');
    expect((await activate(payroll)).status).toBe(409);
    expect((await activate(ben)).status).toBe(200);
    await rename(payroll, ward, 'Wards');
    expect((await activate(ada)).status, 'who could have made its token').toBe(409);
  });

  test('is not the inviter of a new account that edited', async ({ app }) => {
    const { ward, ada, rename, activate } = await aGuardedPlan(app);
    await rename(await invitedBy(app, ada, 'second'), ward, 'All doors');
    expect((await activate(ada)).status).toBe(409);
  });
});

describe('to no longer require a second person', () => {
  test('takes a second person: one asks, another confirms', async ({ app }) => {
    const { ward, ada, ben, rename, activate, change } = await aGuardedPlan(app);
    await rename(ada, ward, 'All doors');
    const asked = await change(ada, { needs_second_person: false });
    expect(asked.body).toMatchObject({
      needs_second_person: true,
      second_person_removal: { requested_by: 'ada', requested_at: expect.any(String) },
    });
    expect((await change(ada, { needs_second_person: false })).body.needs_second_person).toBe(true);
    expect((await activate(ada)).status).toBe(409);
    const second = await invitedBy(app, ada, 'second');
    expect((await change(second, { needs_second_person: false })).body.needs_second_person).toBe(true);
    const confirmed = await change(ben, { needs_second_person: false });
    expect(confirmed.body).toMatchObject({ needs_second_person: false, second_person_removal: null });
    expect((await activate(ada)).status).toBe(200);
  });

  test('does not come with letting changes take effect at once', async ({ app }) => {
    const { ada, ben, change } = await aGuardedPlan(app);
    const body = { needs_second_person: false, takes_effect: 'at_once' } as const;
    expect(await change(ada, body)).toMatchObject({ status: 409, problem: { code: 'conflict' } });
    await change(ada, { needs_second_person: false });
    expect((await change(ben, body)).body).toMatchObject({ needs_second_person: false, takes_effect: 'at_once' });
  });

  test('has to be asked for again after seven days', async ({ app }) => {
    const { ada, ben, change } = await aGuardedPlan(app);
    await change(ada, { needs_second_person: false });
    pass(app, 7 * 24 * hour);
    const [adaAgain, benAgain] = [await actingAs(app, ada.id), await actingAs(app, ben.id)];
    expect((await change(benAgain, { needs_second_person: false })).body).toMatchObject({
      needs_second_person: true,
      second_person_removal: { requested_by: 'ben' },
    });
    expect((await change(adaAgain, { needs_second_person: false })).body.needs_second_person).toBe(false);
  });
});
