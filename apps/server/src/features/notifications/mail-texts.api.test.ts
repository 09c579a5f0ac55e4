import { invitations, mailTextSettings, noticeKinds, notifications } from '@key2xs/contract';
import { wrongPlaceholders } from '@key2xs/texts';
import { onTestFinished } from 'vitest';
import { deliverEvents } from '#platform/events/deliver-events';
import { emit } from '#platform/events/event-kind';
import { createMailer } from '#platform/mail/mailer';
import { expect, type TestApp, test } from '#test/app';
import { aMailServer } from '#test/mail-server';
import { productEvents } from '../../product-events';
import { sourceFailing } from '../source-health/events';
import { sendMails } from './send-mails';

const admin = (app: TestApp) => app.as('superadmin');
const failing = { kind: 'source_failing', language: 'de' } as const;
const save = (app: TestApp, subject: string, text = 'Bitte prüfen: {{reason}}') =>
  admin(app).send(mailTextSettings.save, { params: failing, body: { subject, text } });

test('the text of the organisation is mailed in its language, and the product’s again after a reset', async ({
  app,
}) => {
  const server = await aMailServer();
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from: 'keys@city.test' });
  Object.assign(app.deps, { mailer });
  onTestFinished(() => void Object.assign(app.deps, { mailer: undefined }));
  const body = { mail_address: 'ada@city.test', language: 'de' as const, notices: [...noticeKinds] };
  await admin(app).call(notifications.save, { body });
  const mailed = async (name: string) => {
    await app.db.deleteFrom('mail_delivery').execute();
    const of = { connection_id: crypto.randomUUID(), connection_name: name, task_id: 'one' };
    await app.db.transaction().execute((tx) => emit(tx, sourceFailing, { ...of, reason: { code: 'mail.timedOut' } }));
    await deliverEvents(app.deps, productEvents(app.deps), new AbortController().signal);
    await sendMails(app.deps, new AbortController().signal);
    const { head = '', text = '' } = server.mails.at(-1) ?? {};
    return { subject: /^Subject: (.*)$/m.exec(head)?.[1], text: text.replaceAll('=\r\n', '') };
  };
  expect((await save(app, 'Quelle {{ name }} steht')).body).toMatchObject({ is_changed: true });
  // Braces of a foreign name are text.
  expect(await mailed('{{reason}}')).toEqual({
    subject: 'Quelle {{reason}} steht',
    text: expect.stringContaining('Bitte pr=C3=BCfen: Der Mailserver'),
  });
  const { body: reset } = await admin(app).call(mailTextSettings.reset, { params: failing });
  expect(reset).toMatchObject({ is_changed: false, subject: reset.of_product.subject });
  expect((await mailed('Rathaus')).subject).not.toContain('steht');
  const events = await app.db
    .selectFrom('audit_event')
    .select('action')
    .where('action', 'like', 'mail_text.%')
    .orderBy('id')
    .execute();
  expect(events.map(({ action }) => action)).toEqual(['mail_text.updated', 'mail_text.reset']);
});

test('a text names only what the mail knows, as the product’s own do', async ({ app }) => {
  for (const subject of ['{{doors}}', '{{name', 'name}}', '{{secret.value}}']) {
    const { status, problem } = await save(app, subject);
    expect([subject, status, problem?.errors?.[0]?.path]).toEqual([subject, 422, 'subject']);
    expect(problem?.errors?.[0]?.message).toContain('{{name}}, {{reason}}');
  }
  expect((await save(app, 'A', ' ')).status).toBe(422);
  const { items } = (await admin(app).call(mailTextSettings.list, {})).body;
  for (const { of_product, placeholders, is_changed } of items) {
    expect(is_changed).toBe(false);
    expect(wrongPlaceholders(of_product.subject + of_product.text, placeholders)).toEqual([]);
  }
});

test('mails with a link have the text of the organisation too, in the language of their sender', async ({ app }) => {
  const server = await aMailServer();
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from: 'keys@city.test' });
  const { config } = app.deps;
  Object.assign(app.deps, { mailer, config: { ...config, publicUrl: 'https://keys.test' } });
  onTestFinished(() => void Object.assign(app.deps, { mailer: undefined, config }));
  const params = { kind: 'invitation', language: 'en' } as const;
  const body = { subject: 'Welcome to the keys of the city', text: '{{by}} waits for you.' };
  await admin(app).call(mailTextSettings.save, { params, body });
  await admin(app).call(invitations.invite, { body: { role: 'superadmin', mail_address: 'zoe@city.test' } });
  const [{ head, text } = { head: '', text: '' }] = server.mails;
  expect(head).toContain('Subject: Welcome to the keys of the city');
  expect(text.replaceAll('=\r\n', '')).toMatch(/waits for you\.[\s\S]*https:\/\/keys\.test\/invitation#/);
});
