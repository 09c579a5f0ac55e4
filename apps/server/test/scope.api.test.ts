import {
  type AdminFunction,
  accessRules,
  adminFunctions,
  cylinders,
  draftEdits,
  drift,
  type Endpoint,
  functionsWithin,
  isOpenTo,
  keyPlans,
  locations,
  type ReportId,
  reports,
  workList,
} from '@key2xs/contract';
import { foldText } from '@key2xs/domain';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { z } from 'zod';
import { buildApp } from '#app';
import type { Scope } from '#platform/deps';
import { createRunner } from '#platform/isolated/runner';
import { expect, type TestApp, test } from './app';
import { aSubAdmin } from './factories/administrators';
import { aFullHouse, type FullHouse, reads } from './factories/full-house';
import { aConnection, importPeople } from './factories/iam';
import { anEntry } from './factories/work-list';

const idOf = (number: number) => `f0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const outside = { person: idOf(1), lonely: idOf(2), door: idOf(3), loose: idOf(4), place: idOf(5), key: idOf(6) };

/** Records in only one of two installations: people, doors, places, keys and events, all outside the scope. */
async function addOutside({ db }: TestApp, { source, system, group, rule, person }: FullHouse): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db);
  await run(sql`insert into department_spelling (spelling, folded) values ('Elsewhere', 'elsewhere')`);
  await run(sql`
    insert into person (id, connection_id, external_id, display_name, department, job_title, employee_id, manager_ref,
      group_ids, source_hash)
    select r.id::uuid, ${source}, r.id, r.name, r.department, 'Nurse', r.name, boss.external_id,
      (select array_agg(id) from person_group), ''
    from (values (${outside.person}, 'Outsider Brackwater', 'Elsewhere'), (${outside.lonely}, 'Lonely Brackwater', null))
      as r(id, name, department), person as boss where boss.id = ${person}::uuid`);
  await run(sql`insert into location (id, name, type) values (${outside.place}, 'Outside brewery', 'building')`);
  await run(sql`
    insert into key_system_cylinder (id, connection_id, external_id, name, domain, marking, cylinder_type, location, state, group_id)
    values (${outside.door}, ${system}, 'X1', 'Outside brewery door', 'outside', 'C-0001x', 'odd', 'Outside', 'odd', ${group}),
    (${outside.loose}, ${system}, 'X2', 'Loose brewery door', 'outside', 'C-0001y', 'odd', 'Outside', 'odd', ${group})`);
  await run(sql`update door set location_id = ${outside.place}, placed_by = 'hand' where id = ${outside.door}`);
  await run(sql`
    insert into programming_job (id, connection_id, external_id, cylinder_external_id, kind, state, created_at)
    values (${idOf(7)}, ${system}, 'J1', 'X1', 'odd', 'pending', now())`);
  await run(sql`
    insert into recorded_person (id, connection_id, own_reference, reference, identity, first_name, surname, active)
    values (${idOf(8)}, ${system}, ${outside.person}, ${outside.person}, 'P-out', 'Outsider', 'Brackwater', true)`);
  await run(sql`
    insert into recorded_profile_member (connection_id, profile_reference, person_reference)
    select connection_id, own_reference, ${outside.person} from recorded_profile where own_reference is not null`);
  await run(sql`
    insert into key (id, connection_id, external_id, name, marking, serial, key_type, state, holder_identity)
    values (${outside.key}, ${system}, 'K-out', 'Outside brewery key', 'K-out', '1', 'odd', 'odd', 'P-out')`);
  await run(sql`
    insert into access_event (connection_id, external_id, event_time, import_time, source, cylinder_external_id,
      key_external_id, person_identity, result)
    values (${system}, 'E-out', now(), now(), 'key', 'X1', 'K-out', 'P-out', 'granted')`);
  await run(sql`insert into access_rule_object (id, rule_id, object_type, object_identifier)
    values (${idOf(9)}, ${rule}, 'cylinder', ${outside.door}), (${idOf(10)}, ${rule}, 'location', ${outside.place})`);
  await run(sql`insert into access_rule_subject (id, rule_id, subject_type, subject_identifier)
    values (${idOf(11)}, ${rule}, 'user', ${outside.person})`);
  await run(sql`
    update key_plan_part as part set content = draft.content from key_plan_draft as draft
    where part.until is null and draft.kind = part.kind and draft.record_id = part.record_id and part.record_id = ${rule}`);
}

/** Changes that are inside the scope in both installations, and that also concern a person or a door outside it in one. */
async function addPartlyInside(app: TestApp, { system, person, cylinder, rule }: FullHouse): Promise<void> {
  const { external_id } = await app.db
    .selectFrom('cylinder')
    .select('external_id')
    .where('id', '=', cylinder)
    .executeTakeFirstOrThrow();
  const doors = JSON.stringify({ cylinders: [external_id], cylinder_groups: [] });
  await sql`
    insert into recorded_drift (id, connection_id, kind, profile_reference, person_reference, profile_name, after, since)
    values (${idOf(20)}, ${system}, 'doors_added', ${rule}, null, 'Fire', ${doors}::jsonb, now()),
      (${idOf(21)}, ${system}, 'member_added', ${rule}, ${person}, 'Fire', null, now())`.execute(app.db);
  const profile = { reference: rule, name: 'Fire', cylinders: [external_id], cylinder_groups: [], schedule: [] };
  await anEntry(app, system, {
    id: idOf(22),
    kind: 'profile_put',
    signature: `profile_put ${rule}`,
    person_id: null,
    label: 'Fire',
    before: JSON.stringify({ cylinders: [] }),
    after: JSON.stringify({ cylinders: [external_id] }),
    write: JSON.stringify(profile),
  });
  await sql`
    update locking_plan set content = jsonb_set(content, '{rows}', jsonb_build_array(
      jsonb_build_object('label', 'Odo', 'kind', 'person', 'record_id', 'P-1', 'rights', '[0]'::jsonb)))`.execute(
    app.db,
  );
  await anEntry(app, system, { id: idOf(23), person, kind: 'person_update', label: 'Odo Brackwater' });
}

/** The same changes of another person and at another door, and these also at that door. */
async function addChangesOutside(app: TestApp, { system, rule }: FullHouse): Promise<void> {
  const doors = JSON.stringify({ cylinders: ['X1', 'X2'], cylinder_groups: [] });
  await sql`
    insert into recorded_drift (id, connection_id, kind, profile_reference, person_reference, profile_name, before, since)
    values (${idOf(24)}, ${system}, 'doors_removed', ${rule}, null, 'Brewery', ${doors}::jsonb, now()),
      (${idOf(25)}, ${system}, 'member_added', ${rule}, ${outside.person}, 'Brewery', null, now())`.execute(app.db);
  await sql`update recorded_drift set after = jsonb_set(after, '{cylinders}', after -> 'cylinders' || '["X1"]')
    where id = ${idOf(20)}`.execute(app.db);
  await sql`
    update locking_plan set content = jsonb_set(jsonb_set(content, '{columns}', jsonb_build_array(
        jsonb_build_object('label', 'X1', 'cylinder_id', ${outside.door}::text)) || (content -> 'columns')),
      '{rows}', jsonb_build_array(
        jsonb_build_object('label', 'Outsider', 'kind', 'person', 'record_id', 'P-out', 'rights', '[0, 1]'::jsonb),
        jsonb_set(content -> 'rows' -> 0, '{rights}', '[0, 1]')) || ((content -> 'rows') - 0))`.execute(app.db);
  const profile = { reference: rule, name: 'Brewery', cylinders: ['X1'], cylinder_groups: [], schedule: [] };
  await anEntry(app, system, {
    id: idOf(26),
    kind: 'profile_put',
    signature: 'profile_put of another',
    person_id: null,
    label: 'Brewery',
    before: JSON.stringify({ cylinders: ['X2'] }),
    after: JSON.stringify({ cylinders: ['X1'] }),
    write: JSON.stringify(profile),
  });
  await anEntry(app, system, { id: idOf(27), person: outside.person, label: 'Outsider Brackwater' });
  await sql`
    update work_item set write = jsonb_set(write, '{cylinders}', write -> 'cylinders' || '["X1"]'),
      after = jsonb_set(after, '{cylinders}', after -> 'cylinders' || '["X1"]'),
      search_text = search_text || ' outside brewery door'
    where id = ${idOf(22)}`.execute(app.db);
}

/**
 * Unrelated to people, doors, keys, places and events, and only for super admins; runs of the generator, which need a function
 * that no one with a scope has; and all that is held about a person, whose log grows with each download, as does what a compliance pack has of it.
 */
const apart = [
  '/audit',
  '/administrators',
  '/admin-roles',
  '/invitations',
  '/auth/deputyships',
  '/key-plan-ai',
  '/report-pack',
  '/people/:id/file',
  '/people/:id/erasure',
];

/** What is in the others is everybody's, or for readers without a scope; those about a person or doors are asked apart. */
const scopedReports: readonly ReportId[] = [
  'keys_out',
  'overdue_returns',
  'keys_not_updated',
  'revalidation_forecast',
  'capacity',
  'lost_keys',
  'leaver_cases',
  'requests',
];

const scopedReads = reads.filter(({ path }) => !apart.some((start) => path.startsWith(start)));

/** Ids of records outside the scope, by parameter name. */
const asked: Record<string, readonly string[]> = {
  search: ['brewery', 'brackwater'],
  q: ['brewery', 'brackwater', 'elsewhere'],
  department: ['Elsewhere'],
  job_title: ['Nurse'],
  person_id: [outside.person],
  other_id: [outside.person],
  manager_id: [outside.person],
  cylinder_id: [outside.door],
  location_id: [outside.place],
  key_id: [outside.key],
  domain: ['outside'],
  state: ['odd'],
  cylinder_type: ['odd'],
  key_type: ['odd'],
  subject_identifier: [outside.person],
  object_identifier: [outside.door],
  open_now: ['true'],
  holder: ['ours', 'any', 'none'],
  placing: ['placed', 'unplaced', 'differs'],
  task: ['held_by_inactive', 'to_update'],
  job: ['open', 'none'],
  layer: ['recorded_only'],
  rows: ['departments', 'job_titles', 'groups', 'people', 'keys'],
};

const elsewhere = {
  person_id: outside.person,
  user_id: outside.person,
  cylinder_id: outside.door,
  location_id: outside.place,
  department_name: 'Elsewhere',
};
const idsOfPath: [start: string, id: string][] = [
  ['/people/:id', outside.person],
  ['/key-plan/cylinders/:id', outside.door],
  ['/locations/:id', outside.place],
];

/** The default request, each order, each filter by a record outside, and the same for a record outside. */
function questionsOf(endpoint: Endpoint, house: FullHouse): string[] {
  const { addressOf } = house;
  const usual = addressOf(endpoint);
  if (endpoint.produces) return [usual]; // from the same rows as the page
  if (endpoint.path === reports.read.path)
    return [
      ...scopedReports.map((report) => addressOf(endpoint, { report })),
      ...[house.person, outside.person].flatMap((person) => [
        `${addressOf(endpoint, { report: 'person_access' })}person_id=${person}`,
        `${addressOf(endpoint, { report: 'keys_out' })}person_id=${person}`,
      ]),
      ...['capacity', 'who_may_open'].flatMap((report) =>
        [house.place, outside.place].map((place) => `${addressOf(endpoint, { report })}location_id=${place}`),
      ),
      ...[house.cylinder, outside.door].map(
        (door) => `${addressOf(endpoint, { report: 'who_may_open' })}cylinder_id=${door}`,
      ),
      `${addressOf(endpoint, { report: 'who_may_open' })}group_id=${house.group}`,
    ];
  const shape: Record<string, z.ZodType> = endpoint.query instanceof z.ZodObject ? endpoint.query.shape : {};
  const urls = [usual];
  for (const name of Object.keys(shape)) {
    const { enum: orders } =
      name === 'sort'
        ? ((z.toJSONSchema(z.object({ sort: shape[name] as z.ZodType }), { io: 'input' }).properties?.sort as {
            enum?: string[];
          }) ?? {})
        : {};
    for (const value of orders?.filter((order) => !order.startsWith('-')) ?? asked[name] ?? [])
      urls.push(withParameter(usual, name, value));
  }
  const id = idsOfPath.find(([start]) => endpoint.path.startsWith(start))?.[1];
  urls.push(addressOf(endpoint, { ...elsewhere, ...(id && { id }) }));
  if (endpoint.path.startsWith('/access/') && 'of' in shape) {
    urls.push(
      `/api/v1${endpoint.path}?of=location&id=${outside.place}`,
      `/api/v1${endpoint.path}?of=cylinder&id=${outside.door}`,
      `/api/v1${endpoint.path}?of=person&id=${outside.person}`,
    );
  }
  return [...new Set(urls)];
}

function withParameter(url: string, name: string, value: string): string {
  const [path = '', query] = url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set(name, value);
  return `${path}?${parameters}`;
}

/** Reads that are asked by a body: of records inside the scope alone, and together with some outside. */
function questionsByBody({ plan, person, cylinder, group, place }: FullHouse): [path: string, body: object][] {
  const nurses = { subject_type: 'job_title', subject_identifier: 'Nurse' };
  const user = { subject_type: 'user', subject_identifier: outside.person };
  const inside = [
    { object_type: 'cylinder', object_identifier: cylinder },
    { object_type: 'cylinder_group', object_identifier: group },
    { object_type: 'location', object_identifier: place },
  ];
  const further = [
    { object_type: 'cylinder', object_identifier: outside.door },
    { object_type: 'location', object_identifier: outside.place },
  ];
  const about = (subjects: object[], objects: object[]): [string, object][] => [
    [`/key-plan/${plan}/access-rules/measure`, { subjects, objects }],
    [`/key-plan/keyplans/${plan}/preview`, { edit: { kind: 'add_rule', rule: { name: 'Trial', subjects, objects } } }],
    [`/key-plan/keyplans/${plan}/draft/propose`, { grant: true, who: [{ all_of: subjects }], objects }],
  ];
  const matrix = { cylinder_ids: [cylinder], person_ids: [person], job_titles: ['Nurse'] };
  return [
    ...about([nurses], inside),
    ['/access/matrix', { ...matrix, departments: ['Elsewhere'] }],
    ...about([nurses, user], [...inside, ...further]),
    ['/access/matrix', { ...matrix, cylinder_ids: [cylinder, outside.door] }],
    ['/access/matrix', { ...matrix, person_ids: [person, outside.person] }],
  ];
}

type Answers = Map<string, string>;
type Server = Awaited<ReturnType<typeof buildApp>>;

/** Masks current moments and database states, which differ between requests. */
async function ask(server: Server, urls: readonly string[], token: string, since: number): Promise<Answers> {
  const answers: Answers = new Map();
  for (const url of urls) {
    const {
      statusCode,
      body,
      headers: said,
    } = await server.inject({ url, headers: { authorization: `Bearer ${token}` } });
    const masked = body
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => (Date.parse(at) >= since ? 'now' : at))
      .replace(/"(revision|request_id)":"[^"]*"/g, '"$1":""')
      .replace(/"now":\d+/g, '"now":0'); // the minute of the week
    answers.set(url, `${statusCode} ${said.etag ?? ''} ${masked}`);
  }
  return answers;
}

const differing = (before: Answers, after: Answers) =>
  [...before].flatMap(([url, was]) => {
    const is = after.get(url) ?? '';
    if (was === is) return [];
    let at = 0;
    while (was[at] === is[at]) at++;
    return [`${url}\n  ${was.slice(Math.max(0, at - 80), at + 120)}\n  ${is.slice(Math.max(0, at - 80), at + 120)}`];
  });

/**
 * The same server, which treats the caller as a super admin with a limited view. Never closed, because it shares threads with
 * the server of the file.
 */
async function asSeenWithin({ deps }: Pick<TestApp, 'deps'>, scope: Scope): Promise<Server> {
  const server = await buildApp(deps);
  server.addHook('preHandler', async ({ actor }) => {
    if (actor) Object.assign(actor, { scope });
  });
  return server;
}

const scopeOf = ({ place }: FullHouse): Scope => ({ departments: [foldText('Fire department')], places: [place] });

async function aHouseInPart(app: TestApp) {
  const house = await aFullHouse(app);
  await app.db
    .insertInto('department_spelling')
    .values({ spelling: 'Fire department', folded: foldText('Fire department') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { house, scope: scopeOf(house) };
}

const everyFunction = { role: 'subadmin', functions: functionsWithin({}, adminFunctions) } as const;

describe('within a scope', () => {
  test('reads return the same, whatever exists outside it', async ({ app }) => {
    const { house, scope } = await aHouseInPart(app);
    const now = new Date();
    const deps = { ...app.deps, clock: () => now }; // otherwise passing time changes figures
    const [within, whole] = [await asSeenWithin({ deps }, scope), await buildApp(deps)];
    const token = await app.as('superadmin').token();
    const { token: subToken } = await aSubAdmin(app, { functions: adminFunctions, scope });
    const questions = (endpoints: readonly Endpoint[]) => [
      ...new Set(endpoints.flatMap((endpoint) => questionsOf(endpoint, house))),
    ];
    const urls = questions(scopedReads);
    const ofSubAdmin = questions(scopedReads.filter((endpoint) => isOpenTo(endpoint, everyFunction)));
    const usual = scopedReads.map((endpoint) => house.addressOf(endpoint));
    const since = now.getTime();
    /** First an unrestricted reader, whose cached answers must not leak to others. */
    const askAll = async () => ({
      all: await ask(whole, usual, token, since),
      part: await ask(within, urls, token, since),
      subAdmin: await ask(whole, ofSubAdmin, subToken, since),
    });
    await addPartlyInside(app, house);
    const before = await askAll();
    await addOutside(app, house);
    await addChangesOutside(app, house);
    const after = await askAll();
    expect(differing(before.part, after.part)).toEqual([]);
    expect(differing(before.subAdmin, after.subAdmin)).toEqual([]);
    // Unrestricted readers see added records almost everywhere, and restricted ones see some records.
    expect(differing(before.all, after.all).length).toBeGreaterThan(40);
    const visible = [...before.part].filter(([url, answer]) => answer.startsWith('200') && usual.includes(url));
    expect(visible.length).toBeGreaterThan(usual.length - 5);
  });

  test('questions with a body are answered the same, whatever exists outside it', async ({ app }) => {
    const { house, scope } = await aHouseInPart(app);
    const { token } = await aSubAdmin(app, { functions: adminFunctions, scope });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const start = app.deps.newId();
    const isNew = (id: string) => id > start && id.slice(0, 6) === start.slice(0, 6);
    const askAll = async () => {
      const answers: Answers = new Map();
      for (const [path, body] of questionsByBody(house)) {
        const sent = JSON.stringify(body);
        const answer = await fetch(`${app.url}/api/v1${path}`, { method: 'POST', headers, body: sent });
        const text = (await answer.text())
          .replace(/"(revision|request_id)":"[^"]*"/g, '')
          .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => (isNew(id) ? 'new' : id)); // of a rule that is tried
        answers.set(`${path} ${sent}`, `${answer.status} ${text}`);
      }
      return answers;
    };
    const before = await askAll();
    await addOutside(app, house);
    expect(differing(before, await askAll())).toEqual([]);
    const [measured, previewed, proposed, matrix] = [...before.values()].map((answer) => answer.slice(0, 3));
    expect([measured, previewed, proposed, matrix]).toEqual(['200', '200', '200', '200']);
  });

  test('people are inside by any spelling of their department', async ({ app }) => {
    const { id } = await aConnection(app);
    const people = ['FIRE  Department', 'Fire department', 'Law', ''];
    await importPeople(
      app,
      id,
      people.map((department, i) => ({ external_id: `${i}`, display_name: `Person ${i}`, department })),
    );
    const server = await asSeenWithin(app, { departments: [foldText('Fire department')], places: null });
    const headers = { authorization: `Bearer ${await app.as('superadmin').token()}` };
    const { items } = (await server.inject({ url: '/api/v1/people', headers })).json<{
      items: { display_name: string }[];
    }>();
    expect(items.map(({ display_name }) => display_name)).toEqual(['Person 0', 'Person 1']);
  });

  test('writes do not find records outside it', async ({ app }) => {
    const { house, scope } = await aHouseInPart(app);
    await addOutside(app, house);
    const server = await asSeenWithin({ deps: { ...app.deps, runner: createRunner() } }, scope); // closed with its threads
    const url = await server.listen({ port: 0, host: '127.0.0.1' });
    const authorization = `Bearer ${await app.as('superadmin').token()}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const write = async ({ method, path }: Endpoint, id: string, body?: object) =>
      (
        await fetch(`${url}/api/v1${path.replace(/:\w+/, id)}`, {
          method,
          headers: body ? headers : { authorization },
          body: body && JSON.stringify(body),
        })
      ).status;
    const { update, remove, merge } = locations;
    const placing = { placements: [{ cylinder_id: house.cylinder, location_id: outside.place }] };
    expect({
      door: await write(cylinders.update, outside.door, { notes: 'Seen' }),
      deletedDoor: await write(cylinders.remove, outside.loose),
      place: await write(update, outside.place, { notes: 'Seen' }),
      deletedPlace: await write(remove, outside.place),
      mergedPlace: await write(merge, outside.place, { into: house.place }),
      mergedInto: await write(merge, house.place, { into: outside.place }),
      placed: await write(locations.place, '', placing),
    }).toEqual({
      door: 404,
      deletedDoor: 404,
      place: 404,
      deletedPlace: 404,
      mergedPlace: 404,
      mergedInto: 404,
      placed: 404,
    });
    expect(await write(cylinders.update, house.cylinder, { notes: 'Seen' })).toBe(200);
    expect(await write(update, house.place, { notes: 'Seen' })).toBe(200);
    await server.close();
  });

  test('decisions are about what is inside, and refused where they concern more', async ({ app }) => {
    const { house, scope } = await aHouseInPart(app);
    await addPartlyInside(app, house);
    await addOutside(app, house);
    await addChangesOutside(app, house);
    const functions: AdminFunction[] = ['work_list', 'decide_changes'];
    const { token } = await aSubAdmin(app, { functions, scope });
    const elsewhere = await aSubAdmin(app, {
      functions,
      scope: { departments: [foldText('Elsewhere')], places: null },
    });
    const ofDepartment = await aSubAdmin(app, { functions, scope: { departments: scope.departments, places: null } });
    const send = async ({ path }: Endpoint, body: object, as = token) => {
      const headers = { authorization: `Bearer ${as}`, 'content-type': 'application/json' };
      const answer = await fetch(`${app.url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return answer.status;
    };
    expect({
      partlySeen: await send(workList.markDone, { ids: [idOf(22)] }),
      profileOutside: await send(workList.markDone, { ids: [idOf(26)] }),
      personOutside: await send(workList.markDone, { ids: [idOf(23), idOf(27)] }),
      person: await send(workList.markDone, { ids: [idOf(23)] }),
      takenBackElsewhere: await send(workList.reopen, { ids: [idOf(23)] }, elsewhere.token),
      takenBack: await send(workList.reopen, { ids: [idOf(23)] }),
      assignedToOneElsewhere: await send(workList.assign, { ids: [idOf(23)], admin_id: elsewhere.id }),
      assigned: await send(workList.assign, { ids: [idOf(23)], admin_id: ofDepartment.id }),
      doorsPartlySeen: await send(drift.accept, { ids: [idOf(20)] }),
      doorsForOtherPeople: await send(drift.accept, { ids: [idOf(20)] }, ofDepartment.token),
      driftOutside: await send(drift.accept, { ids: [idOf(25)] }),
      ruleOpensMore: await send(drift.accept, { ids: [idOf(21)] }),
      accepted: await send(drift.accept, { ids: [idOf(21)] }, ofDepartment.token),
    }).toEqual({
      partlySeen: 403,
      profileOutside: 404,
      personOutside: 404,
      person: 200,
      takenBackElsewhere: 404,
      takenBack: 200,
      assignedToOneElsewhere: 409,
      assigned: 200,
      doorsPartlySeen: 403,
      doorsForOtherPeople: 403,
      driftOutside: 404,
      ruleOpensMore: 403,
      accepted: 200,
    });
  });

  test('writes of a plan keep the records outside it in its rules and profiles', async ({ app }) => {
    const { house, scope } = await aHouseInPart(app);
    await addOutside(app, house);
    const [{ profile_id }] = (await app.db.selectFrom('access_profile_cylinder').select('profile_id').execute()) as [
      { profile_id: string },
    ];
    await app.db.insertInto('access_profile_cylinder').values({ profile_id, cylinder_id: outside.door }).execute();
    const server = await asSeenWithin(app, scope);
    const url = await server.listen({ port: 0, host: '127.0.0.1' });
    const authorization = `Bearer ${await app.as('superadmin').token()}`;
    const ids = { keyplan_id: house.plan, rule_id: house.rule, profile_id };
    const write = async ({ method, path }: Endpoint, body?: object, others: Record<string, string> = {}) => {
      const address = path.replace(/:(\w+)/g, (_, name: string) => ({ ...ids, ...others })[name] ?? '');
      const headers = { authorization, ...(body && { 'content-type': 'application/json' }) };
      return (await fetch(`${url}/api/v1${address}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }))
        .status;
    };
    const ward = { subject_type: 'department', subject_identifier: 'Fire department' };
    const door = { object_type: 'cylinder', object_identifier: house.cylinder };
    const edit = {
      kind: 'change_rule',
      rule_id: house.rule,
      rule: { subjects: [ward, { ...ward, subject_identifier: 'x' }] },
    };
    expect([
      await write(accessRules.replaceSubjects, { subjects: [ward] }),
      await write(accessRules.replaceObjects, { objects: [door] }),
      await write(accessRules.update, { objects: [door] }),
      await write(draftEdits.apply, { edits: [edit] }),
      await write(keyPlans.updateProfile, { cylinder_ids: [] }),
    ]).toEqual([200, 200, 200, 200, 200]);
    expect([
      await write(accessRules.removeObject, undefined, { object_id: idOf(9) }),
      await write(accessRules.removeSubject, undefined, { subject_id: idOf(11) }),
      await write(keyPlans.removeProfileCylinder, undefined, { cylinder_id: outside.door }),
    ]).toEqual([404, 404, 404]);
    const { subjects, objects } = await partsOf(app, house.rule);
    expect(subjects).toEqual(['Fire department', outside.person, 'x'].sort());
    expect(objects.sort()).toEqual([house.cylinder, outside.door, outside.place].sort());
    const removal = { kind: 'remove_rule', rule_id: house.rule };
    expect(await write(draftEdits.apply, { edits: [removal] })).toBe(403);
    await app.db.deleteFrom('access_rule').where('id', '=', house.rule).execute(); // by who may see all of it
    const rule = { name: 'Fire department', subjects: [ward], objects: [door] };
    expect(await write(draftEdits.apply, { edits: [{ kind: 'add_rule', rule_id: house.rule, rule }] })).toBe(200);
    const again = await partsOf(app, house.rule);
    expect(again.subjects).toEqual(['Fire department', outside.person].sort());
    expect(again.objects.sort()).toEqual([house.cylinder, outside.door, outside.place].sort());
    const doors = await app.db
      .selectFrom('access_profile_cylinder')
      .select('cylinder_id')
      .where('profile_id', '=', profile_id)
      .execute();
    expect(doors).toEqual([{ cylinder_id: outside.door }]);
    await server.close();
  });
});

async function partsOf({ db }: TestApp, rule: string) {
  const of = db.selectFrom('access_rule_subject').select('subject_identifier').where('rule_id', '=', rule);
  const subjects = (await of.execute()).map(({ subject_identifier }) => subject_identifier).sort();
  const among = db.selectFrom('access_rule_object').select('object_identifier').where('rule_id', '=', rule);
  return { subjects, objects: (await among.execute()).map(({ object_identifier }) => object_identifier) };
}
