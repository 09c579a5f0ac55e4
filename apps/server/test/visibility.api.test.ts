import type { Endpoint } from '@key2xs/contract';
import { describe } from 'vitest';
import { buildApp } from '#app';
import { expect, type TestApp, test } from './app';
import { createAuditCheck } from './client';
import { aFullHouse, reads } from './factories/full-house';

/** The same server, which treats the caller as a super admin, but reads as a sub-admin without functions. */
async function asSeenWithoutAccess(app: TestApp) {
  const server = await buildApp(app.deps);
  server.addHook('preHandler', async ({ actor }) => {
    if (actor) Object.assign(actor, { role: 'subadmin', functions: [] });
  });
  return server;
}

describe('reads', () => {
  test('return only visible records', async ({ app }) => {
    const { addressOf } = await aFullHouse(app);
    const headers = { authorization: `Bearer ${await app.as('superadmin').token()}` };
    const [open, shut] = [await buildApp(app.deps), await asSeenWithoutAccess(app)];
    const audit = createAuditCheck(app.db);
    const violations: string[] = [];
    for (const endpoint of reads) {
      const url = addressOf(endpoint);
      const [seen, unseen] = [await open.inject({ url, headers }), await shut.inject({ url, headers })];
      const { statusCode: status } = seen;
      await audit.check(endpoint, {
        status,
        headers: new Headers({ 'x-request-id': `${seen.headers['x-request-id']}` }),
      });
      const name = `${endpoint.path} (${url})`;
      if (seen.statusCode !== 200 || tellsNothing(endpoint, seen)) violations.push(`${name} returns nothing anyway`);
      if (!tellsNothing(endpoint, unseen))
        violations.push(`${name}: ${unseen.statusCode} ${unseen.body.slice(0, 300)}`);
    }
    await audit.checkReads();
    await Promise.all([open.close(), shut.close()]);
    expect(violations).toEqual([]);
  });
});

type Answer = { statusCode: number; body: string; json: () => unknown };

function tellsNothing({ produces }: Endpoint, answer: Answer): boolean {
  if (answer.statusCode === 404) return true;
  if (produces === 'csv' || produces === 'file') return answer.body.trim().split('\n').length === 1;
  return answer.statusCode === 200 && isEmpty(answer.json());
}

const paging = ['limit', 'offset', 'page', 'size'];

/** Only empty lists, zeros, nulls and false. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== 'object' || value === null) return !value;
  return Object.entries(value).every(([name, part]) => paging.includes(name) || isEmpty(part));
}
