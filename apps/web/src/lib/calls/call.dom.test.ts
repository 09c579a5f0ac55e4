import { accessRules, auth, cylinders, endpoint, iam, keyPlans, keySystems } from '@key2xs/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { session } from '../session';
import { ApiError } from './api-error';
import { call } from './call';

const id = '0190c0de-0000-7000-8000-000000000001';
const echo = endpoint({
  method: 'POST',
  path: '/things/:id/parts/:name',
  summary: 'Rename a part; its things stay',
  allow: ['superadmin'],
  audit: { none: 'read-only' },
  params: z.object({ id: z.string(), name: z.string() }),
  query: z.object({ q: z.string().optional(), deep: z.string().optional() }),
  body: z.object({ label: z.string() }),
  response: z.object({ ok: z.boolean() }),
});

type Sent = { url: string; init: RequestInit; headers: Record<string, string> };
let sent: Sent[];

/** Answers every request with `respond`. */
function answer(respond: (sent: Sent) => Response | Promise<Response>) {
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const request = { url, init, headers: Object.fromEntries(new Headers(init.headers)) };
    sent.push(request);
    return Promise.resolve().then(() => respond(request));
  });
}

const problem = (status: number, code: string, extra: object = {}) =>
  Response.json(
    { type: 'about:blank', title: 'No', status, code, detail: `Because ${code}.`, request_id: 'r1', ...extra },
    { status },
  );

beforeEach(() => {
  sent = [];
});

describe('what is sent', () => {
  it('fills the path, leaves out what is undefined, and carries token and version', async () => {
    answer(() => Response.json({ ok: true }));
    const input = { params: { id: 'a/b', name: 'x y' }, query: { q: 'é', deep: undefined }, body: { label: 'L' } };
    await call(echo, input, { ifMatch: 3 });
    expect(sent[0]?.url).toBe('/api/v1/things/a%2Fb/parts/x%20y?q=%C3%A9');
    expect(sent[0]?.init).toMatchObject({ method: 'POST', body: '{"label":"L"}' });
    expect(sent[0]?.headers).toMatchObject({
      authorization: 'Bearer test-token',
      'content-type': 'application/json',
      'if-match': '"3"',
    });
    expect(sent[0]?.headers).not.toHaveProperty('idempotency-key');
  });

  it('is a form if the endpoint requires one, without a token if it is public', async () => {
    answer(() => Response.json({ access_token: 'x', token_type: 'bearer', expires_in: 60 }));
    await call(auth.login, { body: { username: 'ada', password: 'ä&b', grant_type: 'password' } });
    expect(String(sent[0]?.init.body)).toBe('username=ada&password=%C3%A4%26b&grant_type=password');
    expect(sent[0]?.headers).not.toHaveProperty('authorization');
  });

  it('is multipart with its file if the endpoint requires it', async () => {
    answer(() => problem(422, 'validation_failed'));
    const file = new File(['pem'], 'client.pem');
    const body = { name: 'Head office', system_type: 'CLIQ_WEB_MANAGER', is_active: true } as const;
    const details = { cliq_api_url: 'https://cliq.test', domain_name: 'hq', client_certificate_bundle_pem_file: file };
    await call(keySystems.create, { body: { ...body, ...details } }).catch(() => undefined);
    const form = sent[0]?.init.body;
    if (!(form instanceof FormData)) throw new Error('No form was sent.');
    expect([form.get('is_active'), form.get('name'), form.has('description')]).toEqual(['true', 'Head office', false]);
    expect(form.get('client_certificate_bundle_pem_file')).toMatchObject({ name: 'client.pem' });
    expect(sent[0]?.headers).not.toHaveProperty('content-type');
  });

  it('is not sent when a path parameter is empty', async () => {
    answer(() => Response.json({ ok: true }));
    await expect(call(echo, { params: { id: '', name: 'x' }, query: {}, body: { label: 'L' } })).rejects.toThrow(
      'id is required for renaming a part',
    );
    expect(sent).toEqual([]);
  });

  it('names a missing parameter as the specification does', async () => {
    answer(() => Response.json({}));
    const plan = { keyplan_id: id };
    const calls = [
      call(accessRules.remove, { params: { ...plan, rule_id: '' } }),
      call(accessRules.removeTimeRestriction, { params: { ...plan, rule_id: id, time_restriction_id: '' } }),
      call(keyPlans.get, { params: { id: '' } }),
      call(iam.get, { params: { id: '' } }),
      call(iam.saveMapping, { params: { id: '' }, body: { external_id: 'No' } }),
      call(cylinders.group, { params: { id: '' } }),
    ];
    const reasons = (await Promise.allSettled(calls)).map((one) => one.status === 'rejected' && one.reason.message);
    expect(reasons).toEqual([
      'ruleId is required for deleting a rule',
      'timeRestrictionId is required for taking a window out of a rule',
      'keyplanId is required for reading one key plan',
      'connectionId is required for reading one identity source',
      'connectionId is required for storing which column feeds which field',
      'groupId is required for reading one cylinder group',
    ]);
    expect(sent).toEqual([]);
  });
});

describe('what comes back', () => {
  it('is filtered by the response schema', async () => {
    answer(() => Response.json({ is_connected: true, iam_configured: true, connections: 1, secret: 'x' }));
    expect(await call(iam.status, {})).toEqual({ is_connected: true, iam_configured: true, connections: 1 });
  });

  it('is an ApiError with the whole problem when the server refuses', async () => {
    answer(() => problem(409, 'constraint_violation', { related_records: { key_plan: 2 } }));
    const error: unknown = await call(iam.status, {}).catch((reason) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 409,
      code: 'constraint_violation',
      message: 'Because constraint_violation.',
      problem: { related_records: { key_plan: 2 } },
    });
  });

  it('is a plain sentence when a proxy answers', async () => {
    answer(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await expect(call(iam.status, {})).rejects.toMatchObject({ status: 502, code: 'internal', reference: '' });
  });

  it.each([
    [{ detail: 'The database is busy.' }],
    [{ message: 'The database is busy.' }],
    [{ detail: { message: 'The database is busy.' } }],
  ])('uses the message of another kind of server: %j', async (body) => {
    answer(() => Response.json(body, { status: 500 }));
    await expect(call(iam.status, {}, { unknownError: 'Failed.' })).rejects.toThrow('The database is busy.');
  });

  it('is a plain sentence when the answer does not match the contract', async () => {
    answer(() => Response.json({ is_connected: 'perhaps' }));
    await expect(call(iam.status, {}, { unknownError: 'Failed to fetch IAM status' })).rejects.toThrow(
      /^Failed to fetch IAM status$/,
    );
    await expect(call(iam.status, {})).rejects.toThrow(/^Something unexpected happened\. Try again\.$/);
  });

  it.each([200, 500])('is the result of a deletion with any error, answered with %i', async (status) => {
    const body = { success: false, error: 'database_busy', message: 'The database is busy.' };
    answer(() => Response.json(status === 500 ? { detail: body } : body, { status }));
    expect(await call(keySystems.remove, { params: { id } })).toEqual(body);
  });

  it('is the result of a deletion even when it comes with a 500', async () => {
    const body = { success: false, error: 'constraint_violation', related_records: { key_plan: 2 } };
    answer(() => Response.json({ detail: body }, { status: 500 }));
    expect(await call(iam.remove, { params: { id } })).toEqual(body);
  });
});

describe('no answer at all', () => {
  it('says that the server cannot be reached', async () => {
    answer(() => Promise.reject(new TypeError('fetch failed')));
    await expect(call(iam.status, {})).rejects.toMatchObject({ name: 'ConnectionError', reason: 'network' });
  });

  it('says that the caller cancelled', async () => {
    answer(({ init }) => Promise.reject(init.signal?.reason));
    const stop = new AbortController();
    stop.abort();
    await expect(call(iam.status, {}, { signal: stop.signal })).rejects.toMatchObject({ reason: 'cancelled' });
  });

  it('reports a timeout', async () => {
    answer(
      ({ init }) =>
        new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    );
    await expect(call(iam.status, {}, { timeoutMs: 1 })).rejects.toMatchObject({ reason: 'timeout' });
  });
});

describe('401', () => {
  it('ends the session', async () => {
    answer(() => problem(401, 'unauthenticated'));
    await expect(call(iam.status, {})).rejects.toMatchObject({ status: 401 });
    expect(session.phase()).toBe('signed-out');
  });

  it('keeps the session when only a password was wrong', async () => {
    answer(() => problem(401, 'invalid_credentials'));
    const body = { current_password: 'wrong', new_password: 'a sentence works well' };
    await expect(call(auth.changePassword, { body })).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(session.phase()).toBe('signed-in');
  });

  it('is repeated when the token was replaced in the meantime', async () => {
    answer(({ headers }) => {
      if (headers.authorization === 'Bearer fresh') {
        return Response.json({ is_connected: false, iam_configured: false, connections: 0 });
      }
      session.signIn({ access_token: 'fresh', expires_in: 3_600 }, 'ada');
      return problem(401, 'unauthenticated');
    });
    expect(await call(iam.status, {})).toMatchObject({ connections: 0 });
    expect(session.phase()).toBe('signed-in');
  });
});

describe('503', () => {
  it('keeps the session and reports when to retry', async () => {
    answer(() => Response.json({}, { status: 503, headers: { 'retry-after': '5' } }));
    await expect(call(iam.status, {})).rejects.toMatchObject({ status: 503, pauseMs: 5_000 });
    expect(session.phase()).toBe('signed-in');
  });

  it('reports no retry time unless the server gives one', async () => {
    answer(() => Response.json({}, { status: 503, headers: { 'retry-after': 'soon' } }));
    await expect(call(iam.status, {})).rejects.toMatchObject({ pauseMs: undefined });
  });
});

it('a truncated answer counts as none', async () => {
  const broken = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"is_connected":'));
      controller.error(new TypeError('terminated'));
    },
  });
  answer(() => new Response(broken, { headers: { 'content-type': 'application/json' } }));
  await expect(call(iam.status, {})).rejects.toMatchObject({ name: 'ConnectionError', reason: 'network' });
});
