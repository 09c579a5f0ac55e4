import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createSecureContext } from 'node:tls';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { directIo } from '../../direct-io';
import { inspectRoute } from '../../inspect-https';
import type { DiagnosisStep, DriverIo, KeySystemSession } from '../../key-system-driver';
import { loadSandboxPki } from '../../sandbox-kit/pki';
import { cliqWebManager } from '../driver';
import { type CliqSandbox, startCliqSandbox } from '../sandbox';

const dayMs = 24 * 60 * 60 * 1_000;

describe('a diagnosis', () => {
  let sandbox: CliqSandbox;
  let session: KeySystemSession;

  beforeAll(async () => {
    sandbox = await startCliqSandbox({ port: 0 });
  });
  afterEach(async () => {
    sandbox.script();
    sandbox.offer('full');
    await session.close();
  });
  afterAll(() => sandbox.close());

  const open = (config: Partial<CliqSandbox> = {}, io: Partial<DriverIo> = {}) => {
    session = cliqWebManager.connect({ ...sandbox, ...config }, directIo(io));
    return session;
  };

  /** Their messages in words. */
  async function stepsOf(opened: KeySystemSession) {
    const steps: Record<string, Omit<DiagnosisStep, 'message'> & { message: string }> = {};
    for await (const { message, ...step } of opened.diagnose())
      steps[step.name] = { ...step, message: message ? renderSentence(message) : '' };
    return steps;
  }

  const expiryOf = async () => new Date((await open().probe()).client_certificate_expires_at).getTime();

  it('warns of certificates that end within thirty days', async () => {
    const now = new Date((await expiryOf()) - 20.5 * dayMs);
    const steps = await stepsOf(open({}, { now: () => now }));
    expect(steps.client_certificate).toMatchObject({
      state: 'warning',
      message: expect.stringMatching(/is accepted.* It ends in 20 days: have it renewed, and upload the new one\.$/),
    });
    expect(steps.server_certificate?.state).toBe('warning');
    expect(steps.read?.state).toBe('passed');
  });

  it('does not warn of certificates that last longer', async () => {
    const now = new Date((await expiryOf()) - 30.5 * dayMs);
    expect((await stepsOf(open({}, { now: () => now }))).client_certificate?.state).toBe('passed');
  });

  it('says that our certificate has expired, although the other side only closes the connection', async () => {
    const expired = { client_certificate_bundle_pem: sandbox.expired_client_certificate_bundle_pem };
    expect((await stepsOf(open(expired))).client_certificate).toMatchObject({
      state: 'failed',
      error_kind: 'certificate_expired',
      message: expect.stringMatching(/^Our client certificate has expired\. It was valid until \d{4}-\d\d-\d\d\. /),
    });
    await expect(session.probe()).rejects.toMatchObject({ kind: 'certificate_expired' });
  });

  it('finds a refused certificate under TLS 1.2, where the handshake ends over it', async () => {
    const pki = await loadSandboxPki(new Date());
    const server = createServer({
      ...pki.server,
      ca: pki.authority.cert,
      requestCert: true,
      rejectUnauthorized: true,
      maxVersion: 'TLSv1.2',
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // a TCP server has no other kind of address
    const steps = await stepsOf(
      open({
        cliq_api_url: `https://127.0.0.1:${port}`,
        client_certificate_bundle_pem: sandbox.foreign_certificate_bundle_pem,
      }),
    );
    server.closeAllConnections();
    server.close();
    expect(steps.client_certificate).toMatchObject({ state: 'failed', error_kind: 'certificate_rejected' });
    expect(steps.domain?.state).toBe('skipped');
  });

  it('warns of missing capabilities if only the query service answers', async () => {
    sandbox.offer('query_only');
    const steps = await stepsOf(open());
    expect(steps.domain).toMatchObject({ state: 'passed', message: expect.stringContaining('knows no domains') });
    expect(steps.services?.state).toBe('warning');
    expect(steps.services?.message).toBe(
      'Only the query service answers: nothing can be written, changes have to be made by hand. ' +
        'This connection can: read persons, keys, access events. It cannot: read profiles, cylinders, cylinder groups, ' +
        'programming jobs, programming keys and devices; recognise which persons are ours; write persons, profiles, ' +
        'members of profiles, holders of keys, times of keys, single rights of keys, programming jobs.',
    );
  });

  it('warns if the query service does not answer, and continues', async () => {
    sandbox.script({ name: 'server_error', only: 'getAuditTrails' });
    const steps = await stepsOf(open());
    expect(steps.services).toMatchObject({
      state: 'warning',
      message: expect.stringMatching(/access events cannot be read\. .* It answered with HTTP status 500\. /),
    });
    expect(steps.read).toMatchObject({ state: 'passed', message: expect.stringMatching(/ brought 12\.$/) });
  });

  it('finds an address at which something else answers', async () => {
    const steps = await stepsOf(open({ cliq_api_url: `${sandbox.cliq_api_url}/elsewhere` }));
    expect(steps.client_certificate?.state).toBe('passed');
    expect(steps.domain?.state).toBe('skipped');
    expect(steps.services).toMatchObject({ state: 'failed', error_kind: 'bad_answer' });
  });

  it('says that no name server answers', async () => {
    const io = directIo();
    const route = { secureContext: createSecureContext(), timeoutMs: 50, signal: io.signal };
    const silent = () => new Promise<never>(() => {});
    session = cliqWebManager.connect(sandbox, {
      ...io,
      inspectHttps: (origin) => inspectRoute({ ...route, origin, addresses: silent }),
    });
    const steps = await stepsOf(session);
    expect(steps.resolve).toMatchObject({
      state: 'failed',
      error_kind: 'unreachable',
      message: expect.stringContaining('Its host name could not be looked up in time: no name server answers.'),
    });
    expect(steps.connect?.state).toBe('skipped');
  });

  it('finds a read that does not work', async () => {
    sandbox.script({ name: 'cut_page', variant: 'length', only: 'GET persons' });
    const steps = await stepsOf(open());
    expect(steps.services?.state).toBe('passed');
    expect(steps.read).toMatchObject({ state: 'failed', error_kind: 'bad_answer' });
  });

  it.each([
    ['half_open', 'server_certificate', 'timeout'],
    ['foreign_certificate', 'server_certificate', 'tls_untrusted'],
    ['expired_server_certificate', 'server_certificate', 'tls_untrusted'],
    ['expired_client_certificate', 'client_certificate', 'certificate_expired'],
    ['never_answers', 'client_certificate', 'timeout'],
    ['server_error', 'services', 'refused'],
    ['garbage', 'services', 'bad_answer'],
  ] as const)('finds %s in the step %s', async (name, step, error_kind) => {
    open({}, { limits: { headersTimeoutMs: 1_500 } });
    sandbox.script({ name });
    const steps = await stepsOf(session);
    const failed = Object.values(steps).filter(({ state }) => state === 'failed');
    expect(failed.map((one) => [one.name, one.error_kind])).toEqual([[step, error_kind]]);
  });

  it('yields each step immediately, and ends with its signal', async () => {
    const stop = new AbortController();
    sandbox.script({ name: 'never_answers' });
    const diagnosis = open({}, { signal: stop.signal, limits: { headersTimeoutMs: 60_000 } }).diagnose();
    for (const name of ['resolve', 'connect', 'server_certificate']) {
      expect((await diagnosis.next()).value).toMatchObject({ name, state: 'passed' });
    }
    const next = diagnosis.next();
    stop.abort();
    await expect(next).rejects.toMatchObject({ name: 'DriverError', kind: 'aborted' });
  });

  it('tries nothing when its signal has ended before', async () => {
    const diagnosis = open({}, { signal: AbortSignal.abort() }).diagnose();
    await expect(diagnosis.next()).rejects.toMatchObject({ kind: 'aborted' });
    expect(sandbox.calls()).toEqual([]);
  });
});
