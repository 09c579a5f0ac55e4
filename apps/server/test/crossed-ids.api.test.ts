import { randomUUID } from 'node:crypto';
import {
  type AccessRule,
  accessRules,
  allEndpoints,
  type Endpoint,
  type Input,
  keyPlans,
  type RuleObject,
} from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { describe } from 'vitest';
import { expect, type TestApp, test } from './app';
import { mirrored } from './factories/doors';
import { aSmallRun } from './factories/generator';
import { aConnection } from './factories/iam';
import { aKeyPlan, aProfile, cylinder, profile } from './factories/key-plans';
import { aClientCertificate, aKeySystem } from './factories/key-systems';
import { aPerson } from './factories/people';
import { anAlias } from './factories/renames';

const idsIn = ({ path }: Endpoint): string[] => [...path.matchAll(/:(\w*id)\b/g)].map(([, name]) => name ?? '');

const crossable = Object.values(allEndpoints)
  .flatMap((group) => Object.values(group))
  .filter((endpoint) => idsIn(endpoint).length > 1)
  .map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }));

type House = { ids: Record<string, string>; objects: RuleObject[] };

/** One record of each kind in an address, linked with each other but not with records of another house. */
async function aHouse(app: TestApp): Promise<House> {
  const { id: source } = await aConnection(app);
  const { id: person } = await aPerson(app, { connection_id: source, job_title: 'Nurse' });
  const { id: system } = await aKeySystem(app);
  const standby = { bundle: app.sandbox.client_certificate_bundle_pem, state: 'standby' as const };
  const certificate = await aClientCertificate(app, system, standby);
  const { groupId } = await mirrored(app, system, ['Labs'], [{ marking: 'A-1', group: 'Labs' }]);
  const door = await app.db
    .selectFrom('cylinder')
    .select('id')
    .where('connection_id', '=', system)
    .executeTakeFirstOrThrow();
  const group = groupId('Labs');
  const { id: plan } = await aKeyPlan(app, { sources: [source], keySystems: [system], is_active: false });
  const { id: profile_id } = await aProfile(app, plan, { cylinders: [door.id], groups: [group] });
  const { id: unused } = await aProfile(app, plan);
  const objects = [cylinder(door.id), profile(profile_id)];
  const rule = await aRule(app, plan, objects);
  const ids = {
    keyplan_id: plan,
    profile_id,
    unused,
    rule_id: rule.id,
    subject_id: rule.subjects[0]?.id ?? '',
    object_id: rule.objects[0]?.id ?? '',
    time_restriction_id: rule.time_restrictions[0]?.id ?? '',
    cylinder_id: door.id,
    group_id: group,
    user_id: person,
    person_id: person,
    change_set: await aChangeSet(app, { system, person, door: door.id }),
    certificate_id: certificate,
    alias_id: await anAlias(app, source),
    credential_id: await aCredential(app, source),
    key_system_connection_id: system,
    ...(await aSentEvent(app)),
    ...(await aRequestFile(app, person)),
    ...(await aCount(app)),
    ...(await aSmallRun(app)),
    source,
    system,
  };
  return { ids, objects };
}

/** A former one. @returns its id */
async function aCredential({ db, deps }: TestApp, connection_id: string): Promise<string> {
  const id = randomUUID();
  const sealed = deps.secrets.seal('a secret', id);
  await db
    .insertInto('source_credential')
    .values({ id, connection_id, kind: 'secret', state: 'retired', sealed, added_by: null })
    .execute();
  return id;
}

/** With the scan of a marking that no key has. */
async function aCount({ db }: TestApp): Promise<{ count: string; scan_id: string }> {
  const [count, scan_id, at] = [randomUUID(), randomUUID(), new Date()];
  await db
    .insertInto('key_count')
    .values({ id: count, connection_id: null, storage: '', started_at: at, started_by: 'admin', closed_at: null })
    .execute();
  await db
    .insertInto('key_count_scan')
    .values({ id: scan_id, count_id: count, key_id: null, text: 'X', kind: 'unknown', at, by_name: 'admin' })
    .execute();
  return { count, scan_id };
}

/** To a webhook that may not be called. */
async function aSentEvent({ db, deps }: TestApp): Promise<{ webhook: string; delivery_id: string }> {
  const [webhook, delivery_id] = [randomUUID(), randomUUID()];
  const sealed = deps.secrets.seal('a secret', webhook);
  const of = { url: 'https://127.0.0.1', description: '', events: ['source.failing' as const], is_enabled: true };
  await db
    .insertInto('webhook')
    .values({ ...of, id: webhook, sealed })
    .execute();
  const event = { kind: 'source.failing' as const, sequence: 1, data: '{}', path: '/', occurred_at: new Date() };
  await db
    .insertInto('webhook_delivery')
    .values({ ...event, id: delivery_id, webhook_id: webhook, state: 'delivered' })
    .execute();
  return { webhook, delivery_id };
}

/** One that gives a person a door. @returns its id */
async function aChangeSet(app: TestApp, { system, person, door }: Record<'system' | 'person' | 'door', string>) {
  const id = randomUUID();
  const title = JSON.stringify(say('asWritten', { text: 'x' }));
  const of = { iam_connection_id: null, key_system_connection_id: system, task_id: null };
  await app.db
    .insertInto('change_set')
    .values({ id, kind: 'key_system', state: 'ready', title, base: 'x', ...of })
    .execute();
  const doors = { change_set_id: id, number: 0, gained: [door], lost: [], other_hours: [] };
  await app.db.insertInto('change_set_doors').values(doors).execute();
  const gains = { change_set_id: id, person_id: person, gained: 1, lost: 0, other_hours: 0, doors: 0 };
  await app.db
    .insertInto('change_set_person')
    .values({ ...gains, label: 'Nurse', reference: '1', department: null, because: '[]' })
    .execute();
  return id;
}

async function aRequestFile({ db }: TestApp, person_id: string) {
  const [request, file_id, at] = [randomUUID(), randomUUID(), new Date()];
  const none = {
    place_id: null,
    place_name: null,
    key_id: null,
    reserved_key_id: null,
    starts_at: null,
    ends_at: null,
  };
  const open = { granted_until: null, pick_up_by: null, closed_at: null, asked_by_id: null, asked_by: 'admin' };
  const asked = { kind: 'new_key' as const, state: 'in_approval' as const, step: 1, steps: 1, reason: 'New here' };
  const marks = { is_urgent: false, protection_class: null, needs_four_eyes: false };
  await db
    .insertInto('key_request')
    .values({ id: request, person_id, asked_at: at, ...asked, ...none, ...open, ...marks })
    .execute();
  const file = {
    name: 'order.pdf',
    type: 'application/pdf' as const,
    bytes: 4,
    content: Buffer.from('%PDF'),
    tag: 'x',
  };
  await db
    .insertInto('key_request_file')
    .values({ id: file_id, request_id: request, ...file, added_by: 'admin', added_at: at })
    .execute();
  return { request, file_id };
}

async function aRule(app: TestApp, keyplan_id: string, objects: RuleObject[]): Promise<AccessRule> {
  const subjects = [{ subject_type: 'job_title' as const, subject_identifier: 'Nurse' }];
  const time_restrictions = [{ days: [1], from: '08:00', to: '18:00' }];
  const body = { name: 'Nurses', subjects, objects, time_restrictions };
  return (await app.as('superadmin').call(accessRules.create, { params: { keyplan_id }, body })).body;
}

/** The meaning of `:connection_id` and `:id` depends on the address. */
function idFor({ ids }: House, { path }: Endpoint, name: string): string {
  if (name === 'id' && path.startsWith('/change-sets')) return ids.change_set ?? '';
  if (name === 'id' && path.startsWith('/key-counts')) return ids.count ?? '';
  if (name === 'id' && path.startsWith('/outgoing-webhooks')) return ids.webhook ?? '';
  if (name === 'id' && path.startsWith('/key-plan-ai')) return ids.run ?? '';
  if (name === 'id' && path.startsWith('/key-requests')) return ids.request ?? '';
  if (name === 'id') return (path.startsWith('/iam') ? ids.source : ids.system) ?? '';
  if (name === 'connection_id') return (path.includes('/key-system-connections/') ? ids.system : ids.source) ?? '';
  if (name === 'profile_id' && path === keyPlans.removeProfile.path) return ids.unused ?? '';
  return ids[name] ?? '';
}

/** A body that the endpoint accepts for the right records. */
function bodyOf({ method, path, body }: Endpoint, { ids, objects }: House): object | undefined {
  if (!body) return undefined;
  const rule = { name: 'Another', objects };
  const subject = { subject_type: 'department', subject_identifier: 'Ward' };
  const bodies: [end: string, body: object][] = [
    ['/job-function-rules', { ...rule, job_titles: ['Nurse'] }],
    ['/department-rules', { ...rule, departments: ['Ward'] }],
    ['/access-rules/:rule_id', { description: 'Changed' }],
    ['/access-profiles/:profile_id', { description: 'Changed' }],
    ['/subjects', { subjects: [subject] }],
    ['/objects', { objects }],
    ['/time-restrictions', { time_restrictions: [{ days: [2], from: '08:00', to: '18:00' }] }],
    ['/:key_system_connection_id', {}],
    ['/suggestions/:suggestion_id', { pinned: true }],
    ['/split', { cylinder_ids: [ids.run_door], name: 'Another' }],
    ['/merge', { with: [ids.other_suggestion] }],
  ];
  const [, found] = bodies.find(([end]) => path.endsWith(end)) ?? [];
  if (!found) throw new Error(`Say here which body ${method} ${path} takes`);
  return found;
}

const countEvents = async ({ db }: TestApp): Promise<number> =>
  (await db.selectFrom('audit_event').select('id').execute()).length;

describe('an address that names two records finds nothing where they do not belong together:', () => {
  test.for(crossable.map(({ name, endpoint }) => [name, endpoint] as const))('%s', async ([, endpoint], { app }) => {
    const [house, other] = [await aHouse(app), await aHouse(app)];
    const names = idsIn(endpoint);
    const words = { job_title: 'Nurse' };
    const ask = (valueIn: (name: string) => House) => {
      const params = {
        ...words,
        ...Object.fromEntries(names.map((name) => [name, idFor(valueIn(name), endpoint, name)])),
      };
      const input = { params, query: {}, body: bodyOf(endpoint, house) } as Input<Endpoint>; // of this endpoint
      return app.as('superadmin').send(endpoint, input);
    };
    for (const name of names) expect(idFor(house, endpoint, name), `a value for :${name}`).not.toBe('');
    const before = await countEvents(app);
    for (const crossed of names) {
      const { status, text } = await ask((name) => (name === crossed ? other : house));
      expect([crossed, status, text]).toEqual([crossed, 404, expect.stringContaining('not_found')]);
    }
    expect(await countEvents(app)).toBe(before);
    const { status, text } = await ask(() => house);
    expect(status, text).not.toBe(404);
    expect(status, text).not.toBe(422);
  });
});
