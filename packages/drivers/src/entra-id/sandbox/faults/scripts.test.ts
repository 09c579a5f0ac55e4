import { gunzipSync } from 'node:zlib';
import { Agent, request } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { certificatesMs } from '../../../sandbox-kit/call-wire';
import { type EntraSandbox, startEntraSandbox } from '../../sandbox';
import { anAssertion, askForToken, graphClient } from '../test-client';
import { oddNames } from './odd-names';
import { scripts } from './scripts';

const people = '/users?$top=20&$select=id,displayName,department,jobTitle,employeeId,accountEnabled';
const path = `/v1.0${people}`;

/** Only for missing answers: all others end by themselves, even on a busy machine. */
const timeoutFor = (message: string) => (message === 'no answer in time' ? 150 : 20_000);

let sandbox: EntraSandbox;
let graph: ReturnType<typeof graphClient>;
beforeAll(async () => {
  sandbox = await startEntraSandbox({ port: 0, people: 50, delta_page: 20 });
}, certificatesMs);
beforeEach(async () => {
  graph = graphClient(sandbox);
  await graph.get('/organization'); // has its token before anything goes wrong
});
afterEach(() => sandbox.script());
afterAll(() => sandbox.close());

const idsIn = (value: { id: string }[]) => value.map(({ id }) => id);

describe('answers', () => {
  it.each([
    ['too_many_requests', undefined, 429, undefined],
    ['server_error', undefined, 500, undefined],
    ['server_error', '502', 502, undefined],
    ['server_error', '503', 503, undefined],
    ['server_error', '504', 504, undefined],
    ['too_many_requests_retry_after', 'seconds', 429, '7'],
    ['unavailable_retry_after', 'seconds', 503, '7'],
  ] as const)('%s %s', async (name, variant, status, retryAfter) => {
    sandbox.script({ name, variant, ...(retryAfter && { amount: Number(retryAfter) }) });
    const answer = await graph.call(people);
    expect([answer.status, answer.headers['retry-after']]).toEqual([status, retryAfter]);
  });

  it.each(['too_many_requests_retry_after', 'unavailable_retry_after'] as const)('%s, as a date', async (name) => {
    sandbox.script({ name, variant: 'date', amount: 90 });
    const { headers } = await graph.call(people);
    const seconds = (Date.parse(headers['retry-after'] ?? '') - Date.parse(headers.date ?? '')) / 1_000;
    expect(Math.abs(seconds - 90)).toBeLessThanOrEqual(1);
  });

  it('near_limit', async () => {
    sandbox.script({ name: 'near_limit', amount: 120 });
    const { status, headers } = await graph.get(people);
    expect([status, headers['x-ms-throttle-limit-percentage']]).toEqual([200, '1.2']);
  });

  it('html_page and garbage', async () => {
    for (const [name, type] of [
      ['html_page', 'text/html; charset=utf-8'],
      ['garbage', 'application/json'],
    ] as const) {
      sandbox.script({ name });
      const { status, headers, text } = await graph.call(people);
      expect([status, headers['content-type']]).toEqual([200, type]);
      expect(() => JSON.parse(text)).toThrow();
    }
  });

  it('gzip_bomb', async () => {
    sandbox.script({ name: 'gzip_bomb', amount: 8 });
    const dispatcher = new Agent({ connect: { ca: sandbox.authority_pem } });
    const { body, headers } = await request(sandbox.graph_url + path, { dispatcher });
    const small = Buffer.from(await body.arrayBuffer());
    await dispatcher.close();
    expect([headers['content-encoding'], small.length < 20_000]).toEqual(['gzip', true]);
    expect(JSON.parse(gunzipSync(small).toString('utf8')).value[0]).toHaveLength(8 * 1024 * 1024);
  });

  it('oversized and wrong_content_type', async () => {
    sandbox.script({ name: 'oversized', amount: 2 });
    const { text } = await graph.call(people);
    expect([Buffer.byteLength(text), JSON.parse(text).value.length]).toEqual([2 * 1024 * 1024, 20]);
    sandbox.script({ name: 'wrong_content_type' });
    expect((await graph.get(people)).headers['content-type']).toBe('text/html');
  });

  it('redirect_elsewhere', async () => {
    sandbox.script({ name: 'redirect_elsewhere' });
    const { status, headers } = await graph.call(people);
    expect([status, headers.location]).toEqual([302, `${sandbox.graph_url}/elsewhere`]);
  });

  it('unauthorized and missing_permission', async () => {
    sandbox.script({ name: 'unauthorized' });
    expect(await graph.get(people)).toMatchObject({
      status: 401,
      body: { error: { code: 'InvalidAuthenticationToken' } },
    });
    sandbox.script({ name: 'missing_permission' });
    expect(await graph.get(people)).toMatchObject({
      status: 403,
      body: { error: { code: 'Authorization_RequestDenied' } },
    });
  });
});

describe('the login', () => {
  const form = () => {
    const { client_id, secret: client_secret } = sandbox.own_application();
    return { client_id, client_secret };
  };

  it.each(scripts.login_refused.variants)('login_refused %s', async (variant) => {
    sandbox.script({ name: 'login_refused', variant, first: 1 });
    expect((await askForToken(sandbox, form())).body.error_codes).toEqual([Number(variant)]);
    expect((await askForToken(sandbox, form())).status).toBe(200);
  });

  it.each(['ahead', 'behind'])('clock_skew %s', async (variant) => {
    sandbox.script({ name: 'clock_skew', variant });
    expect((await askForToken(sandbox, anAssertion(sandbox))).body.error_codes).toEqual([700024]);
    sandbox.script({ name: 'clock_skew', variant, amount: 60 });
    expect((await askForToken(sandbox, anAssertion(sandbox))).status).toBe(200);
  });
});

describe('connections', () => {
  it.each([
    ['half_open', 'no answer in time', 'connect'],
    ['never_answers', 'no answer in time', 'GET users'],
    ['endless', 'no answer in time', 'GET users'],
    ['cut_body', 'read ECONNRESET', 'GET users'],
    ['foreign_certificate', 'unable to verify the first certificate', 'connect'],
    ['expired_server_certificate', 'certificate has expired', 'connect'],
  ] as const)('%s ends in: %s', async (name, message, operation) => {
    sandbox.script({ name });
    await expect(graph.call(people, { timeoutMs: timeoutFor(message) })).rejects.toThrow(message);
    expect(sandbox.calls()).toMatchObject([{ operation, script: name }]);
    sandbox.script();
    expect((await graph.get(people)).status).toBe(200);
  });

  it('slow', async () => {
    sandbox.script({ name: 'slow', amount: 120 });
    const from = performance.now();
    expect((await graph.get(people)).status).toBe(200);
    expect(performance.now() - from).toBeGreaterThanOrEqual(119);
  });
});

describe('pages', () => {
  it('truncated_page', async () => {
    sandbox.script({ name: 'truncated_page' });
    const { body } = await graph.get('/users/delta');
    expect([body.value.length, Object.keys(body)]).toEqual([10, ['@odata.context', 'value']]);
  });

  it.each([
    people,
    '/users/delta?$select=id',
    '/groups/delta?$select=id',
  ])('empty_page loses no objects: %s', async (list) => {
    const whole = await graph.follow(list);
    sandbox.script({ name: 'empty_page' });
    const { body } = await graph.get(list);
    expect([body.value, typeof body['@odata.nextLink']]).toEqual([[], 'string']);
    const { value, pages } = await graph.follow(list);
    expect([value, pages]).toEqual([whole.value, 2 * whole.pages]);
  });

  it('emptied', async () => {
    sandbox.script({ name: 'emptied' });
    expect((await graph.get(people)).body).toEqual({ '@odata.context': expect.any(String), value: [] });
    const { body } = await graph.get('/users/delta');
    expect(body).toMatchObject({ value: [], '@odata.deltaLink': expect.stringContaining('/users/delta') });
  });

  it('duplicated_items, repeated_page and reversed_page', async () => {
    const first = (await graph.get(people)).body;
    const second = (await graph.get(first['@odata.nextLink'])).body;
    sandbox.script({ name: 'duplicated_items' });
    expect((await graph.get(people)).body.value).toHaveLength(40);
    sandbox.script();
    await graph.get(people);
    sandbox.script({ name: 'repeated_page' });
    expect((await graph.get(first['@odata.nextLink'])).body.value).toEqual([...first.value, ...second.value]);
    sandbox.script({ name: 'reversed_page' });
    expect((await graph.get(people)).body.value).toEqual([...first.value].reverse());
  });

  it('removed_in_page', async () => {
    sandbox.script({ name: 'removed_in_page', variant: 'deleted' });
    const { value } = await graph.follow('/users/delta?$select=id');
    const removed = value.filter((item) => '@removed' in item);
    expect([value.length, new Set(removed.map(({ id }) => id)).size]).toEqual([53, 3]);
    expect(removed[0]).toMatchObject({ '@removed': { reason: 'deleted' } });
  });

  it('endless_paging', async () => {
    sandbox.script({ name: 'endless_paging' });
    const first = (await graph.get('/users/delta')).body;
    expect(first).not.toHaveProperty(['@odata.deltaLink']);
    const second = (await graph.get(first['@odata.nextLink'])).body;
    expect([idsIn(second.value), second['@odata.nextLink']]).toEqual([idsIn(first.value), first['@odata.nextLink']]);
  });

  it.each([
    ['host', /^https:\/\/localhost:\d+\/v1\.0\/users\?/],
    ['plain', /^http:\/\/127\.0\.0\.1:\d+\/v1\.0\/users\?/],
    ['user', /^https:\/\/127\.0\.0\.1%3A\d+@localhost:\d+\/v1\.0\/users\?/],
  ])('foreign_next_link %s', async (variant, form) => {
    sandbox.script({ name: 'foreign_next_link', variant });
    const link = (await graph.get(people)).body['@odata.nextLink'];
    expect(link).toMatch(form);
    await graph.call(link).catch(() => undefined);
    expect(sandbox.log().at(-1)).toMatchObject({
      host: new URL(link).host,
      has_token: true,
    });
  });

  it.each([
    ['410', 410, 'syncStateNotFound', true],
    ['syncStateNotFound', 400, 'syncStateNotFound', false],
    ['resyncRequired', 400, 'resyncRequired', true],
  ])('lost_delta_token %s', async (variant, status, code, hasLocation) => {
    const { deltaLink } = await graph.follow('/users/delta');
    sandbox.script({ name: 'lost_delta_token', variant });
    const answer = await graph.get(deltaLink);
    expect([answer.status, answer.body.error.code, 'location' in answer.headers]).toEqual([status, code, hasLocation]);
    expect((await graph.get('/users/delta')).status).toBe(200);
  });

  it('changed_types', async () => {
    sandbox.script({ name: 'changed_types' });
    const [person] = (await graph.get(people)).body.value;
    expect(person).toMatchObject({
      department: [expect.any(String)],
      jobTitle: { name: expect.any(String) },
      accountEnabled: 'yes',
      employeeId: 4_711,
    });
  });

  it('odd_names, as they are', async () => {
    sandbox.script({ name: 'odd_names' });
    const { value } = (await graph.get(people)).body;
    const names = value.map(({ displayName }: { displayName: string }) => displayName);
    expect(names.slice(0, oddNames.length)).toEqual(oddNames.map(([, name]) => name));
    expect(names.join('')).toContain('\u0000');
    expect(names.join('')).toMatch(/\ud83d(?![\udc00-\udfff])/);
  });
});

describe('orders', () => {
  it('hold for a time by the clock of the sandbox', async () => {
    sandbox.script({ name: 'too_many_requests', during: 60_000 });
    expect((await graph.call(people)).status).toBe(429);
    sandbox.act('advance', { time: '61s' });
    expect((await graph.call(people)).status).toBe(200);
  });

  it('hold for some calls, and all are counted', async () => {
    sandbox.script({ name: 'server_error', only: 'GET users', every: 2 });
    const statuses: number[] = [];
    for (let index = 0; index < 4; index++) statuses.push((await graph.call(people)).status);
    await graph.call('/groups', { headers: { 'x-ms-throttle-priority': 'low' } });
    expect([statuses, sandbox.calls().length]).toEqual([[200, 500, 200, 500], 5]);
    expect(sandbox.log().at(-1)).toMatchObject({
      operation: 'GET groups',
      headers: { 'x-ms-throttle-priority': 'low' },
    });
  });
});

it('every script has a description', () => {
  for (const { does } of Object.values(scripts)) expect(does).toMatch(/^[A-Z].+\.$/);
});
