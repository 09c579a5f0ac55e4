import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inject, onTestFinished } from 'vitest';
import type { Config } from '#config';
import { expect, type TestApp, test } from '#test/app';
import { aConnectProxy } from '#test/connect-proxy';
import { aMailServer, localhostIdentity } from '#test/mail-server';
import { proxyOf } from '../network/proxy';
import { examine } from './examine';

/** What is not well, by check. */
async function problemsOf({ deps }: TestApp, change: Partial<Config>, env: NodeJS.ProcessEnv = {}) {
  const backup = { directory: deps.config.dataDir, recipient: 'age1', keep: 1 };
  const config = { ...deps.config, backup, ...change };
  const findings = await examine(config, { now: new Date(), env });
  return Object.fromEntries(
    findings.flatMap(({ check, state, text, remedy }) => (state === 'ok' ? [] : [[check, `${text}. ${remedy}`]])),
  );
}

/** Answers as a product that is ready, with its clock so far ahead. */
async function aServer(aheadMs: number): Promise<string> {
  const server = createServer((_, answer) => {
    answer.setHeader('date', new Date(Date.now() + aheadMs).toUTCString());
    answer.end('{"status":"ready"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const from = 'keys@city.test';

test('finds nothing wrong where all is well', async ({ app }) => {
  const mailServer = await aMailServer();
  const mail = { smtpUrl: `smtp://127.0.0.1:${mailServer.port}`, from };
  const port = Number(new URL(app.url).port);
  const problems = await problemsOf(app, { mail, publicUrl: await aServer(0), port });
  expect(problems).toEqual({ backups: expect.stringContaining('has none yet') });
});

test('names a wrong authority, a clock an hour off, a proxy, and what does not answer', async ({ app }) => {
  const secure = await aMailServer({ secure: true, ...localhostIdentity });
  const away = await aMailServer();
  await away.close();
  const mail = (url: string) => ({ mail: { smtpUrl: url, from } });
  const untrusted = await problemsOf(app, mail(`smtps://localhost:${secure.port}`));
  expect(untrusted.mail).toContain('KEY2XS_CA_DIR');
  expect((await problemsOf(app, mail(`smtp://127.0.0.1:${away.port}`))).mail).toContain('nothing listens there');
  const publicUrl = await aServer(3_600_000);
  expect((await problemsOf(app, { publicUrl }))['public address']).toContain('differs by 60 minutes');
  expect((await problemsOf(app, {}, { HTTP_PROXY: 'http://proxy.test:3128' })).proxy).toContain('HTTPS_PROXY only');
  const nowhere = await problemsOf(app, { databaseUrl: 'postgres://key2xs@nowhere.invalid/key2xs' });
  expect(nowhere.database).toMatch(/nowhere\.invalid:5432.*(name is not known|DNS server does not answer)/);
  const folder = await problemsOf(app, { dataDir: '/dev/null/data', databaseUrl: undefined });
  expect(folder['data folder']).toContain('KEY2XS_DATA_DIR');
});

test.skipIf(inject('databaseTemplate').kind === 'dump')(
  'tries the way past a pooler as well, and notices when it leads to another database',
  async ({ app }) => {
    const found = async (change: (url: URL) => void) => {
      const url = new URL(app.deps.config.databaseUrl ?? '');
      change(url);
      return (await problemsOf(app, { directDatabaseUrl: url.href }))['database, directly'];
    };
    expect(await found(() => undefined)).toBeUndefined();
    expect(await found((url) => Object.assign(url, { pathname: '/postgres' }))).toMatch(
      /another database than that of DATABASE_URL\. Let DATABASE_DIRECT_URL name/,
    );
    expect(await found((url) => Object.assign(url, { pathname: '/nothing_here' }))).toMatch(/does not exist/);
    expect(await found((url) => Object.assign(url, { host: '127.0.0.1:9', search: '' }))).toMatch(
      /:9.*nothing listens there/,
    );
  },
);

test('tries the proxy and names what to correct, and what it is called for', async ({ app }) => {
  const { proxy, tunnels } = await aConnectProxy({ credentials: 'key2xs:right', status: 502 });
  const found = async (tried: Config['proxy']) => (await problemsOf(app, { proxy: tried })).proxy;
  expect(await found(proxy('key2xs:right@'))).toBeUndefined();
  expect(await found(proxy())).toMatch(/the proxy asks for a sign-in.*HTTPS_PROXY/);
  expect(tunnels).toEqual(['key2xs-doctor.invalid:443', 'key2xs-doctor.invalid:443']);
  expect(await found(proxyOf('http://127.0.0.1:9', []))).toMatch(/127\.0\.0\.1:9: the proxy does not answer/);
});

test('says when an authority that is trusted ends', async ({ app }) => {
  const authority = (days: number) => ({
    file: '/etc/key2xs/ca/city.pem',
    name: 'City',
    pem: '',
    notAfter: new Date(Date.now() + days * 86_400_000 + 60_000),
  });
  const found = async (days: number) =>
    (await problemsOf(app, { authorities: [authority(days)] }))['trusted authority'];
  expect(await found(60)).toBeUndefined();
  expect(await found(9)).toMatch(
    /^City \(\/etc\/key2xs\/ca\/city\.pem\) ends on \d{4}-\d\d-\d\d, in 9 days\. Put its successor/,
  );
  expect(await found(-1)).toMatch(/ended on/);
});
