import {
  accessRules,
  draftEdits,
  type Input,
  keyDesk,
  keyPlans,
  keyRequestRules,
  keyRequests,
  noticeKinds,
  planVersions,
} from '@key2xs/contract';
import { describe } from 'vitest';
import { deliverEvents } from '#platform/events/deliver-events';
import { createMailer } from '#platform/mail/mailer';
import { expect, type TestApp, test } from '#test/app';
import { aSubAdmin } from '#test/factories/administrators';
import { aConnection } from '#test/factories/iam';
import { aKeyPlan } from '#test/factories/key-plans';
import { aKeySystem } from '#test/factories/key-systems';
import { aKey } from '#test/factories/keys';
import { aPerson } from '#test/factories/people';
import { aMailServer } from '#test/mail-server';
import { send } from '#test/send';
import { productEvents } from '../../product-events';
import { sendMails } from '../notifications/send-mails';
import { watchRequests } from './watch-requests';

const dayMs = 86_400_000;
const never = new AbortController().signal;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

/** A manager with one report, a place that the manager's colleague owns, and two keys in stock. */
async function aWard(app: TestApp, protection_class: number | null = null) {
  const { id: source } = await aConnection(app);
  const { id: system } = await aKeySystem(app);
  const manager = await aPerson(app, { connection_id: source, external_id: 'M-1', display_name: 'Mia Manager' });
  const owner = await aPerson(app, { connection_id: source, display_name: 'Olaf Owner' });
  const ada = await aPerson(app, {
    ...{ connection_id: source, display_name: 'Ada Invented', department: 'Ward 3', manager_ref: 'M-1' },
  });
  const place = app.deps.newId();
  await app.db
    .insertInto('location')
    .values({
      id: place,
      parent_id: null,
      parent_type: null,
      name: 'Pharmacy',
      type: 'building',
      protection_class,
      owner_person_id: owner.id,
    })
    .execute();
  const [one, two] = [await aKey(app, system, { marking: 'K-1' }), await aKey(app, system, { marking: 'K-2' })];
  return { source, system, ada: ada.id, manager: manager.id, owner: owner.id, place, one, two };
}

type Body = Input<typeof keyRequests.submit>['body'];

/** Someone who may only ask. */
async function aWardManager(app: TestApp) {
  const { token, id } = await aSubAdmin(app, { functions: ['request_keys'] });
  const ask = (body: Body) => send(app.url, keyRequests.submit, { body }, { token });
  return { id, token, ask };
}

const desk = (app: TestApp) => app.as('superadmin');
const newKey = ({ ada, place }: { ada: string; place: string }, more: Partial<Body> = {}): Body => ({
  ...{ kind: 'new_key', person_id: ada, place_id: place, reason: 'Works there now', ends_at: inDays(30) },
  ...more,
});

async function decide(app: TestApp, id: string, body: Input<typeof keyRequests.decide>['body']) {
  return desk(app).send(keyRequests.decide, { params: { id }, body });
}

describe('a request', () => {
  test('is agreed to step by step, prepared, handed out at the desk, and closed by the return', async ({ app }) => {
    const ward = await aWard(app);
    const { ask, token } = await aWardManager(app);
    const asked = await ask(newKey(ward));
    const id = asked.body.id;
    expect(asked.body).toMatchObject({
      state: 'in_approval',
      step: 1,
      steps: 2,
      step_kind: 'manager',
      is_own: true,
      risk: null,
    });
    expect(asked.body.approval).toMatchObject([
      { kind: 'manager', person: { id: ward.manager, name: 'Mia Manager' } },
      { kind: 'security', person: null },
    ]);
    expect((await decide(app, id, { decision: 'approve' })).problem.errors).toMatchObject([{ path: 'reason' }]);
    await decide(app, id, { decision: 'approve', reason: 'She told me on the phone' });
    const approved = await decide(app, id, {
      decision: 'approve_shorter',
      until: inDays(10),
      reason: 'Ten days will do',
    });
    expect(approved.body).toMatchObject({ state: 'approved', step: 2 });
    expect(approved.body.risk).toMatchObject({ keys_held: 0, hits: [] });
    await desk(app).call(keyRequests.reserve, { params: { id }, body: { key_id: ward.one } });
    const { body: ready } = await desk(app).call(keyRequests.ready, { params: { id } });
    expect(ready).toMatchObject({ state: 'ready_for_pickup', reserved_key: { marking: 'K-1' } });
    const give = { person_id: ward.ada, keys: [{ id: ward.one, due_at: inDays(9) }], reason: 'Asked for' };
    await desk(app).call(keyDesk.handOut, { body: give });
    await deliverEvents(app.deps, productEvents(app.deps), never);
    const read = async () => (await send(app.url, keyRequests.get, { params: { id } }, { token })).body;
    expect((await read()).state).toBe('handed_out');
    await desk(app).call(keyDesk.takeBack, { body: { keys: [{ id: ward.one }] } });
    await deliverEvents(app.deps, productEvents(app.deps), never);
    const closed = await read();
    expect(closed).toMatchObject({ state: 'closed', is_own: true });
    expect(closed.entries.map(({ happening }) => happening)).toEqual([
      'closed',
      'handed_out',
      'ready',
      'key_reserved',
      'approved_shorter',
      'approved',
      'submitted',
    ]);
  });

  test('is never decided by who has asked, nor twice by one where four eyes are needed', async ({ app }) => {
    const ward = await aWard(app, 4);
    const own = await desk(app).call(keyRequests.submit, { body: newKey(ward) });
    const refusal = await decide(app, own.body.id, { decision: 'approve', reason: 'Mine' });
    expect(refusal.problem.detail).toBe('No one decides their own request. Ask a colleague.');
    expect(own.body.approval.map(({ kind }) => kind)).toEqual(['manager', 'owner', 'security']);
    const { ask } = await aWardManager(app);
    const { id } = (await ask(newKey(ward))).body;
    await decide(app, id, { decision: 'approve', reason: 'In her place' });
    const second = await decide(app, id, { decision: 'approve', reason: 'In his place' });
    expect(second.problem.detail).toContain('Two different people decide here');
  });

  test('is asked back, answered, rejected, revoked and cancelled', async ({ app }) => {
    const ward = await aWard(app);
    const { ask, token } = await aWardManager(app);
    const { id } = (await ask(newKey(ward))).body;
    const mine = { params: { id } };
    await decide(app, id, { decision: 'ask_back', reason: 'Which rooms?' });
    expect((await decide(app, id, { decision: 'approve', reason: 'Still' })).problem.code).toBe('conflict');
    await send(app.url, keyRequests.answer, { ...mine, body: { note: 'All of them' } }, { token });
    expect((await decide(app, id, { decision: 'reject', reason: 'Too many' })).body.state).toBe('rejected');
    const { body: again } = await desk(app).call(keyRequests.revoke, { ...mine, body: { reason: 'Too early' } });
    expect(again).toMatchObject({ state: 'in_approval', step: 1 });
    const other = await aWardManager(app);
    const foreign = await send(
      app.url,
      keyRequests.cancel,
      { ...mine, body: { reason: 'Not mine' } },
      { token: other.token },
    );
    expect(foreign.status).toBe(404);
    const { body } = await send(app.url, keyRequests.cancel, { ...mine, body: { reason: 'Not needed' } }, { token });
    expect(body).toMatchObject({ state: 'cancelled', closed_at: expect.any(String) });
  });

  test('that waits too long is escalated and not approved; a key that is not picked up is free again', async ({
    app,
  }) => {
    const ward = await aWard(app);
    const { ask } = await aWardManager(app);
    const { id } = (await ask(newKey(ward))).body;
    const later = (days: number) => ({ ...app.deps, clock: () => new Date(Date.now() + days * dayMs) });
    await watchRequests(later(4));
    const { body: waiting } = await desk(app).call(keyRequests.get, { params: { id } });
    expect(waiting).toMatchObject({ state: 'in_approval', step: 1, is_escalated: true });
    expect(await watchRequests(later(4)), 'once').toBe(0);
    await decide(app, id, { decision: 'approve', reason: 'Phone' });
    await decide(app, id, { decision: 'approve' });
    await desk(app).call(keyRequests.reserve, { params: { id }, body: { key_id: ward.two } });
    await desk(app).call(keyRequests.ready, { params: { id } });
    await watchRequests(later(15));
    expect((await desk(app).call(keyRequests.get, { params: { id } })).body.state).toBe('expired');
    expect((await desk(app).call(keyDesk.get, { params: { id: ward.two } })).body.custody.state).toBe('in_stock');
  });

  test('is mailed to others who may decide and see the person, and its answer to who has asked', async ({ app }) => {
    const server = await aMailServer();
    const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from: 'Key2XS <key2xs@city.test>' });
    const deps = { ...app.deps, mailer, config: { ...app.deps.config, publicUrl: 'https://keys.test' } };
    const ward = await aWard(app);
    const { ask, id: asker } = await aWardManager(app);
    const near = await aSubAdmin(app, {
      functions: ['assign_keys'],
      scope: { departments: ['ward 3'], places: null },
    });
    const far = await aSubAdmin(app, { functions: ['assign_keys'], scope: { departments: ['ward 9'], places: null } });
    await app.db.insertInto('department_spelling').values({ spelling: 'Ward 3', folded: 'ward 3' }).execute();
    const named = { asker, near: near.id, far: far.id };
    for (const [name, admin_id] of Object.entries(named)) {
      const settings = { admin_id, mail_address: `${name}@city.test`, language: 'en' as const };
      await app.db
        .insertInto('notification_settings')
        .values({ ...settings, notices: [...noticeKinds] })
        .execute();
    }
    const work = async () => {
      server.mails.length = 0;
      await deliverEvents(deps, productEvents(deps), never);
      await sendMails(deps, never);
      return server.mails.map(({ to, head }) => [...to, /^Subject: (.*)$/m.exec(head)?.[1]?.trim()]);
    };
    const { id } = (await ask(newKey(ward))).body;
    expect(await work()).toEqual([['near@city.test', 'A request for keys is waiting for a decision']]);
    await decide(app, id, { decision: 'ask_back', reason: 'Which rooms?' });
    expect(await work()).toEqual([['asker@city.test', 'A question about your request for keys']]);
    expect(server.mails[0]?.text, 'names no one and no place').not.toMatch(/Ada|Pharmacy|Which rooms/);
  });

  test('says before it is asked for who decides, in place of whom, and how long is allowed', async ({ app }) => {
    const ward = await aWard(app, 3);
    const { body: rules } = await desk(app).call(keyRequestRules.get, {});
    const absence = { person_id: ward.manager, deputy_id: ward.owner, from: inDays(-1), until: inDays(1) };
    const body = {
      rules: [{ kinds: [], min_class: 3, min_days: null, steps: ['manager' as const], max_days: 20 }],
      ...{ step_hours: 24, pick_up_days: 7, absences: [absence] },
    };
    await desk(app).call(keyRequestRules.save, { body }, { headers: { 'if-match': `"${rules.version}"` } });
    const { body: preview } = await desk(app).call(keyRequests.preview, { body: newKey(ward) });
    expect(preview).toMatchObject({
      approval: [{ kind: 'manager', person: { name: 'Olaf Owner' }, stands_in: true }],
      ...{ max_days: 20, is_too_long: true, is_automatic: false, doors: 0 },
    });
    const { problem } = await desk(app).send(keyRequests.submit, { body: newKey(ward) });
    expect(problem.errors).toMatchObject([{ path: 'ends_at', message: 'At most 20 days can be asked for here.' }]);
    expect(
      (await desk(app).send(keyRequestRules.save, { body }, { headers: { 'if-match': `"${rules.version}"` } })).status,
    ).toBe(412);
  });
});

describe('more access', () => {
  const grantIn = (app: TestApp, id: string, keyplan_id: string) =>
    desk(app).send(keyRequests.grant, { params: { id }, body: { keyplan_id } });

  async function anApproved(app: TestApp, more: Partial<Body> = {}) {
    const ward = await aWard(app);
    const { ask } = await aWardManager(app);
    const { body } = await ask(newKey(ward, { kind: 'more_access', ...more }));
    const plan = (takes_effect: 'at_once' | 'on_activation') =>
      aKeyPlan(app, { sources: [ward.source], keySystems: [ward.system], takes_effect });
    expect((await grantIn(app, body.id, (await plan('at_once')).id)).status, 'not yet approved').toBe(409);
    await decide(app, body.id, { decision: 'approve', reason: 'Phone' });
    await decide(app, body.id, { decision: 'approve' });
    return { ward, id: body.id, ends: body.ends_at, plan };
  }

  test('is a rule in the draft of a plan, applied once that is in force, and ends by itself', async ({ app }) => {
    const { ward, id, ends, plan } = await anApproved(app);
    const { id: keyplan_id, name: plan_name } = await plan('on_activation');
    const { body: granted } = await grantIn(app, id, keyplan_id);
    expect(granted).toMatchObject({ state: 'approved', grant: { keyplan_id, plan_name, is_in_force: false } });
    expect((await grantIn(app, id, keyplan_id)).problem.detail).toContain('has a rule for this request already');
    const { body: rules } = await desk(app).call(accessRules.list, { params: { keyplan_id }, query: {} });
    const [rule] = rules.items;
    expect(rule?.subjects).toMatchObject([{ subject_type: 'user', subject_identifier: ward.ada }]);
    expect(rule?.objects).toMatchObject([{ object_type: 'location', object_identifier: ward.place }]);
    expect(rule?.time_restrictions).toMatchObject([{ days: [1, 2, 3, 4, 5, 6, 7], valid_until: ends }]);
    const { body: state } = await desk(app).call(keyPlans.get, { params: { id: keyplan_id } });
    const activated = await desk(app).send(
      planVersions.activate,
      { params: { keyplan_id }, body: { reason: 'New ward' } },
      { headers: { 'if-match': `"${state.version}"` } },
    );
    expect([activated.status, activated.problem?.detail]).toEqual([200, undefined]);
    await deliverEvents(app.deps, productEvents(app.deps), never);
    const read = async () => (await desk(app).call(keyRequests.get, { params: { id } })).body;
    expect(await read()).toMatchObject({ state: 'applied', grant: { is_in_force: true } });
    await watchRequests({ ...app.deps, clock: () => new Date(Date.now() + 31 * dayMs) });
    expect((await read()).state).toBe('closed');
  });

  test('that is given back early is taken out of the plan, unless its rule is for others too', async ({ app }) => {
    const { id, plan } = await anApproved(app);
    const { id: keyplan_id } = await plan('at_once');
    expect((await grantIn(app, id, keyplan_id)).body).toMatchObject({ state: 'applied', grant: { is_in_force: true } });
    const countRules = async () =>
      (await desk(app).call(accessRules.list, { params: { keyplan_id }, query: {} })).body.items;
    const [rule] = await countRules();
    const giveBack = () => desk(app).send(keyRequests.giveBack, { params: { id }, body: { reason: 'Done with it' } });
    const setTitle = (subjects: { subject_type: 'user' | 'job_title'; subject_identifier: string }[]) =>
      desk(app).call(draftEdits.apply, {
        params: { keyplan_id },
        body: { edits: [{ kind: 'change_rule', rule_id: rule?.id ?? '', rule: { subjects } }] },
      });
    const own = (rule?.subjects ?? []).map(({ subject_identifier }) => ({
      ...{ subject_type: 'user' as const, subject_identifier },
    }));
    await setTitle([...own, { subject_type: 'job_title', subject_identifier: 'Nurse' }]);
    expect((await giveBack()).problem.detail).toContain('now also gives access to others');
    await setTitle(own);
    expect((await giveBack()).body).toMatchObject({ state: 'applied', grant: null });
    expect(await countRules()).toEqual([]);
  });
});

test('names people, places and the keys of a person within the scope of who asks', async ({ app }) => {
  const ward = await aWard(app);
  const { token } = await aWardManager(app);
  const namesOf = async (query: Input<typeof keyRequests.choices>['query']) =>
    (await send(app.url, keyRequests.choices, { query }, { token })).body.items.map(({ name }) => name);
  expect(await namesOf({ what: 'people', search: 'INVENT' })).toEqual(['Ada Invented']);
  expect(await namesOf({ what: 'places', search: 'pharm' })).toEqual(['Pharmacy']);
  expect(await namesOf({ what: 'places', search: '%' })).toEqual([]);
  const give = { person_id: ward.ada, keys: [{ id: ward.one, due_at: null }], reason: 'No plan yet.' };
  await desk(app).call(keyDesk.handOut, { body: give });
  expect(await namesOf({ what: 'keys', person_id: ward.ada })).toEqual(['K-1']);
  const body = {
    kind: 'extension' as const,
    person_id: ward.ada,
    key_id: ward.two,
    ends_at: inDays(3),
    reason: 'Longer',
  };
  const refused = await desk(app).send(keyRequests.submit, { body });
  expect(refused.problem.errors).toMatchObject([{ path: 'key_id', message: 'This person does not have this key.' }]);
});
