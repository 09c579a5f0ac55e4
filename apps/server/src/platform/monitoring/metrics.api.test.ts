import { request } from 'undici';
import { describe, onTestFinished } from 'vitest';
import { buildApp } from '#app';
import { createRunner } from '#platform/isolated/runner';
import { expect, type TestApp, test } from '#test/app';

const read = ({ url }: Pick<TestApp, 'url'>, headers: Record<string, string> = {}) =>
  request(`${url}/metrics`, { headers });

describe('/metrics', () => {
  test('answers a caller on this machine', async ({ app }) => {
    const port = new URL(app.url).port;
    for (const host of [`127.0.0.1:${port}`, 'localhost', 'LOCALHOST:8080', '[::1]:8080']) {
      const { statusCode, body } = await read(app, { host });
      expect(statusCode).toBe(200);
      expect(await body.text()).toContain('key2xs_tasks_unfinished');
    }
  });

  test('has each schedule by name, with its failures in a row', async ({ app }) => {
    const failing = async () => {
      throw new Error('a bug');
    };
    const sound = { everyMs: 60_000, firstAfterMs: 0, shared: 'process' } as const;
    app.deps.scheduler.start([
      { ...sound, name: 'test-sound', run: async () => {} },
      { ...sound, name: 'test-broken', run: failing },
    ]);
    onTestFinished(() => app.deps.scheduler.stop());
    const text = async () => (await read(app)).body.text();
    await expect.poll(text).toContain('key2xs_schedule_failures_in_a_row{schedule="test-broken"} 1');
    expect(await text()).toContain('key2xs_schedule_failures_in_a_row{schedule="test-sound"} 0');
    expect(await text()).toMatch(/last_success_timestamp_seconds\{schedule="test-sound"\} \d+/);
    expect(await text()).not.toContain('last_success_timestamp_seconds{schedule="test-broken"}');
  });

  test('answers a configured network, but no proxy in it', async ({ app }) => {
    const config = { ...app.deps.config, metricsNetworks: ['127.0.0.0/8'] };
    const server = await buildApp({ ...app.deps, config, runner: createRunner() });
    onTestFinished(() => server.close());
    const at = { url: await server.listen({ port: 0, host: '127.0.0.1' }) };
    expect((await read(at, { host: 'keys.example' })).statusCode).toBe(200);
    expect((await read(at, { host: 'keys.example', 'x-forwarded-for': '192.0.2.1' })).statusCode).toBe(403);
  });

  const passedOn = {
    via: '1.1 proxy',
    forwarded: 'for=192.0.2.1',
    'x-real-ip': '192.0.2.1',
    'x-forwarded-for': '192.0.2.1',
    'x-forwarded-host': 'keys.example',
    'x-forwarded-proto': 'https',
  };
  for (const [name, value] of Object.entries(passedOn)) {
    test(`refuses a proxy that sends ${name}`, async ({ app }) => {
      expect((await read(app, { [name]: value })).statusCode).toBe(403);
    });
  }

  for (const host of ['keys.example', 'localhost.evil.example', '127.0.0.1.evil.example', '192.0.2.1', '[::2]']) {
    test(`refuses a request for ${host}`, async ({ app }) => {
      expect((await read(app, { host })).statusCode).toBe(403);
    });
  }
});
