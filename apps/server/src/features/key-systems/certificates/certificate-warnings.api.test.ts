import { clientCertificates } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { infoOf } from '#test/factories/certificates';
import { aClientCertificate, aKeySystem } from '#test/factories/key-systems';

const dayMs = 24 * 60 * 60 * 1_000;

/** Info of a certificate that ends in so many days and an hour. */
const endingIn = ({ sandbox }: TestApp, days: number) => {
  const not_after = new Date(Date.now() + days * dayMs + dayMs / 24).toISOString();
  return infoOf(sandbox.client_certificate_bundle_pem, { not_after });
};

const list = async (app: TestApp, role: 'superadmin' | 'subadmin' = 'superadmin') =>
  (await app.as(role).call(clientCertificates.warnings, {})).body.items;

describe('GET /certificate-warnings', () => {
  test('warns at 60, 30, 14, 7 and 1 days and once it has ended, the most urgent first', async ({ app }) => {
    for (const days of [60, 7, -1, 61, 0, 30, 14, 59, 1, 8]) {
      await aKeySystem(app, { name: `In ${days}`, certificate: { info: endingIn(app, days) } });
    }
    const items = await list(app);
    expect(items.map(({ connection_name, days_left, threshold }) => [connection_name, days_left, threshold])).toEqual([
      ['In -1', -1, 0],
      ['In 0', 0, 1],
      ['In 1', 1, 1],
      ['In 7', 7, 7],
      ['In 8', 8, 14],
      ['In 14', 14, 14],
      ['In 30', 30, 30],
      ['In 59', 59, 60],
      ['In 60', 60, 60],
    ]);
    expect(items[0]).toMatchObject({ has_successor: false, seen: false });
  });

  test('leaves out what is inactive, and the standby', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const bundle = app.sandbox.second_client_certificate_bundle_pem;
    await aClientCertificate(app, id, { bundle, state: 'standby', info: endingIn(app, 3) });
    await aKeySystem(app, { is_active: false, certificate: { info: endingIn(app, 3) } });
    expect(await list(app)).toEqual([]);
  });

  test('tells whether a successor waits that is valid longer', async ({ app }) => {
    const { id } = await aKeySystem(app, { certificate: { info: endingIn(app, 20) } });
    const bundle = app.sandbox.second_client_certificate_bundle_pem;
    const standby = await aClientCertificate(app, id, { bundle, state: 'standby', info: endingIn(app, 19) });
    expect((await list(app))[0]?.has_successor).toBe(false);
    const info = endingIn(app, 400);
    await app.db.updateTable('client_certificate').set({ info }).where('id', '=', standby).execute();
    expect((await list(app))[0]?.has_successor).toBe(true);
    await app.as('superadmin').call(clientCertificates.activate, { params: { id, certificate_id: standby } });
    expect(await list(app)).toEqual([]);
  });
});

describe('POST /certificate-warnings/seen', () => {
  test('is remembered for the caller alone, and until it becomes more urgent', async ({ app }) => {
    await aKeySystem(app, { certificate: { info: endingIn(app, 20) } });
    const seen = async (role?: 'subadmin') => (await list(app, role)).map((warning) => warning.seen);
    const markSeen = () => app.as('superadmin').call(clientCertificates.markWarningsSeen, {});
    expect((await markSeen()).body).toEqual({ success: true });
    expect([await seen(), await seen('subadmin')]).toEqual([[true], [false]]);
    expect((await markSeen()).status).toBe(200);

    const end = (days: number) =>
      app.db
        .updateTable('client_certificate')
        .set({ info: endingIn(app, days) })
        .execute();
    await end(15);
    expect(await seen()).toEqual([true]);
    await end(14);
    expect(await seen()).toEqual([false]);
  });
});
