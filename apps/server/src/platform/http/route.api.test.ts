import { auth, Problem } from '@key2xs/contract';
import fastify from 'fastify';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection } from '#test/factories/iam';
import { aKeySystem } from '#test/factories/key-systems';
import { JsonText } from '../database/json-text';
import type { Reader } from '../deps';
import { route } from './route';

const connections = '/api/v1/iam/connections';
const json = { 'content-type': 'application/json' };
const valid = JSON.stringify({ name: 'Head office', provider: 'csv' });

type Sent = { method?: string; headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> | FormData };

/** A request of a super admin as it comes, without the client of the contract. */
async function request(app: TestApp, path: string, { headers = {}, ...sent }: Sent = {}) {
  const authorization = `Bearer ${await app.as('superadmin').token()}`;
  const response = await fetch(`${app.url}${path}`, { ...sent, headers: { authorization, ...headers } });
  const text = await response.text();
  const problem = response.ok ? undefined : Problem.parse(JSON.parse(text));
  return { status: response.status, headers: response.headers, problem, text };
}

const post = (app: TestApp, body: string, headers: Record<string, string> = json, path = connections) =>
  request(app, path, { method: 'POST', headers, body });

describe('a request that cannot be taken', () => {
  const bodies: [what: string, body: string, headers: Record<string, string>, status: number, code: string][] = [
    ['broken JSON', '{"name": ', json, 400, 'bad_request'],
    ['nothing where JSON is announced', '', json, 400, 'bad_request'],
    ['JSON that is no object', '[]', json, 422, 'validation_failed'],
    ['null', 'null', json, 422, 'validation_failed'],
    ['a field of another type', '{"name": 7, "provider": "csv"}', json, 422, 'validation_failed'],
    ['a missing field', '{"provider": "csv"}', json, 422, 'validation_failed'],
    [
      'a prototype',
      '{"name":"Head office","provider":"csv","__proto__":{"is_active":false}}',
      json,
      400,
      'bad_request',
    ],
    ['plain text', valid, { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['XML', '<name/>', { 'content-type': 'application/xml' }, 415, 'unsupported_media_type'],
    ['an unknown type', valid, { 'content-type': 'x' }, 415, 'unsupported_media_type'],
    ['a form', 'name=Head+office&provider=csv&x=1', form, 415, 'unsupported_media_type'],
    ['more than a mebibyte', JSON.stringify({ name: 'x'.repeat(1_048_576) }), json, 413, 'payload_too_large'],
    [
      'NUL in a text',
      '{"name":"Head office","provider":"csv","description":"a\\u0000b"}',
      json,
      422,
      'validation_failed',
    ],
  ];
  for (const [what, body, headers, status, code] of bodies) {
    test(`is refused: ${what}`, async ({ app }) => {
      const answer = await post(app, body, headers);
      expect([answer.status, answer.problem?.code]).toEqual([status, code]);
      expect(await app.db.selectFrom('iam_connection').select('id').execute()).toEqual([]);
    });
  }

  test('names every field that is wrong', async ({ app }) => {
    const { problem } = await post(app, '{"name":" ","provider":"ldap","shoe_size":7,"is_active":"yes"}');
    expect(problem?.errors?.map(({ path }) => path).sort()).toEqual(['is_active', 'name', 'provider', 'shoe_size']);
    expect(problem?.detail).toContain('name: A name needs at least one visible character.');
  });

  const queries = ['/people?shoe_size=7', '/people?limit=many', '/people?active=perhaps', '/people?search=a&search=b'];
  for (const path of queries) {
    test(`is refused: ${path}`, async ({ app }) => {
      const { status, problem } = await request(app, `/api/v1${path}`);
      expect([status, problem?.code]).toEqual([422, 'validation_failed']);
    });
  }

  test('is refused: a query with NUL', async ({ app }) => {
    expect((await request(app, '/api/v1/people?search=%00')).status).toBe(422);
  });

  for (const [what, path] of [
    ['a broken escape', '/api/v1/people/%E0%A4%A'],
    ['an endless path', `/api/v1/people/${'x'.repeat(5_000)}`],
  ] as const) {
    test(`is refused: ${what}`, async ({ app }) => {
      const { status, problem } = await request(app, path);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(problem?.title).not.toBe('');
    });
  }

  test('may be announced as JSON and hold nothing where nothing is asked for', async ({ app }) => {
    const { id } = await aKeySystem(app, { inventory_read_at: new Date() }); // else the test begins to read it
    const path = `/api/v1/key-systems/connections/${id}`;
    const headers = json;
    expect((await request(app, `${path}/test`, { method: 'POST', headers })).status).toBe(200);
    expect((await request(app, path, { method: 'DELETE', headers })).status).toBe(200);
  });

  test('is refused: another method', async ({ app }) => {
    expect((await request(app, connections, { method: 'PATCH', headers: json, body: '{}' })).status).toBe(404);
  });
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe('a multipart request', () => {
  async function sendForm(app: TestApp, body: FormData) {
    const { id } = await aConnection(app);
    return request(app, `${connections}/${id}/staff-lists`, { method: 'POST', body });
  }

  function aForm(...parts: [name: string, value: string | Blob, fileName?: string][]): FormData {
    const body = new FormData();
    for (const [name, value, fileName] of parts) {
      if (typeof value === 'string') body.append(name, value);
      else body.append(name, value, fileName);
    }
    return body;
  }
  const list = new Blob(['external_id\nE1\n']);

  test('is taken with the one file it needs', async ({ app }) => {
    expect((await sendForm(app, aForm(['file', list, 'staff.csv']))).status).toBe(201);
  });

  const wrong: [what: string, body: () => FormData, status: number][] = [
    ['no file', () => aForm(), 422],
    ['a text in place of the file', () => aForm(['file', 'external_id']), 422],
    ['another field beside the file', () => aForm(['file', list, 'a.csv'], ['note', 'x']), 422],
    ['a file under another name', () => aForm(['list', list, 'a.csv']), 400],
    ['two files', () => aForm(['file', list, 'a.csv'], ['file', list, 'b.csv']), 413],
  ];
  for (const [what, body, status] of wrong) {
    test(`is refused with ${what}`, async ({ app }) => {
      const answer = await sendForm(app, body());
      expect([answer.status, answer.problem?.status]).toEqual([status, status]);
    });
  }

  test('is refused when it is JSON', async ({ app }) => {
    const { id } = await aConnection(app);
    const { problem } = await post(app, '{}', json, `${connections}/${id}/staff-lists`);
    expect(problem?.code).toBe('unsupported_media_type');
  });

  test('is refused without an end', async ({ app }) => {
    const { id } = await aConnection(app);
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const body = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nexternal_id\r\nE1';
    const { status } = await request(app, `${connections}/${id}/staff-lists`, { method: 'POST', headers, body });
    expect(status).toBe(400);
  });
});

describe('an answer', () => {
  test('is never kept by anything between', async ({ app }) => {
    const { headers } = await request(app, '/api/v1/overview');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('runs no script but ours and stands in no frame, whatever it is', async ({ app }) => {
    for (const path of ['/api/v1/overview', '/api/v1/nothing-here', '/healthz']) {
      const { headers } = await request(app, path);
      expect(headers.get('content-security-policy')).toMatch(
        /script-src 'self' 'wasm-unsafe-eval';.*frame-ancestors 'none'/,
      );
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
  });

  test('has the id of the request, also when it fails', async ({ app }) => {
    const good = await request(app, '/api/v1/overview');
    const bad = await request(app, '/api/v1/nothing-here');
    expect(good.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(bad.problem?.request_id).toBe(bad.headers.get('x-request-id'));
  });

  test('to a failure is a problem with its code and status', async ({ app }) => {
    const { headers, problem } = await request(app, '/api/v1/people/no-id');
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(problem).toMatchObject({ type: 'about:blank', title: 'Not found', status: 404, code: 'not_found' });
  });

  test('has nothing that the contract does not name', async ({ app }) => {
    const server = fastify();
    const row = { success: true as const, password_hash: 'a secret' };
    route(server, app.deps, auth.logout, async () => row);
    const { statusCode, body } = await server.inject({ method: 'POST', url: `/api/v1${auth.logout.path}` });
    expect([statusCode, JSON.parse(body)]).toEqual([200, { success: true }]);
  });

  test('that was made for a reader with other rights is not sent', async ({ app }) => {
    const server = fastify();
    const answerFor = (path: '/own' | '/all', scope: Reader['viewer']['scope']) => {
      const text = new JsonText(Buffer.from('{"success":true}'), {
        viewer: { role: 'subadmin', functions: [], scope },
      });
      route(server, app.deps, { ...auth.logout, path }, async () => text);
    };
    answerFor('/own', { departments: [], places: [] }); // what anybody may see without a token
    answerFor('/all', null);
    const post = async (path: string) => (await server.inject({ method: 'POST', url: `/api/v1${path}` })).statusCode;
    expect([await post('/own'), await post('/all')]).toEqual([200, 500]);
  });

  test('to a bug of ours says nothing of it', async ({ app }) => {
    const { id } = await aConnection(app, { mapping_config: '{"no_such_field":"x"}' });
    const { status, problem, text } = await request(app, `${connections}/${id}`);
    expect([status, problem?.code]).toEqual([500, 'internal']);
    expect(text).not.toMatch(/zod|no_such_field|mapping/i);
  });
});
