import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCliqSandbox } from '../../sandbox';
import type { CliqSandbox } from '../cliq-sandbox';
import { loadSandboxPki } from '../pki';
import { ask, certificatesMs, textsOf } from '../services/plain-client';

/** With certificates in it, which take long to make. */
async function aDirectory(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'cliq-sandbox-'));
  writeFileSync(join(directory, 'pki.json'), JSON.stringify(await loadSandboxPki(new Date())));
  return directory;
}

describe('control port of the sandbox', () => {
  let directory: string;
  let sandbox: CliqSandbox;
  const begin = new Date('2026-03-01T12:00:00.000Z');
  beforeAll(async () => {
    directory = await aDirectory();
    writeFileSync(join(directory, 'control.json'), 'of an earlier life', { mode: 0o644 });
    sandbox = await startCliqSandbox({ port: 0, directory, clock: () => begin, control: true });
  }, certificatesMs);
  afterAll(async () => {
    await sandbox.close();
    rmSync(directory, { recursive: true });
  });

  async function call(path: string, body?: unknown, token = sandbox.control?.token ?? '') {
    const response = await fetch(`http://127.0.0.1:${sandbox.control?.port}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-sandbox-token': token },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  }

  it('leaves its port and token where only the owner can read them, until it ends', async () => {
    const file = join(directory, 'control.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(sandbox.control);
    const other = await aDirectory();
    const brief = await startCliqSandbox({ port: 0, directory: other, control: true });
    await brief.close();
    expect(() => statSync(join(other, 'control.json'))).toThrow('ENOENT');
    rmSync(other, { recursive: true });
  });

  it('is closed unless it was asked for', async () => {
    const quiet = await startCliqSandbox({ port: 0 });
    expect(quiet.control).toBeUndefined();
    await quiet.close();
  });

  it.each(['', 'x'.repeat(32)])('refuses the token "%s"', async (token) => {
    expect(await call('/profile', { profile: 'query_only' }, token)).toMatchObject({ status: 401 });
    expect(sandbox.profile()).toBe('full');
  });

  it('tells how things stand', async () => {
    expect(await call('/')).toEqual({
      status: 200,
      body: {
        profile: 'full',
        clock: begin.toISOString(),
        scripts: [],
        calls: 0,
        counts: {
          city: { persons: 12, profiles: 2, cylinders: 296, cylinder_groups: 41, keys: 60, jobs: 7 },
          hospital: { persons: 0, profiles: 0, cylinders: 9, cylinder_groups: 3, keys: 6, jobs: 0 },
        },
        events: { known: 240, waiting: 0 },
      },
    });
  });

  it('switches scripts and profile', async () => {
    await call('/script', { orders: [{ name: 'server_error', variant: '503', only: 'getPersons' }] });
    expect(await ask(sandbox, '<q:getPersons/>')).toMatchObject({ status: 503 });
    expect((await call('/calls')).body).toMatchObject([{ operation: 'getPersons', script: 'server_error' }]);
    await call('/script', { orders: [] });
    expect(await ask(sandbox, '<q:getPersons/>')).toMatchObject({ status: 200 });
    expect((await call('/profile', { profile: 'query_only' })).body).toEqual({ profile: 'query_only' });
    await call('/profile', { profile: 'full' });
  });

  it('plays operator, door, programming device and programming key', async () => {
    const person = await call('/operator/create-person', { first_name: 'Odo', surname: 'Brackwater' });
    await call('/operator/delete-person', { identity: person.body.identity });
    const { text } = await ask(sandbox, '<q:getPersons/>');
    expect([textsOf(text, 'firstName').at(-1), textsOf(text, 'deleted').at(-1)]).toEqual(['Odo', 'true']);
    await call('/happen', { key: 'K-0001', cylinder: 'C-0047', at: '2026-03-01T11:00:00+01:00' });
    await call('/clock/advance', { ms: 60_000 });
    expect((await call('/keys/K-0001/update', {})).body.last_update_at).toBe('2026-03-01T12:01:00.000Z');
    expect((await call('/')).body.events).toEqual({ known: 241, waiting: 1 });
    const job = await call('/operator/create-job', { cylinder: 'C-0047' });
    await call(`/jobs/${job.body.external_id}/load`, {});
    const done = await call(`/jobs/${job.body.external_id}/do`, { programming_key: 'PK-09' });
    expect(done.body).toMatchObject({ state: 'done', assigned_key: 'PK-09' });
    expect((await call('/')).body.events).toEqual({ known: 242, waiting: 0 });
  });

  it.each([
    ['/script', { orders: [{ name: 'no_such_script' }] }, 'too_many_requests'],
    ['/script', { orders: [{ name: 'server_error', variant: '504' }] }, 'no variant 504'],
    ['/profile', { profile: 'half' }, 'query_only'],
    ['/clock/advance', { ms: -1 }, '>=0'],
    ['/keys/K-0/update', {}, 'There is no key K-0.'],
    ['/operator/dance', {}, 'The operator cannot dance.'],
    ['/operator/constructor', {}, 'The operator cannot constructor.'],
    ['/operator/delete-person', {}, 'identity'],
  ])('says what is wrong with %s %j', async (path, body, message) => {
    const answer = await call(path, body);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(message) } });
  });

  it('knows nothing else', async () => {
    expect(await call('/elsewhere')).toMatchObject({ status: 404 });
    expect(await call('/profile')).toMatchObject({ status: 404 });
  });
});
