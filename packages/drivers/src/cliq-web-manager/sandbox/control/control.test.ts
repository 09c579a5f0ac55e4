import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificatesMs } from '../../../sandbox-kit/call-wire';
import { sendCommand } from '../../../sandbox-kit/control/send-command';
import { loadSandboxPki } from '../../../sandbox-kit/pki';
import { type CliqSandbox, startCliqSandbox } from '../../sandbox';
import { ask, textsOf } from '../services/plain-client';

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

  async function tell(line: string, token = sandbox.control?.token ?? '') {
    const response = await fetch(`http://127.0.0.1:${sandbox.control?.port}/`, {
      method: 'POST',
      headers: { 'x-sandbox-token': token },
      body: JSON.stringify(line.split(' ')),
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

  it('is closed unless requested', async () => {
    const quiet = await startCliqSandbox({ port: 0 });
    expect(quiet.control).toBeUndefined();
    await quiet.close();
  });

  it.each(['', 'x'.repeat(32)])('refuses the token "%s"', async (token) => {
    expect(await tell('profile query_only', token)).toMatchObject({ status: 401 });
    expect(sandbox.profile()).toBe('full');
  });

  it('shows the state', async () => {
    expect(await tell('state')).toEqual({
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
    await tell('script server_error --variant 503 --only getPersons');
    expect(await ask(sandbox, '<q:getPersons/>')).toMatchObject({ status: 503 });
    expect((await tell('calls')).body).toMatchObject([{ operation: 'getPersons', script: 'server_error' }]);
    await tell('script off');
    expect(await ask(sandbox, '<q:getPersons/>')).toMatchObject({ status: 200 });
    expect((await tell('profile query_only')).body).toEqual({ profile: 'query_only' });
    await tell('profile full');
  });

  it('plays operator, door, programming device and programming key', async () => {
    const person = await tell('create-person Odo Brackwater');
    await tell(`delete-person ${person.body.identity}`);
    const { text } = await ask(sandbox, '<q:getPersons/>');
    expect([textsOf(text, 'firstName').at(-1), textsOf(text, 'deleted').at(-1)]).toEqual(['Odo', 'true']);
    await tell('happen K-0001 C-0047 granted by_hand 2026-03-01T11:00:00+01:00');
    await tell('advance 1m');
    expect((await tell('update-key K-0001')).body.last_update_at).toBe('2026-03-01T12:01:00.000Z');
    expect((await tell('state')).body.events).toEqual({ known: 241, waiting: 1 });
    const { body: job } = await tell('create-job C-0047');
    await tell(`load-job ${job.external_id}`);
    const done = await tell(`do-job ${job.external_id} PK-02`);
    expect(done.body).toMatchObject({ state: 'done', assigned_key: 'PK-02' });
    expect((await tell('state')).body.events).toEqual({ known: 242, waiting: 0 });
  });

  it('serves the command line', async () => {
    expect(await sendCommand(directory, ['profile', 'full'])).toEqual({ profile: 'full' });
    await expect(sendCommand(directory, ['dance'])).rejects.toThrow('There is no command "dance".');
    await expect(sendCommand(join(directory, 'elsewhere'), ['state'])).rejects.toThrow('No sandbox runs in');
  });

  it.each([
    ['script no_such_script', 'There is no script "no_such_script".'],
    ['script server_error --variant 505', 'no variant 505'],
    ['script slow --first none', 'first is a whole number from 1.'],
    ['script slow --amount none', 'amount is a number that is not negative.'],
    ['profile half', 'query_only'],
    ['advance -1d', '"-1d" is no time.'],
    ['update-key K-0', 'There is no key K-0.'],
    ['constructor', 'There is no command "constructor".'],
    ['delete-person', 'person is missing.'],
    ['happen K-0001 C-0047 granted by_hand yesterday', 'at'],
  ])('says what is wrong with %s', async (line, message) => {
    expect(await tell(line)).toMatchObject({ status: 400, body: { error: expect.stringContaining(message) } });
  });

  it.each(['', '{"words":["state"]}', '["state"'])('refuses %j', async (body) => {
    const { port, token = '' } = sandbox.control ?? {};
    const headers = { 'x-sandbox-token': token };
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
    expect(response.status).toBe(400);
  });
});
