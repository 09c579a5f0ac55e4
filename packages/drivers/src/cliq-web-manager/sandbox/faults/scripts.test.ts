import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { certificatesMs } from '../../../sandbox-kit/call-wire';
import { type CliqSandbox, startCliqSandbox } from '../../sandbox';
import { servicePath } from '../../wire';
import { ask, callRaw, textsOf } from '../services/plain-client';
import { siteCylinders, sitePersons } from '../site/city';

const cylinders = `${servicePath}/city/cylinders?first_result=0&max_results=100`;
const secondPage = `${servicePath}/city/cylinders?first_result=100&max_results=100`;

/**
 * Only for missing answers: all others end by themselves. Long enough for the call to reach the sandbox, after two handshakes, on a
 * busy machine.
 */
const timeoutFor = (message: string) => (message === 'no answer in time' ? 1_500 : 20_000);

describe('scripts of the sandbox', () => {
  let sandbox: CliqSandbox;
  beforeAll(async () => {
    sandbox = await startCliqSandbox({ port: 0 });
  }, certificatesMs);
  afterEach(() => sandbox.script());
  afterAll(() => sandbox.close());

  const get = (path = cylinders) => callRaw(sandbox, { path, timeoutMs: 20_000 });
  const list = async (path = cylinders): Promise<{ total: number; items: { external_id: string }[] }> =>
    JSON.parse((await get(path)).text);
  const put = (reference: string) => {
    const body = JSON.stringify({ first_name: 'Ada', surname: 'Quill', email: null, employee_id: null });
    return callRaw(sandbox, { method: 'PUT', path: `${servicePath}/city/persons/${reference}`, body });
  };
  const holds = (reference: string) => sandbox.inspect().persons.some((person) => person.reference === reference);

  describe('answers', () => {
    it.each([
      ['too_many_requests', undefined, 429],
      ['server_error', undefined, 500],
      ['server_error', '502', 502],
      ['server_error', '503', 503],
      ['server_error', '504', 504],
    ] as const)('%s %s', async (name, variant, status) => {
      sandbox.script({ name, variant });
      const answer = await get();
      expect([answer.status, answer.headers['retry-after']]).toEqual([status, undefined]);
    });

    it('too_many_requests_retry_after, in seconds and as a date', async () => {
      sandbox.script({ name: 'too_many_requests_retry_after', amount: 7 });
      expect(await get()).toMatchObject({ status: 429, headers: { 'retry-after': '7' } });
      sandbox.script({ name: 'too_many_requests_retry_after', amount: 90, variant: 'date' });
      const { headers } = await get();
      const seconds = (Date.parse(headers['retry-after'] ?? '') - Date.parse(headers.date ?? '')) / 1_000;
      expect(Math.abs(seconds - 90)).toBeLessThanOrEqual(1);
    });

    it('redirect_elsewhere', async () => {
      sandbox.script({ name: 'redirect_elsewhere', variant: '307' });
      const { status, headers } = await get();
      expect([status, headers.location]).toEqual([307, `${sandbox.cliq_api_url}/elsewhere`]);
    });

    it('soap_fault, to the query service only', async () => {
      sandbox.script({ name: 'soap_fault' });
      const { status, text } = await ask(sandbox, '<q:getPersons/>');
      expect([status, textsOf(text, 'faultcode')]).toEqual([500, ['e:Server']]);
      expect(await get()).toMatchObject({ status: 200 });
    });

    it('entity_bomb', async () => {
      sandbox.script({ name: 'entity_bomb' });
      const { status, text } = await ask(sandbox, '<q:getPersons/>');
      expect([status, text.length < 2_000]).toEqual([200, true]);
      expect(text).toMatch(/^<!DOCTYPE e \[<!ENTITY e0 "a+"><!ENTITY e1 "(&e0;){10}">.*<identity>&e9;<\/identity>/);
    });

    it('garbage', async () => {
      sandbox.script({ name: 'garbage' });
      const { text } = await get();
      expect(() => JSON.parse(text)).toThrow();
      expect((await ask(sandbox, '<q:getPersons/>')).text).not.toMatch(/^</);
    });

    it('wrong_content_type', async () => {
      sandbox.script({ name: 'wrong_content_type' });
      const { headers, text } = await get();
      expect([headers['content-type'], JSON.parse(text).total]).toEqual(['text/html', siteCylinders.length]);
    });

    it('oversized', async () => {
      sandbox.script({ name: 'oversized', amount: 2 });
      const { text } = await get();
      expect([Buffer.byteLength(text), JSON.parse(text).total]).toEqual([2 * 1024 * 1024, siteCylinders.length]);
    });
  });

  describe('connections', () => {
    it.each([
      ['half_open', 'no answer in time', 'connect'],
      ['never_answers', 'no answer in time', 'GET cylinders'],
      ['endless', 'no answer in time', 'GET cylinders'],
      ['reset_in_body', 'read ECONNRESET', 'GET cylinders'],
      ['cut_page', 'aborted', 'GET cylinders'],
      ['expired_client_certificate', 'alert certificate expired', 'connect'],
      ['foreign_certificate', 'unable to verify the first certificate', 'connect'],
      ['expired_server_certificate', 'certificate has expired', 'connect'],
    ] as const)('%s ends in: %s', async (name, message, operation) => {
      sandbox.script({ name });
      await expect(callRaw(sandbox, { path: cylinders, timeoutMs: timeoutFor(message) })).rejects.toThrow(message);
      expect(sandbox.calls()).toMatchObject([{ operation, script: name }]);
      sandbox.script();
      expect(await get()).toMatchObject({ status: 200 });
    });

    it('slow', async () => {
      sandbox.script({ name: 'slow', amount: 120 });
      const from = performance.now();
      expect(await get()).toMatchObject({ status: 200 });
      expect(performance.now() - from).toBeGreaterThanOrEqual(119);
    });
  });

  describe('lists', () => {
    it('cut_page, before its total', async () => {
      sandbox.script({ name: 'cut_page', variant: 'total' });
      expect(await list()).toMatchObject({ total: siteCylinders.length, items: { length: 50 } });
      expect((await list(secondPage)).items).toEqual([]);
      expect(textsOf((await ask(sandbox, '<q:getPersons/>')).text, 'identity')).toHaveLength(sitePersons.length / 2);
    });

    it('duplicated_page', async () => {
      const first = await list();
      sandbox.script({ name: 'duplicated_page' });
      expect((await list(secondPage)).items).toEqual(first.items);
      expect((await list()).items).toHaveLength(200);
    });

    it('changes_behind_our_back', async () => {
      const before = await list(secondPage);
      sandbox.script({ name: 'changes_behind_our_back' });
      expect((await list()).total).toBe(siteCylinders.length);
      const after = await list(secondPage);
      expect(after.total).toBe(siteCylinders.length - 1);
      expect(after.items[0]).toEqual(before.items[1]);
    });

    it('lost_records', async () => {
      const before = await list();
      sandbox.script({ name: 'lost_records' });
      const total = Math.floor(siteCylinders.length / 10);
      expect(await list()).toMatchObject({ total, items: before.items.slice(0, total) });
      expect(await list(secondPage)).toMatchObject({ total, items: [] });
      expect(textsOf((await ask(sandbox, '<q:getPersons/>')).text, 'identity')).toHaveLength(sitePersons.length);
    });

    it('shows audit trails the same way', async () => {
      const page = (first: number) =>
        ask(
          sandbox,
          '<q:getAuditTrails><importDateInterval><from>2000-01-01T00:00:00Z</from></importDateInterval>' +
            `<pagination><firstResult>${first}</firstResult><maxResults>10</maxResults></pagination></q:getAuditTrails>`,
        ).then(({ text }) => textsOf(text, 'identity'));
      const first = await page(0);
      sandbox.script({ name: 'duplicated_page' });
      expect(await page(10)).toEqual(first);
      sandbox.script({ name: 'changes_behind_our_back' });
      expect((await page(10))[0]).toBe('E-0000012');
    });
  });

  describe('writes', () => {
    it('stored_nothing', async () => {
      sandbox.script({ name: 'stored_nothing' });
      expect(await put('lost')).toMatchObject({ status: 200, text: '{"changed":true}' });
      expect(holds('lost')).toBe(false);
    });

    it('stored_but_500', async () => {
      sandbox.script({ name: 'stored_but_500' });
      expect(await put('kept')).toMatchObject({ status: 500 });
      expect([holds('kept'), (await get()).status]).toEqual([true, 200]);
    });
  });

  describe('orders', () => {
    const statuses = async (count: number) => {
      const all: number[] = [];
      for (let index = 0; index < count; index++) all.push((await get()).status);
      return all;
    };

    it('hold for the first calls', async () => {
      sandbox.script({ name: 'server_error', first: 2 });
      expect(await statuses(4)).toEqual([500, 500, 200, 200]);
    });

    it('affect every nth call, and the first of those', async () => {
      sandbox.script({ name: 'server_error', every: 2, first: 4 });
      expect(await statuses(6)).toEqual([200, 500, 200, 500, 200, 200]);
    });

    it('hold for one operation or path', async () => {
      sandbox.script({ name: 'server_error', only: 'GET cylinders' }, { name: 'too_many_requests', only: '/keys' });
      expect((await get()).status).toBe(500);
      expect((await get(`${servicePath}/city/keys`)).status).toBe(429);
      expect((await ask(sandbox, '<q:getPersons/>')).status).toBe(200);
    });

    it('count every call since scripts were switched', async () => {
      await get();
      sandbox.script({ name: 'server_error', only: 'getPersons', first: 1 });
      await ask(sandbox, '<q:getPersons/>');
      await ask(sandbox, '<q:getPersons/>');
      await get();
      expect(sandbox.calls()).toMatchObject([
        { method: 'POST', path: '/CLIQWebManager/ws/query/v2/', operation: 'getPersons', script: 'server_error' },
        { method: 'POST', path: '/CLIQWebManager/ws/query/v2/', operation: 'getPersons', script: null },
        { method: 'GET', path: `${servicePath}/city/cylinders`, operation: 'GET cylinders', script: null },
      ]);
    });

    it('are refused when they make no sense, and leave what runs as it is', async () => {
      sandbox.script({ name: 'server_error' });
      expect(() => sandbox.script({ name: 'slow', first: 0 })).toThrow('first is a whole number from 1.');
      expect(() => sandbox.script({ name: 'server_error', variant: '505' })).toThrow(
        'no variant 505: 500, 502, 503, 504.',
      );
      expect((await get()).status).toBe(500);
    });
  });
});
