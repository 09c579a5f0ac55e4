import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { directIo } from '../direct-io';
import { DriverError } from '../driver-error';
import { capabilities, type DriverIo, type KeySystemSession } from '../key-system-driver';
import { describeKeySystemDriver, type Peer } from '../key-system-driver-suite';
import { cliqWebManager } from './driver';
import { type CliqSandbox, startCliqSandbox } from './sandbox';
import type { Fault } from './sandbox/faults/faults';
import type { ReceivedCall } from './sandbox/services/answer';
import { siteCylinders, siteGroups, siteKeys, sitePersons, siteProfiles } from './sandbox/site/city';

const authority = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\s*$/;

async function startPeer(profile: 'full' | 'query_only'): Promise<Peer> {
  const root = mkdtempSync(join(tmpdir(), 'cliq-sandbox-'));
  let life = 0;
  const start = () => startCliqSandbox({ port: 0, directory: directory(), profile });
  const directory = () => join(root, `${life}`);
  let sandbox = await start();
  const held = siteKeys.filter(({ holder_identity }) => holder_identity !== null);
  return {
    open(wrong) {
      const { cliq_api_url, domain_name, client_certificate_bundle_pem: pem } = sandbox;
      const config = { cliq_api_url, domain_name, client_certificate_bundle_pem: pem };
      if (wrong === 'domain') config.domain_name = 'village';
      if (wrong === 'client_certificate') config.client_certificate_bundle_pem = sandbox.foreign_certificate_bundle_pem;
      if (wrong === 'server_authority') config.client_certificate_bundle_pem = pem.replace(authority, '');
      if (wrong === 'address') config.cliq_api_url = 'https://127.0.0.1:1';
      return cliqWebManager.connect(config, directIo());
    },
    calls: () => sandbox.calls().length,
    // The next life begins with the files as they are while this one runs: all that would be left of it if it were killed.
    async restart() {
      const left = directory();
      life++;
      cpSync(left, directory(), { recursive: true });
      await sandbox.close();
      sandbox = await start();
    },
    async close() {
      await sandbox.close();
      rmSync(root, { recursive: true });
    },
    holds: {
      cylinders: siteCylinders.length,
      cylinder_groups: siteGroups.length,
      keys: profile === 'full' ? siteKeys.length : held.length, // the query service has no keys without a holder
      programming_jobs: 7,
      programming_keys: 4,
      programming_devices: 5,
      access_events: 240,
      foreign_persons: sitePersons.length,
      foreign_profiles: siteProfiles.length,
    },
    a_cylinder: 'C-0181',
    a_cylinder_group: 'G-01',
    a_key: 'K-0025',
    a_programming_key: 'PK-02',
  };
}

describeKeySystemDriver('CLIQ Web Manager driver', { offers: capabilities, knowsDomains: true }, () =>
  startPeer('full'),
);

describeKeySystemDriver(
  'CLIQ Web Manager driver, with the query service alone',
  { offers: ['read_persons', 'read_keys', 'read_access_events'], knowsDomains: false },
  () => startPeer('query_only'),
);

describe('CLIQ Web Manager driver, when things go wrong', () => {
  let sandbox: CliqSandbox;
  let calls: ReceivedCall[] = [];
  const sessions: KeySystemSession[] = [];
  const person = { reference: 'p', first_name: 'Ada', surname: 'Quill', email: null, employee_id: null };

  function open(io: Partial<DriverIo> = {}): KeySystemSession {
    const session = cliqWebManager.connect(sandbox, directIo(io));
    sessions.push(session);
    return session;
  }

  /** A session after the detection of services, so that further calls are those of the test. */
  async function openKnown(io: Partial<DriverIo> = {}): Promise<KeySystemSession> {
    const session = open(io);
    await session.probe();
    return session;
  }

  /** Faults of the next calls, one after another. */
  function failWith(...faults: (Fault | undefined)[]): void {
    calls = [];
    sandbox.fault((call) => faults[calls.push(call) - 1]);
  }

  const answer = (status: number, rest: { headers?: Record<string, string>; body?: string } = {}): Fault => ({
    kind: 'answer',
    status,
    ...rest,
  });
  const four = (fault: Fault) => [fault, fault, fault, fault];

  async function failureOf(work: Promise<unknown>): Promise<DriverError> {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof DriverError)) throw new Error('No DriverError was thrown.', { cause: error });
    return error;
  }

  async function readAll(pages: AsyncIterable<readonly unknown[]>): Promise<number> {
    let read = 0;
    for await (const page of pages) read += page.length;
    return read;
  }

  beforeAll(async () => {
    sandbox = await startCliqSandbox({ port: 0 });
  });
  afterEach(async () => {
    sandbox.fault(undefined);
    await Promise.all(sessions.splice(0).map((session) => session.close()));
  });
  afterAll(() => sandbox.close());

  it('waits for the requested pause, then retries', async () => {
    const session = await openKnown();
    failWith(answer(429, { headers: { 'retry-after': '0.2' } }));
    const from = performance.now();
    await session.putPerson(person);
    expect(performance.now() - from).toBeGreaterThanOrEqual(200);
    expect(calls).toHaveLength(2);
  });

  it('leaves a pause of minutes to the caller, and makes no call until then', async () => {
    const session = open();
    failWith(answer(429, { headers: { 'retry-after': '300' } }));
    expect(await failureOf(session.probe())).toMatchObject({ kind: 'rate_limited', retry_after_seconds: 300 });
    expect(await failureOf(session.putPerson(person))).toMatchObject({
      kind: 'rate_limited',
      retry_after_seconds: 300,
    });
    expect(calls).toHaveLength(1);
  });

  it.each([500, 502, 503, 504])('tries again after HTTP %i', async (status) => {
    const session = await openKnown();
    failWith(answer(status), answer(status), answer(status));
    await session.putPerson(person);
    expect(calls).toHaveLength(4);
  });

  it('gives up after four tries', async () => {
    failWith(...four(answer(500)), answer(500));
    expect(await failureOf(open().putPerson(person))).toMatchObject({ kind: 'refused' });
    expect(calls).toHaveLength(4);
  });

  it('reads a page again when the connection breaks in the middle of it', async () => {
    const session = await openKnown();
    failWith({ kind: 'cut_answer' }, { kind: 'reset' });
    expect(await readAll(session.listCylinders())).toBe(siteCylinders.length);
    expect(calls).toHaveLength(3);
  });

  it('calls a connection that keeps breaking unreachable once it has worked', async () => {
    failWith(undefined, ...four({ kind: 'reset' }));
    const session = open();
    await session.probe();
    expect(await failureOf(session.probe())).toMatchObject({ kind: 'unreachable' });
  });

  it('writes once when the answer to a write is lost', async () => {
    const session = await openKnown();
    failWith({ kind: 'lose_answer' });
    await session.putPerson({ ...person, reference: 'lost' });
    expect(calls).toHaveLength(2);
    expect(sandbox.inspect().persons.filter(({ reference }) => reference === 'lost')).toHaveLength(1);
  });

  it('refuses a list that ends before its total', async () => {
    const session = await openKnown();
    failWith({ kind: 'alter_answer', alter: (page) => ({ ...Object(page), items: [] }) });
    expect(await failureOf(readAll(session.listCylinders()))).toMatchObject({ kind: 'bad_answer' });
  });

  it('requests the rest if a page holds fewer records than requested', async () => {
    const session = await openKnown();
    failWith({ kind: 'alter_answer', alter: (page) => ({ ...Object(page), items: siteCylinders.slice(0, 100) }) });
    expect(await readAll(session.listCylinders())).toBe(siteCylinders.length);
    expect(calls.map(({ query }) => query.get('first_result'))).toEqual(['0', '100']);
  });

  it('stops reading an answer that is too large', async () => {
    failWith({ kind: 'endless_answer' });
    const error = await failureOf(open({ limits: { maxAnswerBytes: 100_000 } }).probe());
    expect(error).toMatchObject({ kind: 'bad_answer', message: expect.stringContaining(' An answer is too large. ') });
    expect(calls).toHaveLength(1);
  });

  it('stops reading an answer that does not end in time', async () => {
    failWith(...four({ kind: 'endless_answer' }));
    const error = await failureOf(open({ limits: { bodyTimeoutMs: 20, maxAnswerBytes: 1e12 } }).probe());
    expect(error).toMatchObject({ kind: 'timeout' });
    expect(calls).toHaveLength(4);
  });

  it('retries after a timeout', async () => {
    failWith({ kind: 'delay', ms: 60_000 });
    await open({ limits: { headersTimeoutMs: 1_000 } }).probe();
    expect(calls).toHaveLength(2);
  });

  it('follows no redirect', async () => {
    failWith(answer(307, { headers: { location: `${sandbox.cliq_api_url}/elsewhere` } }));
    expect(await failureOf(open().probe())).toMatchObject({ kind: 'bad_answer' });
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['a page of HTML', answer(200, { body: '<html>Sign in</html>' })],
    ['JSON of another form', answer(200, { body: '{"ok":true}' })],
  ])('does not take %s for the success of a write', async (_, fault) => {
    const session = await openKnown();
    failWith(fault);
    expect(await failureOf(session.putPerson(person))).toMatchObject({ kind: 'bad_answer' });
  });

  it.each([
    ['in a call', { kind: 'delay', ms: 60_000 } satisfies Fault],
    ['in a pause', answer(503, { headers: { 'retry-after': '20' } })],
  ])('ends %s when its signal does', async (_, fault) => {
    const stop = new AbortController();
    failWith(fault);
    const failure = failureOf(open({ signal: stop.signal }).probe());
    await expect.poll(() => calls.length, { interval: 1 }).toBe(1);
    stop.abort();
    expect(await failure).toMatchObject({ kind: 'aborted' });
    expect(calls).toHaveLength(1);
  });

  it('makes no call after its signal is aborted', async () => {
    failWith();
    expect(await failureOf(open({ signal: AbortSignal.abort() }).probe())).toMatchObject({ kind: 'aborted' });
    expect(calls).toHaveLength(0);
  });

  it('reports an unreadable certificate bundle immediately', () => {
    const config = { ...sandbox, client_certificate_bundle_pem: 'nothing' };
    expect(() => cliqWebManager.connect(config, directIo())).toThrow('no certificate in PEM form');
  });

  it('puts the service below the path of the address', async () => {
    failWith();
    const config = { ...sandbox, cliq_api_url: `${sandbox.cliq_api_url}/hosted/CLIQWebManager/` };
    const session = cliqWebManager.connect(config, directIo());
    sessions.push(session);
    await failureOf(session.probe());
    expect(calls[0]?.path).toBe('/hosted/CLIQWebManager/ws/key2xs/v1/domains/city/');
  });
});
