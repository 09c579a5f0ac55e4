import { maxWebhooks, webhooks } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';

const fields = {
  url: 'https://hooks.example/in?key=hush',
  description: 'Ticket system',
  events: ['sync.failed' as const],
  is_enabled: true,
};

const create = (app: TestApp, changed: Partial<typeof fields> = {}) =>
  app.as('superadmin').call(webhooks.create, { body: { ...fields, ...changed } });

describe('webhooks', () => {
  test('are added, changed, listed and deleted, with an audit event that has neither secret nor address', async ({
    app,
  }) => {
    const { call } = app.as('superadmin');
    const created = await create(app);
    expect(created.status).toBe(201);
    const { secret, ...webhook } = created.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await call(webhooks.list, {})).body.items).toEqual([webhook]);
    const body = { ...fields, url: 'https://other.example/', is_enabled: false };
    const changed = await call(webhooks.update, { params: { id: webhook.id }, body });
    expect(changed.body).toMatchObject({ url: 'https://other.example/', is_enabled: false, version: 2 });
    const rotated = await call(webhooks.rotateSecret, { params: { id: webhook.id } });
    expect(rotated.body.secret).not.toBe(secret);
    await call(webhooks.remove, { params: { id: webhook.id } });
    expect((await call(webhooks.get, { params: { id: webhook.id } })).status).toBe(404);
    const events = await app.db.selectFrom('audit_event').select(['action', 'details']).orderBy('id').execute();
    expect(events.map(({ action }) => action)).toEqual([
      'webhook.created',
      'webhook.updated',
      'webhook.secret_rotated',
      'webhook.deleted',
    ]);
    expect(JSON.stringify(events)).not.toMatch(/whsec_|hush/);
  });

  test('take another address only with a fresh proof, as events are sent there', async ({ app }) => {
    const { body } = await create(app);
    await app.db
      .updateTable('session')
      .set({ proved_at: new Date(0) })
      .execute();
    const changed = { params: { id: body.id }, body: { ...fields, url: 'https://other.example/' } };
    const { problem } = await app.as('superadmin').call(webhooks.update, changed);
    expect(problem?.code).toBe('step_up_needed');
  });

  test('store their secret sealed, and answer it once', async ({ app }) => {
    const { body } = await create(app);
    const rows = await app.db.selectFrom('webhook').selectAll().execute();
    const key = body.secret.slice('whsec_'.length);
    expect(rows.map(({ sealed }) => sealed.includes(key))).toEqual([false]);
    const { body: read } = await app.as('superadmin').call(webhooks.get, { params: { id: body.id } });
    expect(JSON.stringify(read)).not.toContain('whsec_');
  });

  test('refuse what was changed by someone else, other protocols, unknown events and more than may be', async ({
    app,
  }) => {
    const { call } = app.as('superadmin');
    const { body } = await create(app);
    const stale = { headers: { 'if-match': '"7"' } };
    expect((await call(webhooks.update, { params: { id: body.id }, body: fields }, stale)).status).toBe(412);
    expect((await call(webhooks.remove, { params: { id: body.id } }, stale)).status).toBe(412);
    for (const url of ['http://hooks.example', 'https://ada:secret@hooks.example', 'javascript:alert(1)']) {
      expect((await create(app, { url })).status, url).toBe(422);
    }
    expect((await create(app, { events: [] })).status).toBe(422);
    expect((await create(app, { events: ['webhook.test' as never] })).status).toBe(422);
    const { send } = app.as('superadmin');
    const many = Array.from({ length: maxWebhooks + 4 }, () => send(webhooks.create, { body: fields }));
    const statuses = (await Promise.all(many)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(maxWebhooks - 1).fill(201), ...Array(5).fill(409)]);
  });

  test('hide the deliveries of one from another', async ({ app }) => {
    const { call } = app.as('superadmin');
    const [one, other] = [(await create(app, { url: 'https://127.0.0.1' })).body, (await create(app)).body];
    const { body: sent } = await call(webhooks.sendTest, { params: { id: one.id } });
    const { body } = await call(webhooks.deliveries, { params: { id: other.id }, query: {} });
    expect(body).toMatchObject({ items: [], total: 0 });
    const params = { id: other.id, delivery_id: sent.id };
    expect((await call(webhooks.resend, { params })).status).toBe(404);
  });
});
