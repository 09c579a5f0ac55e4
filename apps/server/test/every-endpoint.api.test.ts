import { allEndpoints, type Endpoint } from '@key2xs/contract';
import { test as base, expect, type TestApp } from './app';
import { setFunctions } from './factories/administrators';
import { pour } from './pour';

const everyEndpoint = Object.values(allEndpoints).flatMap((group) => Object.values<Endpoint>(group));
const anyInput = {} as never; // never parsed: token and role are checked first

/** These tests store nothing, so they share one database and one administrator per role. */
const test = base.extend<{ $file: { server: TestApp } }>({
  server: [
    async ({ running: { app, reset } }, use) => {
      await reset();
      await use(app);
    },
    { scope: 'file' },
  ],
});

// The common contract of all endpoints is tested here, so that feature tests can focus on the feature.
for (const endpoint of everyEndpoint) {
  test(`${endpoint.method} ${endpoint.path}`, async ({ server: app }) => {
    const isPublic = endpoint.allow === 'public';
    const isOpenToSubAdmins = isPublic || endpoint.allow.includes('subadmin');
    const refusedAs = async (role: 'anonymous' | 'subadmin') => {
      const { status, problem } = await app.as(role).call(endpoint, anyInput);
      return [status, problem.code];
    };

    if (!isPublic) expect(await refusedAs('anonymous'), 'asks for a token').toEqual([401, 'unauthenticated']);
    if (!isOpenToSubAdmins) expect(await refusedAs('subadmin'), 'refuses sub-admins').toEqual([403, 'forbidden']);
    if (endpoint.needs) {
      const refused = await withoutFunctions(app, () => refusedAs('subadmin'));
      expect(refused, 'refuses sub-admins who have not been given the function').toEqual([403, 'forbidden']);
    }

    const path = endpoint.path.replace(/:\w+/g, '0');
    const slashed = await fetch(`${app.url}/api/v1${path}/`, { method: endpoint.method });
    if (isPublic && endpoint.method === 'GET') expect(slashed.status, 'with a trailing slash').toBe(200);
    else {
      expect(slashed.headers.get('content-type'), 'with a trailing slash').toContain('application/problem+json');
      expect((await slashed.json()).detail).not.toContain(path); // as for an unknown address
    }

    const refused = async (sent: Sent) => refuseTooMuch(app, endpoint, sent);
    const token = await app.as(isPublic ? 'anonymous' : 'superadmin').token();
    const takesNoBody = [400, 'bad_request'];
    const or = (status: number, code: string) => (endpoint.method === 'GET' ? takesNoBody : [status, code]);
    if (!isPublic) {
      expect(await refused({}), '20 MB without a token').toEqual([401, 'unauthenticated']);
      const wrong = { token: 'a'.repeat(43) };
      expect(await refused(wrong), '20 MB with a token that is none').toEqual([401, 'unauthenticated']);
    }
    if (!isOpenToSubAdmins) {
      const ofSubAdmin = { token: await app.as('subadmin').token() };
      expect(await refused(ofSubAdmin), '20 MB of a sub-admin').toEqual([403, 'forbidden']);
    }
    const otherType = endpoint.encoding === 'form' ? 'application/json' : 'application/x-www-form-urlencoded';
    const unsupported = or(415, 'unsupported_media_type');
    expect(await refused({ token, type: otherType }), '20 MB of another type').toEqual(unsupported);
    expect(await refused({ token, encoding: 'gzip' }), '20 MB that are compressed').toEqual(unsupported);
    if (!isLarge(endpoint)) {
      expect(await refused({ token }), '20 MB, which is too much').toEqual(or(413, 'payload_too_large'));
    }
  });
}

/** Runs while no administrator has a function. */
async function withoutFunctions<T>({ db, as }: TestApp, act: () => Promise<T>): Promise<T> {
  await as('subadmin').token();
  const before = await setFunctions(db, []);
  const result = await act();
  await setFunctions(db, before);
  return result;
}

type Sent = { token?: string; type?: string; encoding?: string };

const tooMuch = 20 * 1_048_576;

/** Sends 20 MB. @returns status and code of the refusal, of which almost nothing may have been read */
async function refuseTooMuch(app: TestApp, endpoint: Endpoint, { token, type, encoding }: Sent) {
  const head = [
    `${endpoint.method} /api/v1${endpoint.path.replace(/:\w+/g, '0')} HTTP/1.1`,
    `Content-Type: ${type ?? takenTypeOf(endpoint)}`,
    ...(token ? [`Authorization: Bearer ${token}`] : []),
    ...(encoding ? [`Content-Encoding: ${encoding}`] : []),
  ];
  const answer = await pour(app, { head: `${head.join('\r\n')}\r\n`, bytes: tooMuch });
  expect(answer.headers).toMatch(/^connection: close/im);
  expect(answer.taken).toBeLessThanOrEqual(maxTakenBytes);
  return [answer.status, JSON.parse(answer.body).code];
}

/** Maximum bytes of two socket reads, including the request head. */
const maxTakenBytes = 131_072;

function takenTypeOf({ encoding }: Endpoint): string {
  if (encoding === 'form') return 'application/x-www-form-urlencoded';
  const isMultipart = typeof encoding === 'object' && 'multipart' in encoding;
  return isMultipart ? 'multipart/form-data; boundary=x' : 'application/json';
}

/** These accept 20 MB from authorised callers. */
function isLarge({ encoding }: Endpoint): boolean {
  if (typeof encoding !== 'object') return false;
  return ('jsonMaxBytes' in encoding ? encoding.jsonMaxBytes : encoding.maxBytes) >= 20 * 1_048_576;
}

test('every route below /api is in the contract', async ({ server: app }) => {
  const { status, problem } = await app.as('superadmin').call({ ...someEndpoint, path: '/nothing-here' }, anyInput);
  expect([status, problem.code]).toEqual([404, 'not_found']);
});

const someEndpoint: Endpoint = { ...(everyEndpoint[0] as Endpoint), method: 'GET', encoding: 'json' };
