import { allEndpoints, type Endpoint } from '@key2xs/contract';
import { describe } from 'vitest';
import { z } from 'zod';
import { expect, type TestApp, test } from '#test/app';

const everyEndpoint: Endpoint[] = Object.values(allEndpoints).flatMap((group) => Object.values(group));

/** Takes a size or a page that is none of a list: of a picture, of a PDF, of a file for an auditor. */
const noLists = ['/locations/:id/floor-plan/picture', '/locations/:id/floor-plan', '/audit/proof'];

/** The paging fields an endpoint takes. */
function pagingOf({ path, query }: Endpoint): string[] {
  if (noLists.includes(path)) return [];
  const fields = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
  return fields.filter((name) => ['offset', 'limit', 'skip', 'page', 'size'].includes(name));
}

const lists = everyEndpoint.filter((endpoint) => pagingOf(endpoint).length > 0);
const sensible = ['-1', '0', '01', '1e3', '5', '-9007199254740991', '1000000000'];
const senseless = ['9007199254740991', '9007199254740992', '1e308', '-1e308', '1e999', 'NaN', 'Infinity', '1.5', '0x'];

const anId = '01a20269-4835-7676-9ee8-297801727070';
/** Required parameters of a list besides the page. */
const needed: Record<string, string> = {
  '/access-events': `cylinder_id=${anId}&`,
  '/access/can-open': `of=cylinder&id=${anId}&`,
  '/access/as-of/rights': `of=cylinder&id=${anId}&`,
  '/access/compare': `person_id=${anId}&other_id=${anId}&`,
};

async function ask(app: TestApp, { path, method }: Endpoint, query: string) {
  const authorization = `Bearer ${await app.as('superadmin').token()}`;
  const url = `${app.url}/api/v1${path.replace(':report', 'keys_out').replace(/:\w+/g, anId)}?${needed[path] ?? ''}${query}`;
  return (await fetch(url, { method, headers: { authorization } })).status;
}

test('there are lists to ask', () => {
  expect(lists.length).toBeGreaterThanOrEqual(12);
});

describe.each(lists.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint })))('$name', (list) => {
  test('clamps what makes sense and refuses the rest, in every vocabulary', async ({ app }) => {
    for (const field of pagingOf(list.endpoint)) {
      // An id that names nothing is looked for after the query was parsed.
      for (const value of sensible)
        expect([200, 404], `${field}=${value}`).toContain(await ask(app, list.endpoint, `${field}=${value}`));
      for (const value of senseless)
        expect(await ask(app, list.endpoint, `${field}=${value}`), `${field}=${value}`).toBe(422);
    }
  });
});
