import { type AuditEntry, audit, auth, invitations, locations, overview } from '@key2xs/contract';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { verifyNightly } from './verifications';

const ada = { username: 'ada', password: 'correct-horse-battery' };
const invite = (app: TestApp) => app.as('superadmin').call(invitations.invite, { body: { role: 'subadmin' } });

const list = async (app: TestApp, query: object = {}) => (await app.as('superadmin').call(audit.list, { query })).body;

const actionsOf = (items: AuditEntry[]) => items.map(({ action }) => action);

/** An installation with its first administrator, two invitations and a place that was changed. */
async function aLog(app: TestApp) {
  const { body } = await app.as('anonymous').call(auth.register, { body: ada });
  await invite(app);
  const made = await app.as('superadmin').call(locations.create, { body: { name: 'Annex', type: 'building' } });
  const { id } = made.body;
  await app.as('superadmin').call(locations.update, { params: { id }, body: { notes: 'Alarmed' } });
  await invite(app);
  return { ...body, placeId: id };
}

describe('the administration log', () => {
  test('has every action, newest first, with what it has changed', async ({ app }) => {
    const { placeId } = await aLog(app);
    const { items, next } = await list(app);
    expect(actionsOf(items)).toEqual([
      'admin.invited',
      'location.updated',
      'location.created',
      'admin.invited',
      'admin.registered',
    ]);
    expect(next).toBeNull();
    expect(items[1]).toMatchObject({
      actor_name: expect.stringMatching(/^superadmin/),
      target_type: 'location',
      target_id: placeId,
      target_name: 'Annex',
      changes: [{ field: 'notes', before: '', after: 'Alarmed' }],
    });
    expect(items[4]).toMatchObject({ target_name: 'ada' });
  });

  test('is read page by page, whatever is added meanwhile', async ({ app }) => {
    await aLog(app);
    const first = await list(app, { limit: 2 });
    await invite(app);
    const second = await list(app, { limit: 2, after: first.next });
    const third = await list(app, { limit: 2, after: second.next });
    expect(actionsOf([...first.items, ...second.items, ...third.items])).toEqual(
      actionsOf((await list(app)).items.slice(1)),
    );
    expect(third.next).toBeNull();
  });

  test('is filtered by who, what, when, target and text', async ({ app }) => {
    const { placeId } = await aLog(app);
    const { items } = await list(app);
    const [newest] = items;
    const found = async (query: object) => (await list(app, query)).items.length;
    expect(await found({ action: 'admin.invited' })).toBe(2);
    expect(await found({ target_type: 'location' })).toBe(2);
    expect(await found({ target_id: placeId })).toBe(2);
    expect(await found({ actor: newest?.actor_id })).toBe(4);
    expect(await found({ actor: 'nobody' })).toBe(items.filter(({ actor_id }) => actor_id === null).length);
    expect(await found({ search: 'ALARM' })).toBe(1);
    expect(await found({ from: newest?.at })).toBeGreaterThan(0);
    expect(await found({ before: items.at(-1)?.at })).toBe(0);
    expect(await found({ before: '2020-01-01T00:00:00Z' })).toBe(0);
  });

  test('is exported as it is filtered, and the export is in it', async ({ app }) => {
    await aLog(app);
    const { body } = await app.as('superadmin').call(audit.exportCsv, { query: { target_type: 'location' } });
    const lines = body.trim().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain('"{""notes"":""Alarmed""}"');
    expect((await list(app)).items[0]).toMatchObject({
      action: 'audit_log.exported',
      details: { target_type: 'location' },
    });
  });

  test('names everybody who has acted', async ({ app }) => {
    await aLog(app);
    const { body } = await app.as('superadmin').call(audit.actors, {});
    const { items } = await list(app);
    const acted = new Set(items.flatMap(({ actor_id }) => actor_id ?? []));
    expect(body.items.map(({ id }) => id).sort()).toEqual([...acted].sort());
    expect(body.items.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^superadmin/));
  });

  test('tells that the details of an entry were erased', async ({ app }) => {
    await aLog(app);
    await sql`update audit_event set details = null, details_salt = 'erased:1' where action = 'location.updated'`.execute(
      app.db,
    );
    expect((await list(app, { action: 'location.updated' })).items).toMatchObject([
      { is_erased: true, changes: [], details: {} },
    ]);
  });
});

describe('verifications', () => {
  test('are kept with their result, and recorded as an action', async ({ app }) => {
    await aLog(app);
    const { body } = await app.as('superadmin').call(audit.verifyNow, {});
    expect(body).toMatchObject({ ok: true, checked: 5, by: expect.stringMatching(/^superadmin/), problems: [] });
    expect((await app.as('superadmin').call(audit.verifications, {})).body.items).toEqual([body]);
    expect((await list(app)).items[0]).toMatchObject({ action: 'audit_log.verified', details: { ok: true } });
  });

  test('come back every night, and no sooner', async ({ app }) => {
    await aLog(app);
    await verifyNightly(app.deps);
    await verifyNightly(app.deps);
    await sql`update audit_event set actor_name = 'eve' where action = 'location.updated'`.execute(app.db);
    await sql`update audit_verification set at = at - interval '21 hours'`.execute(app.db);
    await verifyNightly(app.deps);
    const { body } = await app.as('superadmin').call(audit.verifications, {});
    expect(body.items).toMatchObject([
      { ok: false, by: null, problems: [{ seq: 4, kind: 'edited' }] },
      { ok: true, by: null },
    ]);
    const { audit_log, needs_you } = (await app.as('superadmin').call(overview.get, { query: {} })).body;
    expect(audit_log).toMatchObject({ ok: false });
    expect(needs_you).toMatchObject([{ kind: 'audit_log', problems: 1 }]);
  });
});
