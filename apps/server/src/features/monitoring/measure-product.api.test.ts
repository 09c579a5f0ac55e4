import { readFile } from 'node:fs/promises';
import { request } from 'undici';
import { onTestFinished } from 'vitest';
import { buildApp } from '#app';
import { createRunner } from '#platform/isolated/runner';
import { expect, type TestApp, test } from '#test/app';
import { recordUpdates } from '#test/backup-audit-log';
import { aConnection } from '#test/factories/iam';
import { aReadKeySystem } from '#test/factories/key-systems';

/** The samples of a metric, with their labels. */
async function samplesOf({ url }: TestApp, name: string): Promise<Record<string, number>> {
  const { body } = await request(`${url}/metrics`);
  const lines = [...(await body.text()).matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)];
  return Object.fromEntries(
    lines.filter(([, found]) => found === name).map(([, , labels = '', value]) => [labels, Number(value)]),
  );
}

test('says what an operator has to be woken for', async ({ app }) => {
  const { id: source } = await aConnection(app, { name: 'Staff', last_read_at: new Date('2026-05-03T08:00:00Z') });
  const system = await aReadKeySystem(app);
  await recordUpdates(app, 1);
  const connections = await samplesOf(app, 'key2xs_connection_last_success_timestamp_seconds');
  expect(connections).toMatchObject({
    [`kind="identity_source",id="${source}",name="Staff"`]: Date.parse('2026-05-03T08:00:00Z') / 1_000,
  });
  const ends = Object.entries(await samplesOf(app, 'key2xs_credential_expiry_timestamp_seconds'));
  expect(ends).toMatchObject([
    [expect.stringContaining(`kind="client_certificate",id="${system.id}"`), expect.any(Number)],
  ]);
  expect(await samplesOf(app, 'key2xs_installation_paused')).toEqual({ '': 0 });
  expect((await samplesOf(app, 'key2xs_audit_unsealed_seconds'))['']).toBeGreaterThan(0);
});

test('has every figure that the alert rules and the dashboard of the repository name', async ({ app }) => {
  const backup = { directory: app.deps.config.dataDir, recipient: 'age1', keep: 1 };
  const config = { ...app.deps.config, backup, timeStamps: { url: 'https://stamps.test', authorities: [] } };
  const server = await buildApp({ ...app.deps, config, runner: createRunner() });
  onTestFinished(() => server.close());
  const { body } = await request(`${await server.listen({ port: 0, host: '127.0.0.1' })}/metrics`);
  const known = [...(await body.text()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
  const folder = new URL('../../../../../docs/monitoring/', import.meta.url);
  for (const file of ['alerts.yml', 'dashboard.json']) {
    const text = await readFile(new URL(file, folder), 'utf8');
    const named = text.match(/\b(key2xs_|http_request_|process_|nodejs_)\w+/g) ?? [];
    expect(named.length).toBeGreaterThan(8);
    expect(named.map((name) => name.replace(/_(count|bucket)$/, '')).filter((name) => !known.includes(name))).toEqual(
      [],
    );
  }
});
