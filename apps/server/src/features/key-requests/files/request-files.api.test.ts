import { keyRequestFiles, keyRequests, maxRequestFileBytes } from '@key2xs/contract';
import sharp from 'sharp';
import { deliverEvents } from '#platform/events/deliver-events';
import { createMailer } from '#platform/mail/mailer';
import { expect, type TestApp, test } from '#test/app';
import { aSubAdmin, eventsAbout } from '#test/factories/administrators';
import { aConnection } from '#test/factories/iam';
import { aPerson } from '#test/factories/people';
import { aMailServer } from '#test/mail-server';
import { send } from '#test/send';
import { productEvents } from '../../../product-events';
import { sendMails } from '../../notifications/send-mails';

const pdf = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF\n');
const drawn = () => sharp({ create: { width: 20, height: 10, channels: 3, background: '#d02020' } });

/** A request by someone who may only ask. */
async function aRequest(app: TestApp) {
  const { id: connection_id } = await aConnection(app);
  const ada = await aPerson(app, { connection_id, display_name: 'Ada Invented', department: 'Ward 3' });
  const place_id = app.deps.newId();
  const none = { parent_id: null, parent_type: null, owner_person_id: null, protection_class: null };
  await app.db
    .insertInto('location')
    .values({ id: place_id, name: 'Pharmacy', type: 'building', ...none })
    .execute();
  const asker = await aSubAdmin(app, { functions: ['request_keys'] });
  const body = { kind: 'new_key' as const, person_id: ada.id, place_id, reason: 'Works there' };
  const { id } = (await send(app.url, keyRequests.submit, { body }, { token: asker.token })).body;
  const by = (token: string) => ({
    add: (content: Buffer, name = 'order.pdf', headers: Record<string, string> = {}) =>
      send(
        app.url,
        keyRequestFiles.add,
        { params: { id }, body: { file: new File([new Uint8Array(content)], name) } },
        { token, headers },
      ),
    remove: (file_id: string) => send(app.url, keyRequestFiles.remove, { params: { id, file_id } }, { token }),
    get: () => send(app.url, keyRequests.get, { params: { id } }, { token }),
    download: (file_id: string) =>
      fetch(`${app.url}/api/v1/key-requests/${id}/files/${file_id}`, { headers: { authorization: `Bearer ${token}` } }),
  });
  const decide = (decision: 'approve' | 'reject') =>
    app.as('superadmin').call(keyRequests.decide, { params: { id }, body: { decision, reason: 'Seen' } });
  return { id, own: by(asker.token), by, decide, name: asker.username, person: ada.id };
}

test('a file is added and removed by who has asked, is seen by who decides, and the log says its name and size', async ({
  app,
}) => {
  const { id, own, by, name } = await aRequest(app);
  const { body: added } = await own.add(pdf, 'C:\\orders\\Auftrag\u202e 7.PDF');
  const [file] = added.files;
  expect(file).toMatchObject({ name: 'Auftrag 7.PDF', type: 'application/pdf', bytes: pdf.length, added_by: name });
  expect(added).toMatchObject({ can_add_files: true, can_remove_files: true, version: 2, state: 'in_approval' });
  const desk = by(await app.as('superadmin').token());
  expect((await desk.get()).body).toMatchObject({ files: [{ id: file?.id }], can_add_files: false });
  const saved = await desk.download(file?.id ?? '');
  expect(Buffer.from(await saved.arrayBuffer()).equals(pdf)).toBe(true);
  expect(Object.fromEntries(saved.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="Auftrag 7.PDF"',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  expect((await desk.add(pdf)).status, 'not its own').toBe(403);
  expect((await desk.remove(file?.id ?? '')).status).toBe(403);
  expect((await own.add(pdf, 'b.pdf', { 'if-match': '"1"' })).status).toBe(412);
  const { body: removed } = await own.remove(file?.id ?? '');
  expect(removed.files).toEqual([]);
  expect(removed.entries.map(({ happening, note }) => [happening, note])).toEqual([
    ['file_removed', 'Auftrag 7.PDF'],
    ['file_added', 'Auftrag 7.PDF'],
    ['submitted', 'Works there'],
  ]);
  const about = { file_id: file?.id, name: 'Auftrag 7.PDF', type: 'application/pdf', bytes: pdf.length };
  expect((await eventsAbout(app, id)).slice(1).map(({ action, details }) => [action, details])).toEqual([
    ['key_request.file_added', about],
    ['key_request.file_removed', about],
  ]);
});

test('a file is what its content says, and nothing that is also something else', async ({ app }) => {
  const { own } = await aRequest(app);
  const png = await drawn().png().toBuffer();
  const page = Buffer.from('<html><script>alert(1)</script></html>');
  const hostile: [Buffer, string, string][] = [
    [page, 'order.pdf', 'no PDF, PNG or JPEG'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'picture.png', 'no PDF, PNG or JPEG'],
    [Buffer.from('MZ'), 'order.jpg', 'no PDF, PNG or JPEG'],
    [Buffer.concat([pdf, page]), 'order.pdf', 'something else behind'],
    [Buffer.concat([png, page]), 'picture.png', 'something else behind'],
    [Buffer.concat([page, pdf]), 'order.pdf', 'no PDF, PNG or JPEG'],
    [png.subarray(0, 20), 'picture.png', 'damaged'],
    [Buffer.alloc(0), 'order.pdf', 'no PDF, PNG or JPEG'],
  ];
  for (const [content, name, why] of hostile) {
    const { status, problem } = await own.add(content, name);
    expect([name, status, problem.errors?.[0]]).toEqual([
      ...[name, 422],
      expect.objectContaining({ path: 'file', message: expect.stringContaining(why) }),
    ]);
  }
  const jpeg = await drawn().jpeg().toBuffer();
  const { body } = await own.add(jpeg, '../../etc/passwd"\r\nX-Evil: 1.html');
  const saved = await own.download(body.files[0]?.id ?? '');
  expect([saved.headers.get('content-type'), saved.headers.get('x-evil')]).toEqual(['image/jpeg', null]);
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment; filename="[^"]*\.html\.jpg"/);
});

test('a request has at most five files of at most five mebibytes', async ({ app }) => {
  const { own, by, id } = await aRequest(app);
  const ends = Buffer.from('%%EOF\n');
  const padded = (bytes: number) => Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length - ends.length), ends]);
  expect((await own.add(padded(maxRequestFileBytes + 1))).status).toBe(413);
  expect((await own.add(padded(maxRequestFileBytes))).status).toBe(200);
  for (let number = 2; number <= 5; number++) expect((await own.add(pdf)).status).toBe(200);
  const { status, problem } = await own.add(pdf);
  expect([status, problem.detail]).toEqual([409, 'A request has at most 5 files. Remove one first.']);
  // Together, too.
  const { body } = await own.get();
  await own.remove(body.files[0]?.id ?? '');
  const both = await Promise.all([own.add(pdf), own.add(pdf)]);
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
  expect((await by(await app.as('superadmin').token()).get()).body.files.length, id).toBe(5);
});

test('files stay once a step is decided, and nothing is added once all are', async ({ app }) => {
  const { own, decide, id } = await aRequest(app);
  const { body } = await own.add(pdf);
  const file = body.files[0]?.id ?? '';
  await app.db.updateTable('key_request').set({ steps: 2 }).where('id', '=', id).execute();
  const step = await app.db.selectFrom('key_request_step').selectAll().where('request_id', '=', id).execute();
  await app.db
    .insertInto('key_request_step')
    .values(step.slice(0, 1).map((one) => ({ ...one, position: step.length + 1 })))
    .onConflict((row) => row.doNothing())
    .execute();
  await decide('approve');
  expect((await own.remove(file)).problem.detail).toContain('Someone has decided a step by these files');
  expect((await own.get()).body).toMatchObject({ state: 'in_approval', can_add_files: true, can_remove_files: false });
  expect((await own.add(pdf)).status).toBe(200);
  await decide('reject');
  expect((await own.add(pdf)).problem.detail).toBe('This request is decided, so its files stay as they are.');
  expect((await own.download(file)).status).toBe(200);
});

test('files are unknown to who may not see the request, and gone with it', async ({ app }) => {
  const { own, by, id } = await aRequest(app);
  const { body } = await own.add(pdf);
  const file = body.files[0]?.id ?? '';
  const other = await aSubAdmin(app, { functions: ['request_keys'] });
  const far = await aSubAdmin(app, { functions: ['assign_keys'], scope: { departments: ['ward 9'], places: null } });
  for (const { token } of [other, far]) {
    const stranger = by(token);
    const tried = [(await stranger.download(file)).status, (await stranger.add(pdf)).status];
    expect([...tried, (await stranger.remove(file)).status]).toEqual([404, 404, 404]);
  }
  await app.db.deleteFrom('key_request').where('id', '=', id).execute();
  expect(await app.db.selectFrom('key_request_file').select('id').execute()).toEqual([]);
});

test('a mail about a request that waits is not held back by a file that is added meanwhile', async ({ app }) => {
  const { own } = await aRequest(app);
  const desk = await aSubAdmin(app, { functions: ['assign_keys'] });
  await app.db
    .insertInto('notification_settings')
    .values({ admin_id: desk.id, mail_address: 'desk@city.test', language: 'en', notices: ['key_request_waits'] })
    .execute();
  const server = await aMailServer();
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from: 'Key2XS <key2xs@city.test>' });
  const deps = { ...app.deps, mailer, config: { ...app.deps.config, publicUrl: 'https://keys.test' } };
  const never = new AbortController().signal;
  await deliverEvents(deps, productEvents(deps), never);
  await own.add(pdf);
  await sendMails(deps, never);
  expect(server.mails.map(({ to }) => to)).toEqual([['desk@city.test']]);
});
