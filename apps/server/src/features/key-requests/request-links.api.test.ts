import {
  accessRules,
  draftEdits,
  type Input,
  keyDesk,
  keyRequestLinks,
  keyRequestRules,
  keyRequests,
} from '@key2xs/contract';
import { onTestFinished } from 'vitest';
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
import { kindOfJob, runNow } from '#test/run-jobs';
import { send } from '#test/send';
import { productEvents } from '../../product-events';
import { mailRequestLinkJob } from './request-links';
import { watchRequests } from './watch-requests';

const desk = (app: TestApp) => app.as('superadmin');
const visitor = (app: TestApp) => app.as('anonymous');
const never = new AbortController().signal;
const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

async function switchMails(app: TestApp, asks_by_mail: boolean) {
  const { body: stored } = await desk(app).call(keyRequestRules.get, {});
  const { rules, step_hours, pick_up_days } = stored;
  const body = { rules, step_hours, pick_up_days, absences: [], asks_by_mail };
  await desk(app).call(keyRequestRules.save, { body }, { headers: { 'if-match': `"${stored.version}"` } });
}

/** A mail server, people in a directory, and the rules that let them ask by mail. */
async function anOffice(app: TestApp) {
  const server = await aMailServer();
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from: 'keys@city.test' });
  const { config } = app.deps;
  Object.assign(app.deps, { mailer, config: { ...config, publicUrl: 'https://keys.test' } });
  onTestFinished(() => void Object.assign(app.deps, { mailer: undefined, config }));
  await switchMails(app, true);
  const [{ id: source }, { id: system }] = [await aConnection(app), await aKeySystem(app)];
  const person = (display_name: string, email: string, more: { active?: boolean } = {}) =>
    aPerson(app, { connection_id: source, display_name, email, ...more });
  const ada = await person('Ada Invented', 'Ada@city.test');
  const place = app.deps.newId();
  const none = { parent_id: null, parent_type: null, protection_class: null };
  await app.db
    .insertInto('location')
    .values({ id: place, name: 'Pharmacy', type: 'building', ...none })
    .execute();
  const textOf = (at: number) => server.mails.at(at)?.text.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
  const token = (at = -1) => /https:\/\/keys\.test\/request-keys#([\w-]+)/.exec(textOf(at))?.[1] ?? '';
  const work = async () => {
    await deliverEvents(app.deps, productEvents(app.deps), never);
    const waiting = await app.db.selectFrom('key_request_link_mail').select('id').orderBy('at').execute();
    for (const { id } of waiting) await runNow(app, kindOfJob(app, mailRequestLinkJob), id);
  };
  const askFor = async (mail_address: string) => {
    const answer = await visitor(app).send(keyRequestLinks.ask, { body: { mail_address } });
    await work();
    return answer;
  };
  return { server, source, system, person, ada: ada.id, place, textOf, token, work, askFor };
}

type Body = Omit<Input<typeof keyRequestLinks.submit>['body'], 'token'>;
const newKey: Body = { kind: 'new_key', place_words: 'the lab', reason: 'I work there now', ends_at: inDays(30) };

const submit = (app: TestApp, token: string, body: Body = newKey) =>
  visitor(app).send(keyRequestLinks.submit, { body: { ...body, token } });
const open = (app: TestApp, token: string) => visitor(app).send(keyRequestLinks.open, { body: { token } });
const budgets = (app: TestApp) => app.db.deleteFrom('sign_in_budget').execute();

test('a link is mailed to the one active person with an address, and every address is answered alike', async ({
  app,
}) => {
  const { person, askFor, server, textOf } = await anOffice(app);
  await person('Bo Made-Up', 'both@city.test');
  await person('Cy Made-Up', 'both@city.test ');
  await person('Di Made-Up', 'di@city.test', { active: false });
  const answers: unknown[] = [];
  for (const address of [' ada@CITY.test', 'nobody@city.test', 'both@city.test', 'di@city.test']) {
    const { status, body } = await askFor(address);
    answers.push([status, body]);
  }
  await switchMails(app, false);
  const { status, body } = await askFor('ada@city.test');
  answers.push([status, body]);
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['[200,{"success":true}]']));
  expect(server.mails.map(({ to }) => to)).toEqual([['Ada@city.test']]);
  expect(textOf(0)).not.toMatch(/Pharmacy|Invented/);
  expect((await visitor(app).call(keyRequestLinks.offer, {})).body).toEqual({ is_offered: false });
  const logged = await app.db
    .selectFrom('audit_event')
    .select(['action', 'details'])
    .where('action', 'like', 'key_request_link.%')
    .orderBy('id')
    .execute();
  expect(logged.filter(({ action }) => action === 'key_request_link.refused')).toMatchObject([
    { details: { because: 'several_people' } },
  ]);
  expect(JSON.stringify(logged)).not.toContain('city.test');
  expect(await app.db.selectFrom('key_request_link_mail').select('id').execute()).toEqual([]);
});

test('no more than three links an hour are mailed to an address, with the same answer', async ({ app }) => {
  const { askFor, server, token } = await anOffice(app);
  const statuses: number[] = [];
  for (let at = 0; at < 5; at++) statuses.push((await askFor('ada@city.test')).status);
  expect([statuses, server.mails.length]).toEqual([[200, 200, 200, 200, 200], 3]);
  expect([(await open(app, token(0))).status, (await open(app, token())).status]).toEqual([410, 200]);
  for (let at = 5; at < 20; at++) await askFor(`nobody-${at}@city.test`);
  expect((await askFor('ada@city.test')).status, 'of this network').toBe(429);
});

test('a person asks in own words, someone at the desk chooses the place, and the person follows it', async ({
  app,
}) => {
  const { askFor, token, work, place, server, textOf } = await anOffice(app);
  await askFor('ada@city.test');
  const { problem } = await submit(app, token(), { ...newKey, place_words: '' });
  expect(problem.errors).toMatchObject([{ path: 'place_words' }]);
  const { body: visit } = await submit(app, token());
  expect(visit).toMatchObject({ person_name: 'Ada Invented', keys: [] });
  expect(visit.requests).toMatchObject([{ state: 'to_complete', place_words: 'the lab', can_cancel: true }]);
  const id = visit.requests[0]?.id ?? '';
  const params = { id };
  const { body: listed } = await desk(app).call(keyRequests.list, { query: { tab: 'to_decide' } });
  expect(listed.items).toMatchObject([{ id, state: 'to_complete', is_by_link: true, can_decide: true, place: null }]);
  const approve = () => desk(app).send(keyRequests.decide, { params, body: { decision: 'approve', reason: 'Fine' } });
  expect((await approve()).status, 'without a place').toBe(409);
  await desk(app).call(keyRequests.decide, { params, body: { decision: 'ask_back', reason: 'Which lab?' } });
  await work();
  expect(server.mails.length).toBe(2);
  expect(textOf(-1)).not.toMatch(/the lab|Which|Invented/);
  expect((await open(app, token(0))).status, 'of the earlier mail').toBe(410);
  const asked = (await open(app, token())).body.requests[0];
  expect(asked).toMatchObject({ state: 'needs_info', question: 'Which lab?' });
  const note = { token: token(), request_id: id, note: 'The big one' };
  const { body: answered } = await visitor(app).call(keyRequestLinks.answer, { body: note });
  expect(answered.requests).toMatchObject([{ state: 'to_complete', question: null }]);
  const late = await desk(app).send(keyRequests.complete, { params, body: { place_id: place, until: inDays(40) } });
  expect(late.problem.errors).toMatchObject([{ path: 'until' }]);
  const { body: completed } = await desk(app).call(keyRequests.complete, {
    params,
    body: { place_id: place, until: inDays(20) },
  });
  expect(completed).toMatchObject({ state: 'in_approval', step: 1, place: { id: place }, place_words: 'the lab' });
  await approve();
  const { body: revoked } = await desk(app).call(keyRequests.revoke, { params, body: { reason: 'Once more' } });
  expect(revoked.granted_until, 'still as the rules want it').toBe(completed.granted_until);
  await approve();
  await approve();
  await work();
  const approved = (await open(app, token())).body.requests[0];
  expect(approved).toMatchObject({ state: 'approved', ends_at: completed.granted_until });
  expect(JSON.stringify(approved), 'no name of a place').not.toContain('Pharmacy');
  const cancel = { token: token(), request_id: id, reason: 'Not needed any more' };
  const { body: cancelled } = await visitor(app).call(keyRequestLinks.cancel, { body: cancel });
  expect(cancelled.requests).toMatchObject([{ state: 'cancelled', can_cancel: false }]);
});

test('a mail that does not leave ends no link, counts none, and is not tried again once it is refused', async ({
  app,
}) => {
  const { askFor, token, work, server } = await anOffice(app);
  await askFor('ada@city.test');
  const first = token();
  server.answers.push({ code: 451, words: 'Later, ada@city.test' });
  await expect(askFor('ada@city.test')).rejects.toThrow(/^The mail server has not taken the mail$/);
  expect((await open(app, first)).status).toBe(200);
  await work();
  const second = token();
  expect([(await open(app, first)).status, (await open(app, second)).status]).toEqual([410, 200]);
  server.answers.push({ code: 550, words: 'No such mailbox: ada@city.test' });
  await askFor('ada@city.test');
  expect((await open(app, second)).status).toBe(200);
  const { mails } = await app.db.selectFrom('key_request_link').select('mails').executeTakeFirstOrThrow();
  expect(mails).toBe(2);
  const logged = app.db.selectFrom('audit_event').select('details').where('action', '=', 'key_request_link.refused');
  expect(await logged.execute()).toEqual([{ details: { about: 'requested', because: 'mail_refused' } }]);
});

test('a mail about a request is not sent to an address that two people have', async ({ app }) => {
  const { askFor, token, work, server, person } = await anOffice(app);
  await askFor('ada@city.test');
  const { body } = await submit(app, token());
  await person('Bo Made-Up', 'ADA@city.test');
  const params = { id: body.requests[0]?.id ?? '' };
  await desk(app).call(keyRequests.decide, { params, body: { decision: 'ask_back', reason: 'Which lab?' } });
  await work();
  expect(server.mails).toHaveLength(1);
});

test('what was granted with others is not cancelled by a link, and names neither rule nor plan', async ({ app }) => {
  const { askFor, token, source, system, place, ada } = await anOffice(app);
  await askFor('ada@city.test');
  const { body } = await submit(app, token(), { ...newKey, kind: 'more_access' });
  const request_id = body.requests[0]?.id ?? '';
  const params = { id: request_id };
  await desk(app).call(keyRequests.complete, { params, body: { place_id: place } });
  const approve = { params, body: { decision: 'approve' as const, reason: 'Fine' } };
  await desk(app).call(keyRequests.decide, approve);
  await desk(app).call(keyRequests.decide, approve);
  const plan = await aKeyPlan(app, { sources: [source], keySystems: [system], takes_effect: 'on_activation' });
  await desk(app).call(keyRequests.grant, { params, body: { keyplan_id: plan.id } });
  const { body: rules } = await desk(app).call(accessRules.list, { params: { keyplan_id: plan.id }, query: {} });
  const rule_id = rules.items[0]?.id ?? '';
  const changeTo = (titles: string[]) => {
    const subjects = [
      { subject_type: 'user' as const, subject_identifier: ada },
      ...titles.map((subject_identifier) => ({ subject_type: 'job_title' as const, subject_identifier })),
    ];
    const edit = { kind: 'change_rule' as const, rule_id, rule: { subjects } };
    return desk(app).call(draftEdits.apply, { params: { keyplan_id: plan.id }, body: { edits: [edit] } });
  };
  const cancel = () =>
    visitor(app).send(keyRequestLinks.cancel, { body: { token: token(), request_id, reason: 'Not needed' } });
  await changeTo(['Nurse']);
  const { status, problem } = await cancel();
  expect([status, problem.detail]).toEqual([
    409,
    'What was prepared for this request cannot be taken back here. Ask your key desk.',
  ]);
  await changeTo([]);
  expect((await cancel()).body.requests).toMatchObject([{ state: 'cancelled' }]);
});

test('what is about an own key waits for a decision at once, and keys and requests of others are unknown', async ({
  app,
}) => {
  const { askFor, token, person, ada, system, place } = await anOffice(app);
  const bo = await person('Bo Made-Up', 'bo@city.test');
  const [own, foreign] = [await aKey(app, system, { marking: 'K-1' }), await aKey(app, system, { marking: 'K-2' })];
  const give = (person_id: string, id: string) =>
    desk(app).call(keyDesk.handOut, { body: { person_id, keys: [{ id, due_at: null }], reason: 'No plan yet.' } });
  await give(ada, own);
  await give(bo.id, foreign);
  await askFor('ada@city.test');
  const adas = token();
  await askFor('bo@city.test');
  const bos = token();
  const extension: Body = { kind: 'extension', reason: 'Longer, please', ends_at: inDays(9) };
  const refusal = async (key_id: string) => (await submit(app, adas, { ...extension, key_id })).problem.errors;
  expect(await refusal(foreign)).toEqual(await refusal(app.deps.newId()));
  const { body: visit } = await submit(app, adas, { ...extension, key_id: own });
  expect(visit.keys).toMatchObject([{ id: own, marking: 'K-1' }]);
  expect(visit.requests).toMatchObject([{ state: 'in_approval', key_marking: 'K-1' }]);
  const body = { kind: 'new_key' as const, person_id: bo.id, place_id: place, reason: 'Not by a link' };
  const { body: byDesk } = await desk(app).call(keyRequests.submit, { body });
  expect((await open(app, bos)).body.requests).toEqual([]);
  for (const request_id of [visit.requests[0]?.id ?? '', byDesk.id, app.deps.newId()]) {
    const act = { token: bos, request_id };
    const tried = [
      await visitor(app).send(keyRequestLinks.cancel, { body: { ...act, reason: 'Not mine' } }),
      await visitor(app).send(keyRequestLinks.answer, { body: { ...act, note: 'Not mine' } }),
    ];
    expect(tried.map(({ status }) => status)).toEqual([404, 404]);
  }
});

test('whatever opens nothing is refused with the same bytes and counted', async ({ app }) => {
  const { askFor, token, ada } = await anOffice(app);
  await askFor('ada@city.test');
  const good = token();
  const bytes = async (one: string) => {
    const { status, problem } = await open(app, one);
    return JSON.stringify([status, { ...problem, request_id: undefined, instance: undefined }]);
  };
  const seen = new Set([await bytes(`${good}x`), await bytes(good.slice(1)), await bytes('')]);
  await app.db.updateTable('key_request_link').set({ expires_at: new Date() }).execute();
  seen.add(await bytes(good));
  await app.db
    .updateTable('key_request_link')
    .set({ expires_at: new Date(Date.now() + dayMs) })
    .execute();
  expect((await open(app, good)).status).toBe(200);
  await app.db.updateTable('person').set({ active: false }).where('id', '=', ada).execute();
  seen.add(await bytes(good));
  await app.db.updateTable('person').set({ active: true }).where('id', '=', ada).execute();
  await switchMails(app, false);
  seen.add(await bytes(good));
  expect([seen.size, [...seen][0]]).toEqual([1, expect.stringContaining('link_expired')]);
  await budgets(app);
  const random: string[] = [];
  while (random.length < 1_000) {
    random.push(...(await Promise.all(Array.from({ length: 25 }, () => bytes(app.deps.newId())))));
  }
  const refused = random.filter((one) => one === [...seen][0]).length;
  expect([refused, random.filter((one) => one.includes('too_many_attempts')).length]).toEqual([60, 940]);
});

test('an administrator with the mail address of the person decides none of their requests', async ({ app }) => {
  const { askFor, token, place } = await anOffice(app);
  await askFor('ada@city.test');
  const { body } = await submit(app, token());
  const params = { id: body.requests[0]?.id ?? '' };
  const { token: session, id: admin_id } = await aSubAdmin(app, { functions: ['assign_keys'] });
  await app.db
    .insertInto('notification_settings')
    .values({ admin_id, mail_address: 'ADA@city.test', language: 'en', notices: [] })
    .execute();
  const own = await send(app.url, keyRequests.get, { params }, { token: session });
  expect(own.body.can_decide).toBe(false);
  const complete = { params, body: { place_id: place } };
  const refused = await send(app.url, keyRequests.complete, complete, { token: session });
  expect(refused.problem.detail).toBe('No one decides their own request. Ask a colleague.');
  await desk(app).call(keyRequests.complete, complete);
  const reject = { params, body: { decision: 'reject' as const, reason: 'Mine' } };
  expect((await send(app.url, keyRequests.decide, reject, { token: session })).status).toBe(409);
});

test('a request that waits too long for its place is escalated once, and anew after an answer', async ({ app }) => {
  const { askFor, token } = await anOffice(app);
  await askFor('ada@city.test');
  const { body } = await submit(app, token());
  const params = { id: body.requests[0]?.id ?? '' };
  const inDays = (days: number) => ({ ...app.deps, clock: () => new Date(Date.now() + days * dayMs) });
  const look = async () => {
    const { body: one } = await desk(app).call(keyRequests.get, { params });
    return [one.state, one.is_escalated];
  };
  expect([await watchRequests(inDays(2)), ...(await look())]).toEqual([0, 'to_complete', false]);
  expect([await watchRequests(inDays(4)), ...(await look())]).toEqual([1, 'to_complete', true]);
  expect(await watchRequests(inDays(4)), 'once').toBe(0);
  expect((await desk(app).call(keyRequests.counts, {})).body).toMatchObject({ to_decide: 1, escalated: 1 });
  await desk(app).call(keyRequests.decide, { params, body: { decision: 'ask_back', reason: 'Which lab?' } });
  const note = { token: token(), request_id: params.id, note: 'The big one' };
  await visitor(app).call(keyRequestLinks.answer, { body: note });
  expect(await look()).toEqual(['to_complete', false]);
  expect([await watchRequests(inDays(4)), ...(await look())]).toEqual([1, 'to_complete', true]);
});
