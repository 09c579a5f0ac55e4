import { keySystems } from '@key2xs/contract';
import { describe, onTestFinished, vi } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { bodyLines } from '#test/factories/certificates';
import { aKeySystem, dumpDatabase, goWrong, readInventory } from '#test/factories/key-systems';
import { aLoggingServer } from '#test/factories/logging-server';
import { testLimitMs } from './connection-test/abort-test';

type Order = Parameters<TestApp['sandbox']['script']>[0];

const works = 'CLIQ Web Manager sandbox 1.0 answered for the domain city.';
const tooOften =
  'The key system asks us to call less often. It answered with HTTP status 429. Wait for some minutes and try again.';
const cannot = (status: number) =>
  `The key system answered that it could not do what was asked. It answered with HTTP status ${status}. ` +
  'Try again later; if the problem persists, its operator has the details in its log.';
const tooLate =
  'The key system did not answer in time. Try again later; if the problem persists, check the load of the key system ' +
  'and the network in between.';
const strange = (detail: string) =>
  `The key system answered in a way that cannot be understood. ${detail} Check that the endpoint URL is that of the ` +
  'key system itself, and that its version is supported.';
const untrusted = (detail: string) =>
  `The certificate that the key system shows cannot be trusted. ${detail} Check the endpoint URL, or upload a bundle ` +
  'that also holds the certificate of the authority that signed it.';
const unknownIssuer = untrusted(
  'Its issuer is not known here. If your organisation inspects TLS or has an authority of its own, have the certificate of that ' +
    'authority added to KEY2XS_CA_DIR on the server.',
);
const expired = 'Our client certificate has expired. Upload the renewed certificate for this locking system.';
const broke =
  'The key system cannot be reached. The connection broke. Check the endpoint URL, and whether this server may connect to it.';

type Row = [order: Order, status: 'ACTIVE' | 'ERROR' | 'PENDING_VALIDATION', sentence: string, calls: number];

/** Of a connection that never worked. The calls are those of the test: four tries each, one where trying again is no use. */
const rows: Row[] = [
  [{ name: 'too_many_requests' }, 'PENDING_VALIDATION', tooOften, 4],
  [{ name: 'too_many_requests', first: 3 }, 'ACTIVE', works, 6],
  [{ name: 'too_many_requests_retry_after', amount: 300 }, 'PENDING_VALIDATION', tooOften, 1],
  [{ name: 'too_many_requests_retry_after', variant: 'date', amount: 300 }, 'PENDING_VALIDATION', tooOften, 1],
  [{ name: 'too_many_requests_retry_after', amount: 0.1, first: 1 }, 'ACTIVE', works, 4],
  [{ name: 'server_error' }, 'PENDING_VALIDATION', cannot(500), 4],
  [{ name: 'server_error', variant: '502' }, 'PENDING_VALIDATION', cannot(502), 4],
  [{ name: 'server_error', variant: '503', first: 3 }, 'ACTIVE', works, 6],
  [{ name: 'slow', amount: 50 }, 'ACTIVE', works, 3],
  [{ name: 'slow', amount: 60_000 }, 'ERROR', tooLate, 1],
  [{ name: 'slow', amount: 60_000, only: 'GET persons' }, 'PENDING_VALIDATION', tooLate, 3],
  [{ name: 'half_open' }, 'ERROR', tooLate, 2],
  [{ name: 'never_answers' }, 'ERROR', tooLate, 1],
  [{ name: 'reset_in_body' }, 'ERROR', broke, 4],
  [{ name: 'reset_in_body', first: 2 }, 'ACTIVE', works, 5],
  [{ name: 'cut_page' }, 'ERROR', strange('An answer was cut off.'), 4],
  [{ name: 'cut_page', variant: 'total' }, 'ACTIVE', works, 3],
  [{ name: 'duplicated_page' }, 'ERROR', strange('The record P-00001 came twice.'), 3],
  [{ name: 'changes_behind_our_back' }, 'ACTIVE', works, 3],
  [{ name: 'lost_records' }, 'ACTIVE', works, 3],
  [{ name: 'stored_nothing' }, 'ACTIVE', works, 3],
  [{ name: 'stored_but_500' }, 'ACTIVE', works, 3],
  [{ name: 'expired_client_certificate' }, 'ERROR', expired, 2],
  [{ name: 'foreign_certificate' }, 'ERROR', unknownIssuer, 2],
  [{ name: 'expired_server_certificate' }, 'ERROR', untrusted('It has expired; its operator has to renew it.'), 2],
  [{ name: 'garbage' }, 'ERROR', strange('It did not answer in JSON.'), 1],
  [{ name: 'garbage', only: 'getAuditTrails' }, 'ACTIVE', works, 3],
  [{ name: 'wrong_content_type' }, 'ACTIVE', works, 3],
  [{ name: 'endless' }, 'ERROR', strange('An answer is too large.'), 1],
  [{ name: 'redirect_elsewhere' }, 'ERROR', strange('It redirects to another address.'), 1],
  [{ name: 'redirect_elsewhere', variant: '308' }, 'ERROR', strange('It redirects to another address.'), 1],
  [{ name: 'soap_fault' }, 'ACTIVE', works, 6],
  [{ name: 'soap_fault', variant: 'Client' }, 'ACTIVE', works, 3],
  [{ name: 'entity_bomb' }, 'ERROR', strange('It did not answer in JSON.'), 1],
  [{ name: 'entity_bomb', only: 'getAuditTrails' }, 'ACTIVE', works, 3],
  [{ name: 'oversized', amount: 1 }, 'ERROR', strange('An answer is too large.'), 1],
];

/** For these only our own limit helps. */
const isEndless = ({ name, amount }: Order) => name === 'half_open' || name === 'never_answers' || amount === 60_000;

/** Shortens pauses and answers for the test, and lets it trigger our own timeout. */
function shorten(app: TestApp): AbortController {
  const { outbound } = app.deps;
  const short = { ...outbound, limits: { backoffMs: 5, maxAnswerBytes: 100_000 } };
  app.deps.outbound = short;
  const limit = new AbortController();
  const after = AbortSignal.timeout.bind(AbortSignal);
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  timeout.mockImplementation((ms) => (ms === testLimitMs ? limit.signal : after(ms)));
  onTestFinished(() => {
    app.deps.outbound = outbound;
    timeout.mockRestore();
  });
  return limit;
}

/** What arrived, without connections that nothing was done to. */
const arrived = ({ sandbox }: TestApp) =>
  sandbox.calls().filter(({ operation, script }) => operation !== 'connect' || script !== null);

const secrets = ({ sandbox }: TestApp) => bodyLines(sandbox.client_certificate_bundle_pem);

describe('POST /key-systems/connections/:id/test, through everything that has a name', () => {
  test.for(rows)('%o: %s', async ([order, expected, sentence, calls], { app }) => {
    const limit = shorten(app);
    const { id } = await aKeySystem(app, { inventory_read_at: new Date() });
    const { url, lines, call, end } = await aLoggingServer(app);
    goWrong(app, order);

    const testing = call(keySystems.test, { params: { id } });
    if (isEndless(order)) {
      await expect.poll(() => arrived(app).length).toBe(calls);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      limit.abort(new DOMException('The limit ran out.', 'TimeoutError'));
    }
    const { status, body, text } = await testing;
    expect([status, body.status, body.status_message]).toEqual([200, expected, sentence]);
    expect(arrived(app)).toHaveLength(calls);
    expect(arrived(app).some(({ path }) => path === '/elsewhere')).toBe(false);

    await end();
    const dump = await dumpDatabase(app);
    expect(dump).toContain(expected === 'ACTIVE' ? '"finding.answered"' : sentence);
    expect(lines.join('')).toContain(`/key-systems/connections/${id}/test`);
    for (const secret of secrets(app)) {
      for (const where of [dump, text, ...lines]) expect(where).not.toContain(secret);
    }
  });
});

describe('reading the inventory', () => {
  test.for<[Order, string]>([
    [{ name: 'too_many_requests_retry_after', amount: 300 }, tooOften],
    [{ name: 'expired_client_certificate' }, expired],
    [{ name: 'foreign_certificate' }, unknownIssuer],
  ])('ends at once over %o', async ([order, sentence], { app }) => {
    const { id } = await aKeySystem(app);
    const { lines } = await aLoggingServer(app);
    goWrong(app, order);
    expect(await readInventory(app, id)).toMatchObject({ status: 'FAILURE', error: sentence });
    const { body } = await app.as('superadmin').call(keySystems.get, { params: { id } });
    expect(body).toMatchObject({ status: 'ERROR', error_message: sentence, inventory_read_at: null });
    expect(lines.join('')).toContain('task failed');
    const dump = await dumpDatabase(app);
    for (const secret of secrets(app)) {
      for (const where of [dump, ...lines]) expect(where).not.toContain(secret);
    }
  });

  test.for<Order>([
    { name: 'server_error', first: 3 },
    { name: 'reset_in_body', first: 3 },
    { name: 'cut_page', first: 3 },
    { name: 'duplicated_page', first: 1 },
  ])('gets over %o', async (order, { app }) => {
    const { id } = await aKeySystem(app);
    goWrong(app, order);
    expect(await readInventory(app, id)).toMatchObject({ status: 'SUCCESS', error: null });
    const { body } = await app.as('superadmin').call(keySystems.get, { params: { id } });
    expect(body).toMatchObject({ status: 'ACTIVE', error_message: null, cylinders: 296 });
  });
});
