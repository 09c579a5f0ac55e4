import { randomUUID } from 'node:crypto';
import {
  adminFunctions,
  allEndpoints,
  type Endpoint,
  eventsOf,
  functionsWithin,
  isOpenTo,
  multipartOf,
} from '@key2xs/contract';
import { foldText } from '@key2xs/domain';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { z } from 'zod';
import { buildApp } from '#app';
import { createRunner } from '#platform/isolated/runner';
import { expect, type TestApp, test } from './app';
import { aSubAdmin } from './factories/administrators';
import { aFullHouse, type FullHouse } from './factories/full-house';

type Kind = 'person' | 'door' | 'place' | 'token' | 'session' | 'passkey' | 'link';

/** Which record the last id of an address names. */
const namedBy: [ending: RegExp, kind: Kind][] = [
  [/^\/people\/:id|:(person_id|user_id)/, 'person'],
  [/^\/key-plan\/cylinders\/:id|:cylinder_id/, 'door'],
  [/^\/locations\/:id|:location_id/, 'place'],
  [/^\/api-tokens\/:id/, 'token'],
  [/^\/profile\/sessions\/:id/, 'session'],
  [/^\/auth\/me\/factors\/passkeys\/:id/, 'passkey'],
  [/^\/auth\/me\/single-sign-on\/:id/, 'link'],
];
const isScoped = (kind: Kind) => ['person', 'door', 'place'].includes(kind);
const kindOf = ({ path }: Endpoint) => namedBy.find(([ending]) => ending.test(path))?.[1];
const named = Object.values(allEndpoints)
  .flatMap((group) => Object.values<Endpoint>(group))
  .filter((endpoint) => endpoint.allow !== 'public' && !eventsOf(endpoint) && kindOf(endpoint));

/** One record of each kind: people, doors and places outside the scope, and what belongs to another administrator. */
async function addRecords({ db, deps }: TestApp, { source, system, group }: FullHouse, owner: string) {
  const ids: Record<Kind, string> = {
    person: randomUUID(),
    door: randomUUID(),
    place: randomUUID(),
    token: randomUUID(),
    session: randomUUID(),
    passkey: randomUUID(),
    link: randomUUID(),
  };
  const [now, hash] = [new Date(), Buffer.from(ids.token)];
  const later = new Date(now.getTime() + 3_600_000);
  await sql`insert into person (id, connection_id, external_id, display_name, department, source_hash)
    values (${ids.person}, ${source}, ${ids.person}, 'Outsider', 'Elsewhere', '')`.execute(db);
  await sql`insert into location (id, name, type) values (${ids.place}, ${ids.place}, 'building')`.execute(db);
  await sql`
    insert into key_system_cylinder (id, connection_id, external_id, name, domain, marking, cylinder_type, location, state, group_id)
    values (${ids.door}, ${system}, ${ids.door}, '', 'x', ${ids.door}, 'x', '', 'x', ${group})`.execute(db);
  const times = { created_at: now, issued_at: now, expires_at: later };
  await db
    .insertInto('api_token')
    .values({
      id: ids.token,
      admin_id: owner,
      name: 'x',
      shown: 'k2x_',
      secret_hash: hash,
      is_read_only: true,
      ...times,
    })
    .execute();
  const session = {
    token_hash: hash,
    created_at: now,
    renewed_at: now,
    expires_at: later,
    ends_at: later,
    proved_at: now,
  };
  await db
    .insertInto('session')
    .values({ id: ids.session, admin_id: owner, ...session })
    .execute();
  const credential = { credential_id: ids.passkey, public_key: hash, counter: 0, transports: [], rp_id: 'x' };
  await db
    .insertInto('passkey')
    .values({ id: ids.passkey, admin_id: owner, name: 'x', is_backed_up: false, created_at: now, ...credential })
    .execute();
  const account = {
    issuer: 'https://login.example',
    subject: ids.link,
    account: 'x',
    linked_by: 'administrator',
  } as const;
  await db
    .insertInto('single_sign_on_identity')
    .values({ id: ids.link, admin_id: owner, linked_at: deps.clock(), ...account })
    .execute();
  return ids;
}

async function removeRecords({ db }: TestApp, ids: Record<Kind, string>): Promise<void> {
  for (const [kind, table] of [
    ['person', 'person'],
    ['door', 'key_system_cylinder'],
    ['place', 'location'],
    ['token', 'api_token'],
    ['session', 'session'],
    ['passkey', 'passkey'],
    ['link', 'single_sign_on_identity'],
  ] as const)
    await sql`delete from ${sql.table(table)} where id = ${ids[kind]}`.execute(db);
}

type Shape = {
  type?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  oneOf?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  minItems?: number;
  minLength?: number;
  minimum?: number;
};

/** The smallest body that fits a schema, in most cases. */
function sampleOf(shape: Shape): unknown {
  const [first] = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])];
  if (first) return sampleOf(first);
  if (shape.const !== undefined || shape.enum) return shape.const ?? shape.enum?.[0];
  if (shape.type === 'object') {
    const [any] = Object.keys(shape.properties ?? {});
    const names = shape.required?.length ? shape.required : any ? [any] : []; // a change of nothing is refused
    const required = names.map((name) => [name, sampleOf(shape.properties?.[name] ?? {})]);
    return Object.fromEntries(required);
  }
  if (shape.type === 'array') return Array.from({ length: shape.minItems ?? 0 }, () => sampleOf(shape.items ?? {}));
  if (shape.type === 'integer' || shape.type === 'number') return shape.minimum ?? 1;
  if (shape.type === 'boolean') return true;
  if (shape.format === 'uuid') return randomUUID();
  return shape.format === 'date-time' ? '2026-01-05T08:00:00Z' : 'x'.repeat(shape.minLength ?? 1);
}

function bodyOf(endpoint: Endpoint): { body?: string | FormData; type?: string } {
  const { body, encoding } = endpoint;
  const multipart = multipartOf(endpoint);
  if (multipart) {
    const form = new FormData();
    form.set(multipart.multipart, new Blob(['x']), 'x.png');
    return { body: form };
  }
  if (!body || encoding === 'form') return {};
  const sample = sampleOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Shape);
  return { body: JSON.stringify(sample), type: 'application/json' };
}

describe('every operation on a record outside the scope, or of another administrator,', () => {
  test('answers as if it had been deleted, or had never been', async ({ app }) => {
    const house = await aFullHouse(app);
    const scope = { departments: [foldText('Fire department')], places: [house.place] };
    const { token } = await aSubAdmin(app, { functions: adminFunctions, scope });
    const subAdmin = { role: 'subadmin', functions: functionsWithin(scope, adminFunctions) } as const;
    const superToken = await app.as('superadmin').token();
    const other = await aSubAdmin(app, {});
    const deleted = await addRecords(app, house, other.id);
    await removeRecords(app, deleted);
    const there = await addRecords(app, house, other.id);
    const within = await buildApp({ ...app.deps, runner: createRunner() }); // closed with its threads; with every function, however far it reaches
    within.addHook('preHandler', async ({ actor }) => {
      if (actor) Object.assign(actor, { scope });
    });
    const base = await within.listen({ port: 0, host: '127.0.0.1' });

    const ask = async (endpoint: Endpoint, by: string, id: string) => {
      const params = { id, person_id: id, user_id: id, cylinder_id: id, location_id: id };
      const { body, type } = bodyOf(endpoint);
      const headers = { authorization: `Bearer ${by}`, ...(type && { 'content-type': type }) };
      const { method } = endpoint;
      const answer = await fetch(base + house.addressOf(endpoint, params), { method, headers, ...(body && { body }) });
      const text = (await answer.text()).replaceAll(id, 'ID').replace(/"request_id":"[^"]*"/, '');
      return `${answer.status} ${text}`;
    };
    const wrong: string[] = [];
    for (const endpoint of named) {
      const kind = kindOf(endpoint) as Kind;
      // What is another one's is refused to sub-admins; super admins may end some of it.
      for (const by of isScoped(kind) ? [token, superToken] : [token]) {
        const answers = [
          await ask(endpoint, by, randomUUID()),
          await ask(endpoint, by, deleted[kind]),
          await ask(endpoint, by, there[kind]),
        ];
        const isOpen = by === superToken || isOpenTo(endpoint, subAdmin);
        const isExpected = answers[0]?.startsWith(isOpen ? '404' : '403') && new Set(answers).size === 1;
        if (!isExpected) wrong.push([`${endpoint.method} ${endpoint.path}`, ...answers].join('\n  '));
      }
    }
    expect(named.length).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
    await within.close();
  });
});
