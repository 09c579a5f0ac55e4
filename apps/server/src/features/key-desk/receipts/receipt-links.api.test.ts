import { keyDesk, keyReceipts } from '@key2xs/contract';
import { onTestFinished } from 'vitest';
import { createMailer } from '#platform/mail/mailer';
import { expect, type TestApp, test } from '#test/app';
import { aConnection } from '#test/factories/iam';
import { aKeySystem } from '#test/factories/key-systems';
import { aKey } from '#test/factories/keys';
import { aPerson } from '#test/factories/people';
import { aMailServer } from '#test/mail-server';

const desk = (app: TestApp) => app.as('superadmin');
const visitor = (app: TestApp) => app.as('anonymous');

async function aServer(app: TestApp) {
  const server = await aMailServer();
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from: 'keys@city.test' });
  Object.assign(app.deps, { mailer });
  onTestFinished(() => void Object.assign(app.deps, { mailer: undefined }));
  const { config } = app.deps;
  Object.assign(app.deps, { config: { ...config, publicUrl: 'https://keys.test' } });
  onTestFinished(() => void Object.assign(app.deps, { config }));
  const token = (at: number) => {
    const text = server.mails[at]?.text.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
    return /https:\/\/keys\.test\/receipt-confirmation#([\w-]+)/.exec(text)?.[1] ?? '';
  };
  return { ...server, token };
}

/** Ada has a key, on a receipt that no one has signed yet. */
async function anUnsigned(app: TestApp, email: string | null = 'ada@city.test') {
  const { id: system } = await aKeySystem(app);
  const { id: source } = await aConnection(app);
  const { id: ada } = await aPerson(app, { connection_id: source, display_name: 'Ada Invented', email });
  const key = await aKey(app, system, { marking: 'K-1' });
  const keys = [{ id: key, due_at: null }];
  const { body: draft } = await desk(app).call(keyDesk.draftReceipt, {
    body: { kind: 'hand_out', person_id: ada, language: 'en', keys },
  });
  const { language, drafted_at, hash } = draft;
  const receipt = { language, drafted_at, hash };
  const { body } = await desk(app).call(keyDesk.handOut, {
    body: { person_id: ada, keys, receipt, reason: 'No plan yet.' },
  });
  const params = { id: body.receipt_id ?? '' };
  const summary = async () => (await desk(app).call(keyDesk.get, { params: { id: key } })).body.receipts[0];
  return { draft, params, summary };
}

test('a receipt waits for its link, and is confirmed by it once, without an account', async ({ app }) => {
  const server = await aServer(app);
  const { draft, params, summary } = await anUnsigned(app);
  expect(draft.link).toEqual({ mail_address: 'ada@city.test', problem: null });
  await desk(app).call(keyReceipts.sendLink, { params });
  expect(server.mails.map(({ to }) => to)).toEqual([['ada@city.test']]);
  expect(await summary()).toMatchObject({ signed: 'not_yet', link: { confirmed_at: null } });
  await desk(app).call(keyReceipts.sendLink, { params }); // the first link stops working
  const check = (token: string) => visitor(app).send(keyReceipts.checkLink, { body: { token } });
  const refused = await Promise.all(['nonsense', server.token(0)].map(check));
  expect(refused.map(({ status, problem }) => [status, problem?.code, problem?.detail])).toEqual([
    [410, 'link_expired', refused[0]?.problem?.detail],
    [410, 'link_expired', refused[0]?.problem?.detail],
  ]);
  const token = server.token(1);
  expect((await check(token)).body).toMatchObject({
    ...{ kind: 'hand_out', person_name: 'Ada Invented', hash: draft.hash, statement: draft.statement },
    lines: [{ marking: 'K-1' }],
  });
  const both = await Promise.all([1, 2].map(() => visitor(app).send(keyReceipts.confirm, { body: { token } })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
  expect((await check(token)).status).toBe(410);
  expect(await summary()).toMatchObject({ signed: 'by_link', link: { confirmed_at: expect.any(String) } });
  expect((await desk(app).send(keyReceipts.sendLink, { params })).status).toBe(409);
  const headers = { authorization: `Bearer ${await desk(app).token()}` };
  const pdf = await fetch(`${app.url}/api/v1/key-receipts/${params.id}/pdf`, { headers });
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
});

test('a link that is withdrawn or too old opens nothing, and the receipt can be signed otherwise', async ({ app }) => {
  const server = await aServer(app);
  const { params, summary } = await anUnsigned(app);
  await desk(app).call(keyReceipts.sendLink, { params });
  const confirm = (at: number) => visitor(app).send(keyReceipts.confirm, { body: { token: server.token(at) } });
  await app.db
    .updateTable('key_receipt_link')
    .set({ expires_at: new Date(0) })
    .execute();
  expect((await confirm(0)).status).toBe(410);
  await desk(app).call(keyReceipts.sendLink, { params });
  await desk(app).call(keyReceipts.withdrawLink, { params });
  expect((await confirm(1)).status).toBe(410);
  expect(await summary()).toMatchObject({ signed: 'not_yet', link: null });
  expect((await desk(app).send(keyReceipts.withdrawLink, { params })).status).toBe(409);
});

test('a link that cannot be mailed is refused in a sentence, and nothing waits for it', async ({ app }) => {
  const { draft, params, summary } = await anUnsigned(app);
  expect(draft.link.problem).toContain('KEY2XS_SMTP_URL');
  const without = await desk(app).send(keyReceipts.sendLink, { params });
  expect([without.status, without.problem?.detail]).toEqual([409, expect.stringContaining('KEY2XS_SMTP_URL')]);
  const server = await aServer(app);
  const { config } = app.deps;
  app.deps.config = { ...config, publicUrl: undefined };
  const homeless = await desk(app).send(keyReceipts.sendLink, { params });
  expect([homeless.problem?.detail, server.mails]).toEqual([expect.stringContaining('KEY2XS_PUBLIC_URL'), []]);
  app.deps.config = config;
  server.answers.push({ code: 550, words: 'No such mailbox' });
  const refused = await desk(app).send(keyReceipts.sendLink, { params });
  expect([refused.status, refused.problem?.detail]).toEqual([409, expect.stringContaining('550 No such mailbox')]);
  expect(await summary()).toMatchObject({ signed: 'not_yet', link: null });
  await app.db.updateTable('person').set({ email: null }).execute();
  const nowhere = await desk(app).send(keyReceipts.sendLink, { params });
  expect(nowhere.problem?.detail).toContain('no mail address');
});

test('tokens cannot be guessed at length from one network', async ({ app }) => {
  const server = await aServer(app);
  const { params } = await anUnsigned(app);
  await desk(app).call(keyReceipts.sendLink, { params });
  const visit = (token: string) => visitor(app).send(keyReceipts.checkLink, { body: { token } });
  for (let at = 0; at < 3; at++) expect((await visit(server.token(0))).status, 'not counted').toBe(200);
  for (let at = 0; at < 60; at++) expect((await visit('guess')).status).toBe(410);
  const { status, problem } = await visit('guess');
  expect([status, problem.detail]).toEqual([429, expect.stringContaining('links that open nothing')]);
});
