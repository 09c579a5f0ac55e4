import { keyRequestLinks, keyRequestRules, keyRequestStates, keyRequests } from '@key2xs/contract';
import { nextRequestState } from '@key2xs/domain';
import { describe, onTestFinished } from 'vitest';
import { createMailer } from '#platform/mail/mailer';
import { expect, type TestApp, test } from '#test/app';
import { aSubAdmin, eventsAbout } from '#test/factories/administrators';
import { aConnection } from '#test/factories/iam';
import { aPerson } from '#test/factories/people';
import { aMailServer } from '#test/mail-server';
import { kindOfJob, runNow } from '#test/run-jobs';
import { send } from '#test/send';
import { runRequests } from './by-command/run-requests';
import { mailRequestLinkJob } from './request-links';

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

type Sent = { decision: (typeof decisions)[number]; version?: number; until?: string; reason?: string };
type Answer = { isDone: boolean; says: string };
type Door = (app: TestApp, by: { token: string; address: string }, id: string, sent: Sent) => Promise<Answer>;

const decisions = ['approve', 'approve_shorter', 'ask_back', 'reject'] as const;

/** The ways in which a decision comes to the product. A screen is a caller of the API; a mail decides nothing. */
const doors = {
  api: async (app, { token }, id, { version, ...body }) => {
    const headers: Record<string, string> = version === undefined ? {} : { 'if-match': `"${version}"` };
    const { status, problem } = await send(app.url, keyRequests.decide, { params: { id }, body }, { token, headers });
    return { isDone: status === 200, says: problem?.detail ?? '' };
  },
  command: async (app, { address }, id, { decision, version = 1, until, reason }) => {
    const args = ['decide', id, decision.replace('_', '-'), '--as', address, '--version', String(version)];
    const more = [...(until ? ['--until', until] : []), ...(reason ? ['--reason', reason] : [])];
    const { code, output } = await runRequests(app.deps, [...args, ...more]);
    return { isDone: code === 0, says: output };
  },
} satisfies Record<string, Door>;

async function anAdministratorOf(app: TestApp, address: string, functions = ['assign_keys'] as const) {
  const { id, username, token } = await aSubAdmin(app, { functions });
  await app.db
    .insertInto('notification_settings')
    .values({ admin_id: id, mail_address: address, language: 'en', notices: [] })
    .execute();
  return { id, username, token, address };
}

/** Someone asks for a key at a place whose manager and security agree; `put` brings the request into a state. */
async function aRequest(app: TestApp, protection_class: number | null = null) {
  const { id: source } = await aConnection(app);
  await aPerson(app, { connection_id: source, external_id: 'M-1', display_name: 'Mia Manager' });
  const ada = await aPerson(app, {
    ...{ connection_id: source, display_name: 'Ada Invented', manager_ref: 'M-1', email: 'ada@city.test' },
  });
  const place_id = app.deps.newId();
  const none = { parent_id: null, parent_type: null, owner_person_id: null };
  await app.db
    .insertInto('location')
    .values({ id: place_id, name: 'Pharmacy', type: 'building', protection_class, ...none })
    .execute();
  const asker = await anAdministratorOf(app, 'asker@city.test');
  const body = { kind: 'new_key' as const, person_id: ada.id, place_id, reason: 'Works there', ends_at: inDays(30) };
  const { id } = (await send(app.url, keyRequests.submit, { body }, { token: asker.token })).body;
  const put = async (state: (typeof keyRequestStates)[number]) => {
    const step = state === 'to_complete' ? 0 : 1;
    await app.db
      .updateTable('key_request')
      .set({ state, step, steps: step * 2, version: 1, granted_until: null, closed_at: null })
      .where('id', '=', id)
      .execute();
    const open = { decision: null, decided_by_id: null, decided_by: null, decided_at: null, reason: null };
    await app.db.updateTable('key_request_step').set(open).where('request_id', '=', id).execute();
  };
  return { id, asker, put };
}

const stateOf = async (app: TestApp, id: string) =>
  app.db.selectFrom('key_request').select(['state', 'step']).where('id', '=', id).executeTakeFirstOrThrow();

describe.each(Object.entries(doors))('by %s', (name, decideBy: Door) => {
  test('every state takes the decisions that it takes, and no other', async ({ app }) => {
    const { id, put } = await aRequest(app);
    const decider = await anAdministratorOf(app, 'decider@city.test');
    for (const is of keyRequestStates) {
      for (const decision of decisions) {
        await put(is);
        const steps = is === 'to_complete' ? { step: 0, steps: 0 } : { step: 1, steps: 2 };
        const next = nextRequestState({ is, ...steps }, { event: decision }, 'new_key');
        const until = decision === 'approve_shorter' ? { until: inDays(10) } : {};
        const answer = await decideBy(app, decider, id, { decision, reason: 'Seen', ...until });
        const wanted = 'state' in next && next.state.is !== 'draft' ? next.state : undefined;
        expect([is, decision, answer.isDone, await stateOf(app, id)]).toEqual([
          ...[is, decision, wanted !== undefined],
          wanted ? { state: wanted.is, step: wanted.step } : { state: is, step: steps.step },
        ]);
      }
    }
  });

  test('no one decides their own, twice, without the right or a reason, or what was changed since', async ({ app }) => {
    const { id, asker, put } = await aRequest(app, 4);
    const decider = await anAdministratorOf(app, 'decider@city.test');
    const own = await anAdministratorOf(app, 'ADA@city.test');
    const approve = (by: typeof decider, more: Partial<Sent> = {}) =>
      decideBy(app, by, id, { decision: 'approve', reason: 'Seen', ...more });
    expect((await approve(asker)).says).toContain('No one decides their own request.');
    expect((await approve(own)).says).toContain('No one decides their own request.');
    const asking = await aSubAdmin(app, { functions: ['request_keys'] });
    expect((await approve({ ...asking, address: asking.username })).isDone).toBe(false);
    expect((await approve(decider, { reason: undefined })).says).toContain('Say why.');
    expect((await approve(decider, { decision: 'approve_shorter', until: inDays(40) })).says).toContain(
      'Choose a time before the one that was asked for.',
    );
    expect((await approve(decider, { version: 7 })).says).toContain('Someone else changed this request.');
    expect(await stateOf(app, id)).toEqual({ state: 'in_approval', step: 1 });
    expect((await approve(decider)).isDone).toBe(true);
    expect((await approve(decider, { version: 2 })).says).toContain('Two different people decide here');
    await put('in_approval');
    await app.db.updateTable('admin').set({ suspended_at: new Date() }).where('id', '=', decider.id).execute();
    expect((await approve(decider)).isDone).toBe(false);
  });

  test('a decision says in the log who has made it, and how', async ({ app }) => {
    const { id } = await aRequest(app);
    const decider = await anAdministratorOf(app, 'decider@city.test');
    await decideBy(app, decider, id, { decision: 'reject', reason: 'Not there' });
    const { actor_name, details } = (await eventsAbout(app, id)).at(-1) ?? {};
    expect(details).toMatchObject({ decision: 'reject', reason: 'Not there', step: 1 });
    const how =
      name === 'command' ? [`${decider.username} (npm run requests)`, 'npm run requests'] : [decider.username];
    expect([
      actor_name,
      ...Object.entries(details ?? {}).flatMap(([of, by]) => (of === 'by_command' ? [by] : [])),
    ]).toEqual(how);
  });
});

/** The token of a link that is mailed to Ada, who has asked for the request by an earlier one. */
async function aMailedLink(app: TestApp, id: string): Promise<string> {
  const server = await aMailServer();
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from: 'keys@city.test' });
  const { config } = app.deps;
  Object.assign(app.deps, { mailer, config: { ...config, publicUrl: 'https://keys.test' } });
  onTestFinished(() => void Object.assign(app.deps, { mailer: undefined, config }));
  const { body: rules } = await app.as('superadmin').call(keyRequestRules.get, {});
  const { step_hours, pick_up_days } = rules;
  const body = { rules: rules.rules, step_hours, pick_up_days, absences: [], asks_by_mail: true };
  await app.as('superadmin').call(keyRequestRules.save, { body }, { headers: { 'if-match': `"${rules.version}"` } });
  await app.db.updateTable('key_request').set({ is_by_link: true, asked_by_id: null }).where('id', '=', id).execute();
  await app.as('anonymous').call(keyRequestLinks.ask, { body: { mail_address: 'ada@city.test' } });
  const mail = await app.db.selectFrom('key_request_link_mail').select('id').executeTakeFirstOrThrow();
  await runNow(app, kindOfJob(app, mailRequestLinkJob), mail.id);
  const text = server.mails[0]?.text.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
  return /request-keys#([\w-]+)/.exec(text)?.[1] ?? '';
}

type OwnDoor = (app: TestApp, token: string, id: string, event: (typeof ownEvents)[number]) => Promise<boolean>;

const ownEvents = ['answer', 'cancel'] as const;

/** The ways in which whoever has asked comes to the product: signed in, or by a mailed link. */
const ownDoors = {
  api: async (app, token, id, event) => {
    const params = { id };
    const { status } =
      event === 'answer'
        ? await send(app.url, keyRequests.answer, { params, body: { note: 'The big one' } }, { token })
        : await send(app.url, keyRequests.cancel, { params, body: { reason: 'Not needed' } }, { token });
    return status === 200;
  },
  link: async (app, token, request_id, event) => {
    const visitor = app.as('anonymous');
    const { status } =
      event === 'answer'
        ? await visitor.send(keyRequestLinks.answer, { body: { token, request_id, note: 'The big one' } })
        : await visitor.send(keyRequestLinks.cancel, { body: { token, request_id, reason: 'Not needed' } });
    return status === 200;
  },
} satisfies Record<string, OwnDoor>;

describe.each(Object.entries(ownDoors))('whoever has asked, by %s', (name, actBy: OwnDoor) => {
  test('answers and cancels in the states that take it, and in no other', async ({ app }) => {
    const { id, asker, put } = await aRequest(app);
    const token = name === 'link' ? await aMailedLink(app, id) : asker.token;
    const waiting = { to_complete: 0, in_approval: 1 };
    for (const is of keyRequestStates) {
      for (const event of ownEvents) {
        await put(is);
        const step = is === 'to_complete' ? 0 : 1;
        const next = nextRequestState({ is, step, steps: step * 2 }, { event }, 'new_key');
        const wanted = 'state' in next && next.state.is !== 'draft' ? next.state : undefined;
        const isDone = await actBy(app, token, id, event);
        expect([is, event, isDone, await stateOf(app, id)]).toEqual([
          ...[is, event, wanted !== undefined],
          wanted ? { state: wanted.is, step: wanted.step } : { state: is, step },
        ]);
      }
    }
    for (const [state, step] of Object.entries(waiting)) {
      await app.db
        .updateTable('key_request')
        .set({ state: 'needs_info', step, steps: step * 2 })
        .execute();
      expect([await actBy(app, token, id, 'answer'), await stateOf(app, id)]).toEqual([true, { state, step }]);
    }
  });

  test('says in the log who it was, and whether by a link', async ({ app }) => {
    const { id, asker } = await aRequest(app);
    const token = name === 'link' ? await aMailedLink(app, id) : asker.token;
    await actBy(app, token, id, 'cancel');
    const { actor_name, action, details } = (await eventsAbout(app, id)).at(-1) ?? {};
    expect([action, actor_name]).toEqual([
      'key_request.changed',
      name === 'link' ? 'a person without an account' : asker.username,
    ]);
    expect(details).toMatchObject({ event: 'cancel', reason: 'Not needed' });
  });
});

test('a mailed link decides nothing, in whatever state', async ({ app }) => {
  const { id, put } = await aRequest(app);
  const token = await aMailedLink(app, id);
  for (const is of keyRequestStates) {
    await put(is);
    for (const decision of decisions)
      expect((await doors.api(app, { token, address: '' }, id, { decision, reason: 'Seen' })).isDone).toBe(false);
    expect((await stateOf(app, id)).state).toBe(is);
  }
});

test('the command lists what waits, and shows a request with who may decide it and how', async ({ app }) => {
  const { id, asker, put } = await aRequest(app);
  const decider = await anAdministratorOf(app, 'decider@city.test');
  await anAdministratorOf(app, 'ada@city.test');
  const run = async (...args: string[]) => (await runRequests(app.deps, args)).output;
  expect(await run('list')).toMatch(
    new RegExp(`^${id}  new key: Ada Invented, Pharmacy, until \\S+; step 1 of 2;.*\n\n1 waiting`),
  );
  expect(await run('list', '--as', 'Decider@City.test')).toContain(id);
  expect(await run('list', '--as', asker.address)).toBe('No request waits for a decision.\n');
  const shown = await run('show', id);
  expect(shown).toContain('manager Mia Manager: waits until');
  expect(shown).toMatch(
    new RegExp(`^May decide +${decider.username}; they decide in place of Mia Manager, and say why$`, 'm'),
  );
  expect(shown).toContain(`npm run requests -- decide ${id} approve --as ${decider.username} --version 1`);
  await put('cancelled');
  expect(await run('list')).toBe('No request waits for a decision.\n');
  expect(await run('show', id)).toContain('It does not wait for a decision.');
});

test.for([
  [['show', 'no-id'], 1, 'This request'],
  [
    ['decide', '01980000-0000-7000-8000-000000000001', 'approve', '--as', 'both@city.test', '--version', '1'],
    1,
    'Several administrators have both@city.test. Name one by username: ',
  ],
  [
    ['decide', '01980000-0000-7000-8000-000000000001', 'approve', '--as', 'no@city.test', '--version', '1'],
    1,
    'No administrator has',
  ],
  [
    ['decide', '01980000-0000-7000-8000-000000000001', 'approve', '--as', 'no@city.test'],
    2,
    'Say which version you have read',
  ],
  [['decide', '01980000-0000-7000-8000-000000000001', 'agree', '--as', 'no@city.test'], 2, '"agree" is no decision'],
  [
    [
      'decide',
      '01980000-0000-7000-8000-000000000001',
      'approve_shorter',
      '--as',
      'a',
      '--version',
      '1',
      '--until',
      'soon',
    ],
    2,
    '--until soon is no day',
  ],
  [['list', '--of', 'x'], 2, 'Usage: npm run requests'],
  [[], 2, 'Say what to do.'],
] as const)('the command answers %j with %i', async ([args, code, says], { app }) => {
  await anAdministratorOf(app, 'both@city.test');
  await anAdministratorOf(app, 'Both@city.test ');
  const outcome = await runRequests(app.deps, args);
  expect(outcome.output).toContain(says);
  expect(outcome.code).toBe(code);
});
