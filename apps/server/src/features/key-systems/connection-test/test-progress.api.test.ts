import { keySystems } from '@key2xs/contract';
import { diagnosisSteps } from '@key2xs/drivers';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aKeySystem, goWrong } from '#test/factories/key-systems';
import { testAborted } from './abort-test';

const probe = (app: TestApp, id: string) => app.as('superadmin').send(keySystems.test, { params: { id } });

const get = async (app: TestApp, id: string) =>
  (await app.as('superadmin').call(keySystems.get, { params: { id } })).body;

const progressOf = async (app: TestApp, id: string) =>
  (await app.as('superadmin').call(keySystems.testProgress, { params: { id }, query: {} })).body.test;

const inWords = (steps: readonly { name: string; state: string }[]) =>
  steps.map(({ name, state }) => `${name} ${state}`);

/** A success does not start reading the inventory. */
const alreadyRead = { inventory_read_at: new Date() };

describe('GET /key-systems/connections/:id/test', () => {
  test('shows nothing, then step by step what runs, then how it ended', async ({ app }) => {
    const { id } = await aKeySystem(app, alreadyRead);
    expect(await progressOf(app, id)).toBeNull();
    goWrong(app, { name: 'slow', amount: 2_000, first: 1 });
    const testing = probe(app, id);
    await expect.poll(() => app.sandbox.calls().length).toBe(1);
    const running = await progressOf(app, id);
    expect(running).toMatchObject({ ended_at: null, is_passed: false, status_message: '' });
    expect(inWords(running?.steps ?? [])).toEqual([
      'resolve passed',
      'connect passed',
      'server_certificate passed',
      'client_certificate running',
      'domain pending',
      'services pending',
      'read pending',
    ]);
    const { body } = await testing;
    const { status_message, steps } = body;
    expect(await progressOf(app, id)).toMatchObject({
      ended_at: expect.any(String),
      is_passed: true,
      status_message,
      steps,
    });
  });

  test('shows a test as interrupted as soon as its caller has gone away, which says nothing about the key system', async ({
    app,
  }) => {
    const { id } = await aKeySystem(app, { last_status: 'ACTIVE', ...alreadyRead });
    goWrong(app, { name: 'slow', amount: 60_000, first: 1 });
    const caller = new AbortController();
    const headers = { authorization: `Bearer ${await app.as('superadmin').token()}` };
    const address = `${app.url}/api/v1/key-systems/connections/${id}/test`;
    const testing = fetch(address, { method: 'POST', headers, signal: caller.signal });
    await expect.poll(() => app.sandbox.calls().length).toBe(1);
    caller.abort();
    await expect(testing).rejects.toThrow();
    await expect.poll(async () => (await progressOf(app, id))?.status_message).toBe(renderSentence(testAborted));
    expect(await get(app, id)).toMatchObject({ status: 'ACTIVE', error_message: null });
  });

  /** As its server left it, so many seconds ago, in the fifth step. */
  async function cutOff(app: TestApp, id: string, seconds: number): Promise<void> {
    const states = [...Array(4).fill('passed'), 'running', 'pending', 'pending'];
    const test = {
      certificate_id: (await get(app, id)).active_configuration.id,
      started_at: new Date(Date.now() - seconds * 1_000).toISOString(),
      ended_at: null,
      is_passed: false,
      status_message: null,
      steps: diagnosisSteps.map((name, at) => ({
        name,
        state: states[at],
        message: null,
        error_kind: null,
        duration_ms: 0,
      })),
    };
    await app.db
      .updateTable('key_system_connection')
      .set({ last_test: JSON.stringify(test) })
      .execute();
  }

  test('shows a test as interrupted once it cannot be running any more: its server was cut off', async ({ app }) => {
    const { id } = await aKeySystem(app);
    await cutOff(app, id, 10);
    expect(await progressOf(app, id)).toMatchObject({ ended_at: null, status_message: '' });

    await cutOff(app, id, 60);
    const shown = await progressOf(app, id);
    expect(shown).toMatchObject({
      ended_at: expect.any(String),
      is_passed: false,
      status_message: renderSentence(testAborted),
    });
    expect(shown?.steps.slice(4)).toMatchObject([
      { name: 'domain', state: 'failed', message: renderSentence(testAborted), error_kind: 'aborted' },
      { name: 'services', state: 'skipped' },
      { name: 'read', state: 'skipped' },
    ]);
    expect((await get(app, id)).last_test).toEqual(shown);
  });
});
