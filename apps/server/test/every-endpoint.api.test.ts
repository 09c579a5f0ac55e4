import { allEndpoints, type Endpoint } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from './app';
import { pour } from './pour';

const everyEndpoint = Object.values(allEndpoints).flatMap((group) => Object.values(group));
const anyInput = {} as never; // never parsed: token and role are checked first

// What every endpoint promises is proved once, here, so a feature's own tests can be about the feature.
describe.each(
  everyEndpoint.map((endpoint: Endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint })),
)('$name', ({ endpoint }) => {
  const isPublic = endpoint.allow === 'public';

  test.skipIf(isPublic)('asks for a token', async ({ app }) => {
    const { status, problem } = await app.as('nobody').call(endpoint, anyInput);
    expect([status, problem.code]).toEqual([401, 'unauthenticated']);
  });

  test.skipIf(isPublic || endpoint.allow.includes('subadmin'))('refuses sub-admins', async ({ app }) => {
    const { status, problem } = await app.as('subadmin').call(endpoint, anyInput);
    expect([status, problem.code]).toEqual([403, 'forbidden']);
  });

  test.skipIf(!endpoint.needs)('refuses sub-admins who have not been given the function', async ({ app }) => {
    await app.as('subadmin').token();
    await app.db.updateTable('admin').set({ functions: [] }).execute();
    const { status, problem } = await app.as('subadmin').call(endpoint, anyInput);
    expect([status, problem.code]).toEqual([403, 'forbidden']);
  });

  test('answers with a trailing slash too', async ({ app }) => {
    const path = endpoint.path.replace(/:\w+/g, '0');
    const response = await fetch(`${app.url}/api/v1${path}/`, { method: endpoint.method });
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect((await response.json()).detail).not.toContain(path); // as it would of an unknown address
  });

  describe('refuses 20 MB, and reads next to nothing of it,', () => {
    const tooMuch = 20 * 1_048_576;
    const refused = async (app: TestApp, { token = '', type = takenTypeOf(endpoint), encoding = '' }) => {
      const head = [
        `${endpoint.method} /api/v1${endpoint.path.replace(/:\w+/g, '0')} HTTP/1.1`,
        `Content-Type: ${type}`,
        ...(token && [`Authorization: Bearer ${token}`]),
        ...(encoding && [`Content-Encoding: ${encoding}`]),
      ];
      const answer = await pour(app, { head: `${head.join('\r\n')}\r\n`, bytes: tooMuch });
      expect(answer.headers).toMatch(/^connection: close/im);
      expect(answer.taken).toBeLessThanOrEqual(maxTakenBytes);
      return [answer.status, JSON.parse(answer.body).code];
    };
    const tokenOf = (app: TestApp) => app.as(isPublic ? 'nobody' : 'superadmin').token();

    test.skipIf(isPublic)('without a token', async ({ app }) => {
      expect(await refused(app, {})).toEqual([401, 'unauthenticated']);
    });

    test.skipIf(isPublic)('with a token that is none', async ({ app }) => {
      expect(await refused(app, { token: 'a'.repeat(43) })).toEqual([401, 'unauthenticated']);
    });

    test.skipIf(isPublic || endpoint.allow.includes('subadmin'))('of a sub-admin', async ({ app }) => {
      expect(await refused(app, { token: await app.as('subadmin').token() })).toEqual([403, 'forbidden']);
    });

    test('of another type', async ({ app }) => {
      const type = endpoint.encoding === 'form' ? 'application/json' : 'application/x-www-form-urlencoded';
      const expected = endpoint.method === 'GET' ? [400, 'bad_request'] : [415, 'unsupported_media_type'];
      expect(await refused(app, { token: await tokenOf(app), type })).toEqual(expected);
    });

    test('that are compressed', async ({ app }) => {
      const expected = endpoint.method === 'GET' ? [400, 'bad_request'] : [415, 'unsupported_media_type'];
      expect(await refused(app, { token: await tokenOf(app), encoding: 'gzip' })).toEqual(expected);
    });

    test.skipIf(isLarge(endpoint))('because it is too much', async ({ app }) => {
      const expected = endpoint.method === 'GET' ? [400, 'bad_request'] : [413, 'payload_too_large'];
      expect(await refused(app, { token: await tokenOf(app) })).toEqual(expected);
    });
  });
});

/** What one read of a socket brings, the head of the request included. */
const maxTakenBytes = 65_536;

function takenTypeOf({ encoding }: Endpoint): string {
  if (encoding === 'form') return 'application/x-www-form-urlencoded';
  const isMultipart = typeof encoding === 'object' && 'multipart' in encoding;
  return isMultipart ? 'multipart/form-data; boundary=x' : 'application/json';
}

/** These take 20 MB from whoever may send them. */
function isLarge({ encoding }: Endpoint): boolean {
  if (typeof encoding !== 'object') return false;
  return ('jsonMaxBytes' in encoding ? encoding.jsonMaxBytes : encoding.maxBytes) >= 20 * 1_048_576;
}

test('nothing is mounted below /api that the contract does not name', async ({ app }) => {
  const { status, problem } = await app.as('superadmin').call({ ...someEndpoint, path: '/nothing-here' }, anyInput);
  expect([status, problem.code]).toEqual([404, 'not_found']);
});

const someEndpoint: Endpoint = { ...(everyEndpoint[0] as Endpoint), method: 'GET', encoding: 'json' };
