import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConfigError, readConfig } from './config';

/** The lines a person gets to read. */
function linesOf(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
  return [];
}

describe('readConfig', () => {
  it('needs nothing', () => {
    expect(readConfig({}, '/srv/key2xs')).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: '/srv/key2xs/data',
      databaseUrl: undefined,
      role: 'all',
      firstAdmin: undefined,
      isSandboxOn: true,
      isDemo: false,
      secretKey: undefined,
      backup: undefined,
      metricsNetworks: [],
      trustedProxies: [],
      allowedHosts: [],
      authorities: [],
    });
  });

  it('starts the sandbox with the embedded database, and on a PostgreSQL server only on request', () => {
    const DATABASE_URL = 'postgres://db.example/key2xs';
    const isOn = (env: NodeJS.ProcessEnv) => readConfig(env).isSandboxOn;
    expect([isOn({}), isOn({ KEY2XS_SANDBOX: 'off' })]).toEqual([true, false]);
    expect([isOn({ DATABASE_URL }), isOn({ DATABASE_URL, KEY2XS_SANDBOX: 'on' })]).toEqual([false, true]);
  });

  it('gives a process alone on its database everything to do', () => {
    expect(linesOf({ KEY2XS_ROLE: 'web' })).toEqual([expect.stringMatching(/^KEY2XS_ROLE: web needs DATABASE_URL/)]);
  });

  it('takes an empty variable for none', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', KEY2XS_ADMIN_PASSWORD: '' }, '/srv')).toEqual(
      readConfig({}, '/srv'),
    );
  });

  it('reads everything', () => {
    const secretKey = randomBytes(32).toString('base64');
    const config = readConfig({
      PORT: '0',
      HOST: '0.0.0.0',
      KEY2XS_DATA_DIR: '/var/lib/key2xs',
      DATABASE_URL: 'postgres://user:pass@pooler.example/key2xs',
      DATABASE_DIRECT_URL: 'postgres://user:pass@db.example/key2xs',
      KEY2XS_ROLE: 'web',
      KEY2XS_ADMIN_USERNAME: '  admin ',
      KEY2XS_ADMIN_PASSWORD: 'a long enough password',
      KEY2XS_SANDBOX: 'off',
      KEY2XS_SECRET_KEY: secretKey,
      KEY2XS_METRICS_NETWORKS: '10.1.0.0/16',
      KEY2XS_BACKUP_DIR: '/srv/backups',
      KEY2XS_BACKUP_RECIPIENT: 'age1abc',
      KEY2XS_BACKUP_KEEP: '3',
      KEY2XS_TRUSTED_PROXIES: '10.0.0.1, fd00::/8,,',
      KEY2XS_ALLOWED_HOSTS: 'cwm.example, cwm.example:8443, 192.168.1.0/24, [fd00::1]:443',
    });
    expect(config).toEqual({
      port: 0,
      host: '0.0.0.0',
      dataDir: '/var/lib/key2xs',
      databaseUrl: 'postgres://user:pass@pooler.example/key2xs',
      directDatabaseUrl: 'postgres://user:pass@db.example/key2xs',
      role: 'web',
      firstAdmin: { username: 'admin', password: 'a long enough password' },
      isSandboxOn: false,
      isDemo: false,
      secretKey,
      metricsNetworks: ['10.1.0.0/16'],
      backup: { directory: '/srv/backups', recipient: 'age1abc', keep: 3 },
      trustedProxies: ['10.0.0.1', 'fd00::/8'],
      allowedHosts: ['cwm.example', 'cwm.example:8443', '192.168.1.0/24', '[fd00::1]:443'],
      authorities: [],
    });
  });

  const wrong: [name: string, value: string][] = [
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['DATABASE_URL', 'mysql://db.example/key2xs'],
    ['DATABASE_URL', 'db.example'],
    ['KEY2XS_SANDBOX', 'true'],
    ['KEY2XS_ROLE', 'master'],
    ['KEY2XS_SECRET_KEY', 'too short'],
    ['KEY2XS_SECRET_KEY', Buffer.alloc(33).toString('base64')],
    ['KEY2XS_TRUSTED_PROXIES', '10.0.0.1/33'],
    ['KEY2XS_TRUSTED_PROXIES', 'fd00::/129'],
    ['KEY2XS_TRUSTED_PROXIES', 'proxy.example'],
    ['KEY2XS_TRUSTED_PROXIES', '10.0.0.1/8/8'],
    ['KEY2XS_TRUSTED_PROXIES', '10.0.0.1/'],
    ['KEY2XS_ALLOWED_HOSTS', 'https://cwm.example'],
    ['KEY2XS_ALLOWED_HOSTS', 'cwm example'],
    ['KEY2XS_ALLOWED_HOSTS', '10.0.0.0/x'],
    ['HTTPS_PROXY', 'proxy.inside.example:3128'],
    ['HTTPS_PROXY', 'socks5://proxy.example:1080'],
    ['HTTPS_PROXY', 'http://proxy.example:3128/path'],
    ['HTTPS_PROXY', 'http://key2xs:100%@proxy.example:3128'],
    ['KEY2XS_CA_DIR', '/no/such/folder'],
    ['KEY2XS_CA_FILE', '/no/such/file.pem'],
  ];
  for (const [name, value] of wrong) {
    it(`names ${name} when it is ${value}, but not the value`, () => {
      const lines = linesOf({ [name]: value });
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(new RegExp(`^${name}: `));
      if (!name.startsWith('KEY2XS_CA_')) expect(lines[0]).not.toContain(value); // a path, which is no secret
    });
  }

  it('never shows a password that is too short', () => {
    const lines = linesOf({ KEY2XS_ADMIN_USERNAME: 'admin', KEY2XS_ADMIN_PASSWORD: 'hunter2' });
    expect(lines).toEqual(['KEY2XS_ADMIN_PASSWORD: needs at least 15 characters']);
  });

  it('wants a name and a password, or neither', () => {
    const told = ['KEY2XS_ADMIN_USERNAME and KEY2XS_ADMIN_PASSWORD: set both or none'];
    expect(linesOf({ KEY2XS_ADMIN_USERNAME: 'admin' })).toEqual(told);
    expect(linesOf({ KEY2XS_ADMIN_PASSWORD: 'a long enough password' })).toEqual(told);
  });

  it('names everything that is wrong at once', () => {
    const lines = linesOf({ PORT: 'x', KEY2XS_SANDBOX: 'x', KEY2XS_ALLOWED_HOSTS: 'a b' });
    expect(lines.map((line) => line.split(':')[0])).toEqual(['PORT', 'KEY2XS_SANDBOX', 'KEY2XS_ALLOWED_HOSTS']);
  });

  it('takes a proxy with its exceptions, in capital or small letters, and keeps the credentials apart', () => {
    const proxy = {
      origin: 'http://proxy.example:3128',
      authorization: `Basic ${Buffer.from('key2xs:p@ss').toString('base64')}`,
      exceptions: ['localhost', '.inside.example', '10.0.0.0/8', 'cwm.example:8443', '[fd00::1]:443', '*'],
    };
    const HTTPS_PROXY = 'http://key2xs:p%40ss@proxy.example:3128';
    const NO_PROXY = 'localhost, .inside.example,10.0.0.0/8 cwm.example:8443,[fd00::1]:443,*';
    expect(readConfig({ HTTPS_PROXY, NO_PROXY }).proxy).toEqual(proxy);
    expect(readConfig({ https_proxy: HTTPS_PROXY, no_proxy: NO_PROXY, HTTPS_PROXY }).proxy).toEqual(proxy);
    expect(readConfig({ NO_PROXY: 'a|b' }).proxy).toBeUndefined();
    expect(linesOf({ HTTPS_PROXY, NO_PROXY: 'a|b' })).toEqual([expect.stringMatching(/^NO_PROXY: needs hosts/)]);
    expect(linesOf({ HTTPS_PROXY, https_proxy: 'http://other.example' })).toEqual([
      'HTTPS_PROXY: https_proxy is set too, to something else; set one of them',
    ]);
  });

  it.each([
    ['https://Keys.example/', 'https://keys.example'],
    ['https://host.example/key2xs/', 'https://host.example/key2xs'],
    ['https://host.example:8443/a/b', 'https://host.example:8443/a/b'],
    ['http://[fd00::1]:8080', 'http://[fd00::1]:8080'],
  ])('takes %s as the public address', (KEY2XS_PUBLIC_URL, publicUrl) => {
    expect(readConfig({ KEY2XS_PUBLIC_URL }).publicUrl).toBe(publicUrl);
  });

  const client = { KEY2XS_ENTRA_CLIENT_ID: '00000000-0000-4000-8000-00000000000A' };
  const publicUrl = { KEY2XS_PUBLIC_URL: 'https://keys.example' };
  const together = /^KEY2XS_ENTRA_CLIENT_ID: set it together/;

  it('takes an application at Microsoft with a secret or a certificate', () => {
    const client_id = '00000000-0000-4000-8000-00000000000a';
    const secret = { KEY2XS_ENTRA_CLIENT_SECRET: 'a secret' };
    const file = { KEY2XS_ENTRA_CERTIFICATE_FILE: 'app.pem' };
    expect(readConfig({ ...client, ...publicUrl, ...secret }).sharedApplication).toEqual({
      client_id,
      secret: 'a secret',
    });
    expect(readConfig({ ...client, ...publicUrl, ...file }, '/srv').sharedApplication).toEqual({
      client_id,
      certificate_file: '/srv/app.pem',
    });
  });

  it.each([
    [client, together],
    [{ KEY2XS_ENTRA_CLIENT_SECRET: 'a secret' }, together],
    [{ ...client, KEY2XS_ENTRA_CLIENT_SECRET: 'a', KEY2XS_ENTRA_CERTIFICATE_FILE: 'b' }, together],
    [{ ...client, KEY2XS_ENTRA_CLIENT_SECRET: 'a' }, /^KEY2XS_ENTRA_CLIENT_ID: set KEY2XS_PUBLIC_URL too$/],
    [{ KEY2XS_PUBLIC_URL: 'https://keys.example/?a' }, /^KEY2XS_PUBLIC_URL: needs an address such as/],
    [{ KEY2XS_PUBLIC_URL: 'https://keys.example/help/' }, /^KEY2XS_PUBLIC_URL: needs an address such as/],
    [{ KEY2XS_PUBLIC_URL: 'https://keys.example/a"b' }, /^KEY2XS_PUBLIC_URL: needs an address such as/],
  ])('refuses %j', (env, line) => {
    expect(linesOf(env)).toEqual([expect.stringMatching(line)]);
  });

  const sender = { KEY2XS_MAIL_FROM: 'Key2XS <key2xs@city.example>' };
  const smtpUrl = 'smtps://key2xs:secret@mail.example';

  it('takes a mail server with a sender', () => {
    const mail = { smtpUrl, from: 'Key2XS <key2xs@city.example>' };
    expect(readConfig({ ...sender, KEY2XS_SMTP_URL: smtpUrl }).mail).toEqual(mail);
  });

  it.each([
    [sender, /^KEY2XS_SMTP_URL and KEY2XS_MAIL_FROM: set both or none$/],
    [{ ...sender, KEY2XS_SMTP_URL: 'https://key2xs:secret@mail.example' }, /^KEY2XS_SMTP_URL: (?!.*secret)/],
    [{ KEY2XS_SMTP_URL: smtpUrl, KEY2XS_MAIL_FROM: 'Key2XS' }, /^KEY2XS_MAIL_FROM: needs an address/],
  ])('refuses %j for mails', (env, line) => {
    expect(linesOf(env)).toEqual([expect.stringMatching(line)]);
  });

  it('takes secrets from files, and not from both', () => {
    const folder = mkdtempSync(join(tmpdir(), 'key2xs-config-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'key');
    const key = randomBytes(32).toString('base64');
    writeFileSync(file, `${key}\n`);
    expect(readConfig({ KEY2XS_SECRET_KEY_FILE: file }).secretKey).toBe(key);
    expect(linesOf({ KEY2XS_SECRET_KEY_FILE: file, KEY2XS_SECRET_KEY: key })).toEqual([
      'KEY2XS_SECRET_KEY_FILE: KEY2XS_SECRET_KEY is set too; set one of them',
    ]);
    expect(linesOf({ DATABASE_URL_FILE: join(folder, 'none') })).toEqual([
      expect.stringMatching(/^DATABASE_URL_FILE: ENOENT/),
    ]);
  });
});
