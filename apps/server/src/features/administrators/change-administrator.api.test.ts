import { administrators, auth, cylinders } from '@key2xs/contract';
import { describe, inject } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { anAdministrator, eventsAbout } from '#test/factories/administrators';
import { aPlace } from '#test/factories/doors';

const reason = 'New duties';
const me = async (one: Awaited<ReturnType<typeof anAdministrator>>) => (await one.call(auth.me, {})).status;
const superAdmins = ({ db }: TestApp) =>
  db.selectFrom('admin').select('id').where('role', '=', 'superadmin').where('suspended_at', 'is', null).execute();

describe('PATCH /administrators/:id', () => {
  test('gives roles and a scope, ends the sessions at once and records both states', async ({ app }) => {
    const { call } = app.as('superadmin');
    const zoe = await anAdministrator(app, { functions: ['view_cylinders'] });
    const role = await anAdministrator(app, { functions: ['edit_plans', 'activate_plans', 'view_people'] });
    const role_id = (await call(administrators.get, { params: role })).body.roles[0]?.id ?? '';
    const place = await aPlace(app, { name: 'Site', type: 'site' });
    const body = { role_ids: [role_id], reason };
    const { body: whole } = await call(administrators.change, { params: zoe, body });
    expect(whole).toMatchObject({ separation_warnings: ['edits_and_activates_plans'], version: 2 });
    expect(await me(zoe)).toBe(401);
    const scope = { departments: ['  RADIOLOGY'], places: [place.id] };
    const { body: limited } = await call(administrators.change, {
      params: zoe,
      body: { scope, name: 'Zoe', mail_address: 'zoe@example.org', reason },
    });
    expect(limited).toMatchObject({
      functions: ['view_people'],
      scope: { departments: ['radiology'], places: [{ path: 'Site' }] },
      name: 'Zoe',
      mail_address: 'zoe@example.org',
      separation_warnings: [],
    });
    const [, second] = (await eventsAbout(app, zoe.id)).map(({ details }) => details);
    expect(second).toEqual({
      before: { name: null, mail_address: null, scope: null },
      after: {
        name: 'Zoe',
        mail_address: 'zoe@example.org',
        scope: { departments: ['radiology'], places: [place.id] },
      },
      reason,
    });
  });

  test('keeps sessions when only the name changes, and takes it of oneself', async ({ app }) => {
    const ada = await anAdministrator(app, { role: 'superadmin' });
    const { body } = await ada.call(administrators.change, { params: ada, body: { name: 'Ada' } });
    expect([body.name, await me(ada)]).toEqual(['Ada', 200]);
  });

  test('refuses own rights, missing reasons, other versions and what does not fit', async ({ app }) => {
    const { call } = app.as('superadmin');
    const ada = await anAdministrator(app, { role: 'superadmin' });
    const zoe = await anAdministrator(app, { functions: [] });
    const change = async (body: Parameters<typeof call<typeof administrators.change>>[1]['body'], params = zoe) => {
      const { status, problem } = await ada.call(administrators.change, { params, body });
      return [status, problem?.errors?.[0]?.path ?? problem?.code];
    };
    expect(await change({ role: 'subadmin', reason }, ada)).toEqual([403, 'forbidden']);
    expect(await change({ valid_until: '2100-01-01T00:00:00Z', reason }, ada)).toEqual([403, 'forbidden']);
    expect(await change({ role: 'superadmin' })).toEqual([422, 'reason']);
    const gone = crypto.randomUUID();
    expect(await change({ role_ids: [gone], reason })).toEqual([422, 'role_ids']);
    expect(await change({ scope: { departments: null, places: [gone] }, reason })).toEqual([422, 'scope']);
    const dates = { valid_from: '2030-01-02T00:00:00Z', valid_until: '2030-01-01T00:00:00Z' };
    expect(await change({ ...dates, reason })).toEqual([422, 'valid_until']);
    const scope = { departments: ['Ward'], places: null };
    expect(await change({ role: 'superadmin', scope, reason })).toEqual([422, 'scope']);
    const headers = { 'if-match': '"7"' };
    const stale = await ada.call(administrators.change, { params: zoe, body: { name: 'Z' } }, { headers });
    expect(stale.status).toBe(412);
    expect(await me(zoe)).toBe(200);
  });

  test('leaves a super admin without an end, even if an account ends', async ({ app }) => {
    const ada = await anAdministrator(app, { role: 'superadmin' });
    const bea = await anAdministrator(app, { role: 'superadmin', valid_until: '2100-01-01T00:00:00Z' });
    const statusOf = async (body: { role?: 'subadmin'; valid_until?: string }) =>
      (await bea.call(administrators.change, { params: ada, body: { ...body, reason } })).problem?.detail;
    const refusal = expect.stringContaining('super admin whose account has no end has to remain');
    expect(await statusOf({ role: 'subadmin' })).toEqual(refusal);
    expect(await statusOf({ valid_until: '2100-01-01T00:00:00Z' })).toEqual(refusal);
    const suspended = await bea.call(administrators.suspend, { params: ada, body: { reason } });
    expect([suspended.status, await me(ada)]).toEqual([409, 200]);
  });

  test('leaves one of two super admins who suspend or demote each other at the same moment', async ({ app }) => {
    for (let round = 0; round < 4; round++) {
      await app.db.deleteFrom('admin').execute();
      const ada = await anAdministrator(app, { role: 'superadmin' });
      const bea = await anAdministrator(app, { role: 'superadmin' });
      const answers = await Promise.all([
        ada.call(administrators.suspend, { params: bea, body: { reason } }),
        bea.call(administrators.change, { params: ada, body: { role: 'subadmin', reason } }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
      expect(await superAdmins(app)).toHaveLength(1);
    }
  });
});

describe('suspending', () => {
  test('lets no call that begins after the answer succeed, among 200 parallel ones', async ({ app }) => {
    const { call } = app.as('superadmin');
    const zoe = await anAdministrator(app, { functions: ['view_cylinders'] });
    let isAnswered = false;
    const late: number[] = [];
    const early: number[] = [];
    const caller = async () => {
      for (let n = 0; n < 10; n++) {
        const isLate = isAnswered;
        (isLate ? late : early).push((await zoe.call(cylinders.list, { query: {} })).status);
      }
    };
    const callers = Array.from({ length: 20 }, caller);
    await zoe.call(auth.me, {});
    expect((await call(administrators.suspend, { params: zoe, body: { reason } })).body.status).toBe('suspended');
    isAnswered = true;
    await Promise.all(callers);
    expect(early).toContain(200);
    for (let n = 0; n < 5; n++) late.push(await me(zoe));
    expect(new Set(late)).toEqual(new Set([401]));
    const again = await call(administrators.suspend, { params: zoe, body: { reason } });
    expect(again.status).toBe(409);
    expect((await call(administrators.resume, { params: zoe, body: { reason } })).body.status).toBe('active');
    expect(await me(zoe)).toBe(401);
    expect((await eventsAbout(app, zoe.id)).map(({ action, details }) => [action, details?.reason])).toEqual([
      ['admin.suspended', reason],
      ['admin.resumed', reason],
    ]);
  });

  test('is not for oneself, and ending sessions counts them', async ({ app }) => {
    const ada = await anAdministrator(app, { role: 'superadmin' });
    const zoe = await anAdministrator(app);
    expect((await ada.call(administrators.suspend, { params: ada, body: { reason } })).status).toBe(403);
    const { body } = await app.as('superadmin').call(administrators.endSessions, { params: zoe, body: { reason } });
    expect([body.ended, await me(zoe)]).toEqual([1, 401]);
  });
});

test('suspending, resuming and handing over take a fresh proof', async ({ app }) => {
  const { call, token } = app.as('superadmin');
  const [params, yan] = [await anAdministrator(app), await anAdministrator(app)];
  await token();
  await app.db
    .updateTable('session')
    .set({ proved_at: new Date(0) })
    .execute();
  const body = { reason };
  const answers = [
    await call(administrators.suspend, { params, body }),
    await call(administrators.resume, { params, body }),
    await call(administrators.handOver, { params, body: { ...body, to_id: yan.id } }),
  ];
  expect(answers.map(({ problem }) => problem?.code)).toEqual(answers.map(() => 'step_up_needed'));
});

test('second factors are removed with the sessions', async ({ app }) => {
  const { call } = app.as('superadmin');
  const zoe = await anAdministrator(app);
  const [created_at, last_step] = [new Date(), 0];
  await app.db
    .insertInto('totp_factor')
    .values({ admin_id: zoe.id, secret: Buffer.from('x'), last_step, created_at })
    .execute();
  expect((await call(administrators.get, { params: zoe })).body.second_factor).toBe('totp');
  const { body } = await call(administrators.resetSecondFactors, { params: zoe, body: { reason } });
  expect([body.second_factor, await me(zoe)]).toEqual(['none', 401]);
  expect((await call(administrators.resetSecondFactors, { params: zoe, body: { reason } })).status).toBe(409);
});

describe('a link for the password', () => {
  test('is answered once without a mail server, and opens the account', async ({ app }) => {
    const { call } = app.as('superadmin');
    const zoe = await anAdministrator(app, { username: 'zoe' });
    const { body } = await call(administrators.sendPasswordReset, { params: zoe });
    expect(body).toMatchObject({ mailed_to: null, mail_problem: null });
    const [base, token = ''] = (body.link ?? '').split('#');
    expect(base).toBe(`${app.url}/reset-password`);
    const new_password = 'another sentence of several words';
    const used = await app.as('anonymous').call(auth.resetPassword, { body: { token, new_password } });
    expect([used.body.username, await me(zoe)]).toEqual(['zoe', 401]);
    await call(administrators.suspend, { params: zoe, body: { reason } });
    expect((await call(administrators.sendPasswordReset, { params: zoe })).status).toBe(409);
  });

  type Ending = (call: ReturnType<TestApp['as']>['call'], params: { id: string }) => Promise<unknown>;
  const endings: Record<string, Ending> = {
    'the end of the sessions': (call, params) => call(administrators.endSessions, { params, body: { reason } }),
    'a suspension': async (call, params) => {
      await call(administrators.suspend, { params, body: { reason } });
      await call(administrators.resume, { params, body: { reason } });
    },
    'other rights': (call, params) =>
      call(administrators.change, { params, body: { valid_until: '2099-01-01T00:00:00Z', reason } }),
    'another mail address': (call, params) =>
      call(administrators.change, { params, body: { mail_address: 'later@example.org', reason } }),
  };
  for (const [name, end] of Object.entries(endings)) {
    test(`ends with ${name}`, async ({ app }) => {
      const { call } = app.as('superadmin');
      const zoe = await anAdministrator(app);
      await call(administrators.change, { params: zoe, body: { mail_address: 'before@example.org', reason } });
      const { body } = await call(administrators.sendPasswordReset, { params: zoe });
      await end(call, zoe);
      const used = { token: (body.link ?? '').split('#')[1] ?? '', new_password: 'another sentence of several words' };
      const { problem } = await app.as('anonymous').send(auth.resetPassword, { body: used });
      expect(problem?.code).toBe('link_expired');
    });
  }
});

test.runIf(inject('databaseTemplate').kind === 'server')('the lock holds between processes', async ({ app }) => {
  const ada = await anAdministrator(app, { role: 'superadmin' });
  const others = await Promise.all(Array.from({ length: 6 }, () => anAdministrator(app, { role: 'superadmin' })));
  const all = [ada, ...others];
  await Promise.all(
    all.map((one, at) => {
      const next = all[(at + 1) % all.length] ?? ada;
      return one.call(administrators.suspend, { params: next, body: { reason } });
    }),
  );
  expect((await superAdmins(app)).length).toBeGreaterThan(0);
});
