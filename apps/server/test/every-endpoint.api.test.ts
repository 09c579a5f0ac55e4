import { allEndpoints, type Endpoint } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, test } from './app';

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

  test('answers with a trailing slash too', async ({ app }) => {
    const path = endpoint.path.replace(/:\w+/g, '0');
    const response = await fetch(`${app.url}/api/v1${path}/`, { method: endpoint.method });
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(response.status).not.toBe(404);
  });
});

test('nothing is mounted below /api that the contract does not name', async ({ app }) => {
  const { status, problem } = await app.as('superadmin').call({ ...someEndpoint, path: '/nothing-here' }, anyInput);
  expect([status, problem.code]).toEqual([404, 'not_found']);
});

const someEndpoint: Endpoint = { ...(everyEndpoint[0] as Endpoint), method: 'GET', encoding: 'json' };
