import { clientCertificates } from '@key2xs/contract';
import { DriverError } from '@key2xs/drivers';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { describe } from 'vitest';
import { asProduct } from '#platform/visible-to';
import { expect, type TestApp, test } from '#test/app';
import { aClientCertificate, aKeySystem, disturb } from '#test/factories/key-systems';
import { getKeySystem, withSession } from './service';

/** Asks the key system what it is, within that time. */
async function ask({ deps }: TestApp, id: string, withinMs = 10_000) {
  const run = { deps, signal: AbortSignal.timeout(withinMs) };
  return withSession(run, await getKeySystem(asProduct(deps.db), id), (session) => session.probe());
}

/** The next call is refused, later ones are answered. */
async function disturbedOnce(app: TestApp, id: string): Promise<void> {
  let isRefused = false;
  disturb(app, () => {
    if (isRefused) return undefined;
    isRefused = true;
    return { kind: 'answer', status: 503, headers: { 'retry-after': '300' } };
  });
  await expect(ask(app, id)).rejects.toThrow('503');
}

const health = async ({ deps }: TestApp, id: string) => {
  const { last_status, error_message } = await getKeySystem(asProduct(deps.db), id);
  return [last_status, error_message && renderSentence(error_message)];
};

describe('withSession', () => {
  test('answers what was asked for and leaves the health as it is', async ({ app }) => {
    const { id } = await aKeySystem(app);
    expect(await ask(app, id)).toMatchObject({ domain_name: 'city' });
    expect(await health(app, id)).toEqual(['PENDING_VALIDATION', null]);
  });

  test('notes when the key system last answered, and not when it did not', async ({ app }) => {
    const long = new Date('2020-01-01T00:00:00Z');
    const { id } = await aKeySystem(app, { last_successful_interaction: long });
    const noted = async () => (await getKeySystem(asProduct(app.db), id)).last_successful_interaction;
    await disturbedOnce(app, id);
    expect(await noted()).toEqual(long);
    await ask(app, id);
    expect((await noted())?.getTime()).toBeGreaterThan(long.getTime());
  });

  test('calls a key system too slow that has used up the time of the step', async ({ app }) => {
    const { id } = await aKeySystem(app);
    disturb(app, () => ({ kind: 'delay', ms: 2_000 }));
    await expect(ask(app, id, 300)).rejects.toMatchObject({ name: 'DriverError', kind: 'timeout' });
    expect(await health(app, id)).toEqual(['ERROR', expect.stringMatching(/^The key system did not answer in time\./)]);
  });

  test('ends a task over what trying again cannot mend', async ({ app }) => {
    const { id } = await aKeySystem(app, { domain_name: 'village' });
    await expect(ask(app, id)).rejects.toMatchObject({
      name: 'TaskFailed',
      message: expect.stringContaining('There is no domain village.'),
    });
  });

  test('ends a task over a failure that asks for more patience than a step has', async ({ app }) => {
    const { id } = await aKeySystem(app);
    disturb(app, () => ({ kind: 'answer', status: 503, headers: { 'retry-after': '300' } }));
    const sentence = expect.stringContaining('It answered with HTTP status 503.');
    await expect(ask(app, id)).rejects.toMatchObject({ name: 'TaskFailed', message: sentence });
    expect(await health(app, id)).toEqual(['ERROR', sentence]);
  });

  test('lets a task try again over a failure that asks for no patience', async ({ app }) => {
    const { id } = await aKeySystem(app);
    disturb(app, () => ({ kind: 'answer', status: 503, headers: { 'retry-after': '0' } }));
    await expect(ask(app, id)).rejects.toMatchObject({ name: 'DriverError', kind: 'refused' });
  });

  test('lets what has nothing to do with the key system pass as it is', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const run = { deps: app.deps, signal: AbortSignal.timeout(10_000) };
    const bug = new RangeError('A bug of ours');
    const row = await getKeySystem(asProduct(app.db), id);
    await expect(withSession(run, row, () => Promise.reject(bug))).rejects.toBe(bug);
    expect(await health(app, id)).toEqual(['PENDING_VALIDATION', null]);
  });

  test('says nothing of a connection whose certificate was replaced meanwhile', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const bundle = app.sandbox.second_client_certificate_bundle_pem;
    const certificate_id = await aClientCertificate(app, id, { bundle, state: 'standby' });
    const run = { deps: app.deps, signal: AbortSignal.timeout(10_000) };
    const broken = new DriverError('unreachable');
    const session = withSession(run, await getKeySystem(asProduct(app.db), id), async () => {
      await app.as('superadmin').call(clientCertificates.activate, { params: { id, certificate_id } });
      throw broken;
    });
    await expect(session).rejects.toBe(broken);
    expect(await health(app, id)).toEqual(['CONFIGURED', null]);
  });
});
