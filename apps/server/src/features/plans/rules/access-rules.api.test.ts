import { randomUUID } from 'node:crypto';
import { type AccessRule, accessRules, type Input } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { mirrored } from '#test/factories/doors';
import { aConnection } from '#test/factories/iam';
import { aKeyPlan, aProfile, cylinder, group, profile } from '#test/factories/key-plans';
import { aKeySystem } from '#test/factories/key-systems';
import { aPerson } from '#test/factories/people';

type Body = Input<typeof accessRules.create>['body'];

const nurse = { subject_type: 'job_title', subject_identifier: 'Nurse' } as const;
const ward = { subject_type: 'department', subject_identifier: 'Ward' } as const;
const monday = { days: [1], from: '08:00', to: '18:00', valid_from: null, valid_until: null };
const tuesday = { ...monday, days: [2] };

/** A plan of a source, a key system with doors, and an access profile. */
async function aScene(app: TestApp) {
  const { id: source } = await aConnection(app);
  const { id: system } = await aKeySystem(app);
  const { groupId } = await mirrored(app, system, ['Labs'], [{ marking: 'A-1' }, { marking: 'B-2', group: 'Labs' }]);
  const { id: keyplan_id } = await aKeyPlan(app, { sources: [source] });
  const rows = await app.db.selectFrom('cylinder').select(['id', 'marking']).orderBy('marking').execute();
  const [door, other] = rows.map(({ id }) => cylinder(id));
  if (!door || !other) throw new Error('two doors');
  const create = (values: Partial<Body> = {}) =>
    app.as('superadmin').call(accessRules.create, {
      params: { keyplan_id },
      body: { name: 'Nurses', subjects: [nurse], objects: [door], ...values },
    });
  return { source, keyplan_id, door, other, labs: group(groupId('Labs')), create };
}

const plain = <T extends { id: string }>(parts: readonly T[]) => parts.map(({ id: _, ...part }) => part);
const named = (rule: AccessRule) => rule.subjects.map(({ subject_identifier }) => subject_identifier);

const eventsOf = async ({ db }: TestApp, action: string) =>
  (await db.selectFrom('audit_event').select('details').where('action', '=', action).orderBy('id').execute()).map(
    ({ details }) => details,
  );

describe('POST /key-plan/:keyplan_id/access-rules', () => {
  test('counts the people a rule names beside those it finds by title, each once', async ({ app }) => {
    const { source, create } = await aScene(app);
    const people = [{ job_title: 'Porter' }, { job_title: 'Porter' }, { job_title: 'Nurse' }, { job_title: 'Nurse' }];
    const ids: string[] = [];
    for (const person of people) ids.push((await aPerson(app, { connection_id: source, ...person })).id);
    const user = (at: number) => ({ subject_type: 'user' as const, subject_identifier: ids[at] ?? '' });
    const countOf = async (values: Parameters<typeof create>[0]) => (await create(values)).body.people;
    expect(await countOf({ name: 'One', subjects: [user(0)] })).toBe(1);
    expect(await countOf({ name: 'Nurses and one', subjects: [nurse, user(0), user(2)] })).toBe(3);
    expect(await countOf({ name: 'That nurse', subjects: [nurse, user(2)], subject_match: 'all' })).toBe(1);
  });

  test('creates a rule with everything it may have, once for one Idempotency-Key', async ({ app }) => {
    const { keyplan_id, door, labs, create, source } = await aScene(app);
    const { id: person } = await aPerson(app, { connection_id: source });
    const { id: profile_id } = await aProfile(app, keyplan_id);
    const subjects = [nurse, ward, { subject_type: 'user' as const, subject_identifier: person.toUpperCase() }];
    const objects = [door, labs, profile(profile_id)];
    const values = { subjects, objects, time_restrictions: [monday], subject_match: 'all' as const, is_active: false };
    const { status, body, headers } = await create({ ...values, description: 'By day' });
    expect([status, headers.get('etag')]).toEqual([201, '"1"']);
    expect(body).toMatchObject({
      keyplan_id,
      type: 'custom',
      subject_match: 'all',
      is_active: false,
      description: 'By day',
    });
    expect(plain(body.subjects)).toEqual([
      { ...nurse, name: 'Nurse' },
      { ...ward, name: 'Ward' },
      { subject_type: 'user', subject_identifier: person, name: 'Ada Example' },
    ]);
    expect(plain(body.objects).map(({ name: _, ...object }) => object)).toEqual(objects);
    expect(plain(body.time_restrictions)).toEqual([monday]);
    const send = (name: string) =>
      app
        .as('superadmin')
        .send(
          accessRules.create,
          { params: { keyplan_id }, body: { name, subjects: [nurse], objects: [door] } },
          { headers: { 'idempotency-key': 'once' } },
        );
    const [first, again, another] = [await send('Once'), await send('Once'), await send('Twice')];
    expect([again.body.id, another.status]).toEqual([first.body.id, 409]);
  });

  test.for([
    [[nurse], 'job-function'],
    [[ward], 'department'],
    [[nurse, ward], 'custom'],
  ] as const)('says by its subjects %j that it is a rule of type %s', async ([subjects, type], { app }) => {
    const { create } = await aScene(app);
    expect((await create({ subjects: [...subjects] })).body.type).toBe(type);
    expect((await create({ name: 'Agreed', subjects: [...subjects], type })).status).toBe(201);
  });

  test('takes one subject, object or window that is named twice for one', async ({ app }) => {
    const { create, door } = await aScene(app);
    const { body } = await create({
      subjects: [nurse, nurse],
      objects: [door, door],
      time_restrictions: [monday, monday],
    });
    expect([body.subjects.length, body.objects.length, body.time_restrictions.length]).toEqual([1, 1, 1]);
  });

  test('names a rule by its subjects unless a name is given', async ({ app }) => {
    const { create, source } = await aScene(app);
    const { id } = await aPerson(app, { connection_id: source, display_name: 'Odo Brackwater' });
    const subjects = [nurse, { subject_type: 'user' as const, subject_identifier: id }];
    const names = [];
    for (let i = 0; i < 2; i++) names.push((await create({ name: undefined, subjects })).body.name);
    expect(names).toEqual(['Nurse, Odo Brackwater', 'Nurse, Odo Brackwater (2)']);
    const long = Array.from({ length: 30 }, (_, i) => ({ ...nurse, subject_identifier: `Title ${i}` }));
    const all = long.map(({ subject_identifier }) => subject_identifier).join(', ');
    expect((await create({ name: undefined, subjects: long })).body.name).toBe(all.slice(0, 100).trim());
  });

  test('refuses what is not there and what cannot be, in the words of the specification', async ({ app }) => {
    const { create, keyplan_id, door } = await aScene(app);
    const foreign = await aProfile(app, (await aKeyPlan(app)).id);
    const user = (subject_identifier: string) => ({ subject_type: 'user' as const, subject_identifier });
    const noSubjects = 'subjects array is required and must not be empty.';
    const noObjects = 'objects array is required and must not be empty.';
    const refused: [object, string, string][] = [
      [{ subjects: [] }, 'subjects', noSubjects],
      [{ subjects: undefined }, 'subjects', noSubjects],
      [{ objects: [] }, 'objects', noObjects],
      [{ objects: undefined }, 'objects', noObjects],
      [{ type: 'time' }, 'type', 'Unsupported rule type: time'],
      [
        { type: 'department' },
        'type',
        'The subjects make this a rule of another type: job-function. Leave the type out, or change the subjects.',
      ],
      [{ subjects: [user('Odo')] }, 'subjects.0.subject_identifier', 'A user or a group is named by its id.'],
      [{ subjects: [user(randomUUID())] }, 'subjects', 'One of the people does not exist any more. Choose again.'],
      [
        { objects: [profile(foreign.id)] },
        'objects',
        'One of the cylinders, groups, places or profiles does not exist any more. Choose again.',
      ],
    ];
    for (const [values, path, message] of refused) {
      const { status, problem } = await create(values);
      expect([status, problem.errors]).toEqual([422, [{ path, message }]]);
    }
    await create();
    expect((await create({ name: 'nurses' })).problem.code).toBe('conflict');
    const unknown = { params: { keyplan_id: randomUUID() }, body: { subjects: [nurse], objects: [door] } };
    expect((await app.as('superadmin').call(accessRules.create, unknown)).status).toBe(404);
    expect(
      await app.db.selectFrom('access_rule').select('name').where('keyplan_id', '=', keyplan_id).execute(),
    ).toEqual([{ name: 'Nurses' }]);
  });
});

describe('POST /key-plan/:keyplan_id/access-rules/measure', () => {
  test('counts people and doors of what is not saved, each once, and of nothing none', async ({ app }) => {
    const { source, keyplan_id, door, labs } = await aScene(app);
    for (const department of ['Ward', 'Ward', 'Kitchen']) {
      await aPerson(app, { connection_id: source, department, job_title: department === 'Ward' ? 'Nurse' : 'Cook' });
    }
    const { id: elsewhere } = await aConnection(app, { name: 'Elsewhere' });
    await aPerson(app, { connection_id: elsewhere, department: 'Ward' });
    const measure = async (values: Partial<Input<typeof accessRules.measure>['body']>) => {
      const body = { subjects: [], objects: [], ...values };
      return (await app.as('superadmin').call(accessRules.measure, { params: { keyplan_id }, body })).body;
    };
    const cook = { ...nurse, subject_identifier: 'cook' };
    expect(await measure({})).toEqual({ people: 0, doors: 0, clocks: [] });
    expect(await measure({ subjects: [ward, nurse], objects: [door] })).toMatchObject({ people: 2, doors: 1 });
    expect(await measure({ subjects: [ward, cook], objects: [door, labs, labs] })).toMatchObject({
      people: 3,
      doors: 2,
    });
    expect(await measure({ subjects: [ward, cook], subject_match: 'all' })).toMatchObject({ people: 0, doors: 0 });
    const unknown = { params: { keyplan_id: randomUUID() }, body: { subjects: [], objects: [] } };
    expect((await app.as('superadmin').call(accessRules.measure, unknown)).status).toBe(404);
  });
});

describe('GET /key-plan/:keyplan_id/access-rules', () => {
  test('filters, searches, sorts and pages', async ({ app }) => {
    const { create, keyplan_id, door, other, labs } = await aScene(app);
    await create({ name: 'Nurses', subjects: [nurse], objects: [door] });
    await create({ name: 'Ward', subjects: [ward], objects: [other, labs], description: 'At night' });
    await create({ name: 'both', subjects: [nurse, ward], objects: [labs], is_active: false });
    await app.db.insertInto('key_plan').values({ id: randomUUID(), name: 'Empty', description: 'x' }).execute();
    const list = async (query: Input<typeof accessRules.list>['query']) =>
      (await app.as('superadmin').call(accessRules.list, { params: { keyplan_id }, query })).body;
    const found: [Input<typeof accessRules.list>['query'], string[]][] = [
      [{}, ['both', 'Nurses', 'Ward']],
      [{ sort: '-name' }, ['Ward', 'Nurses', 'both']],
      [{ sort: 'updated_at' }, ['Nurses', 'Ward', 'both']],
      [{ sort: 'type' }, ['both', 'Ward', 'Nurses']],
      [{ subject_type: 'department' }, ['both', 'Ward']],
      [{ subject_identifier: 'NURSE' }, ['both', 'Nurses']],
      [{ subject_type: 'department', subject_identifier: 'nurse' }, []],
      [{ object_type: 'cylinder' }, ['Nurses', 'Ward']],
      [{ object_identifier: labs.object_identifier }, ['both', 'Ward']],
      [{ object_type: 'cylinder', object_identifier: labs.object_identifier }, []],
      [{ subject_type: 'job_title', object_type: 'cylinder' }, ['Nurses']],
      [{ search: 'NIGHT' }, ['Ward']],
      [{ is_active: 'false' }, ['both']],
      [{ limit: 1, offset: 1 }, ['Nurses']],
      [{ skip: 2 }, ['Ward']],
      [{ page: 1, size: 2 }, ['Ward']],
    ];
    for (const [query, names] of found) {
      const { items, total } = await list(query);
      expect([query, items.map(({ name }) => name)]).toEqual([query, names]);
      if (!('limit' in query || 'skip' in query || 'page' in query)) expect(total).toBe(names.length);
    }
    const clamped = [{ limit: 0 }, { limit: 5_000 }, { offset: -3 }].map(async (query) => {
      const { limit, offset } = await list(query);
      return [limit, offset];
    });
    expect(await Promise.all(clamped)).toEqual([
      [1, 0],
      [1_000, 0],
      [100, 0],
    ]);
    const { problem } = await app
      .as('superadmin')
      .call(accessRules.list, { params: { keyplan_id }, query: { sort: 'people' as never } });
    expect(problem.detail).toBe('sort: Sort by one of: name, updated_at, type');
  });
});

describe('GET, PUT and DELETE of one rule', () => {
  test('PUT changes what is named, keeps the ids of what stays, and raises rule and plan', async ({ app }) => {
    const { create, keyplan_id, door, other } = await aScene(app);
    const { body: before } = await create({ time_restrictions: [monday] });
    const params = { keyplan_id, rule_id: before.id };
    const { call } = app.as('superadmin');
    const { body } = await call(accessRules.update, {
      params,
      body: { name: 'Ward', subjects: [nurse, ward], objects: [other, door], subject_match: 'all', description: null },
    });
    expect(body).toMatchObject({ name: 'Ward', type: 'custom', subject_match: 'all', version: 2, is_active: true });
    expect(body.subjects[0]).toEqual(before.subjects[0]);
    expect(named(body)).toEqual(['Nurse', 'Ward']);
    expect(body.objects.map(({ object_identifier }) => object_identifier)).toEqual([
      door.object_identifier,
      other.object_identifier,
    ]);
    expect(body.time_restrictions).toEqual(before.time_restrictions);
    expect((await call(accessRules.get, { params })).body).toEqual(body);
    expect(await eventsOf(app, 'access_rule.updated')).toMatchObject([
      { before: { name: 'Nurses', subjects: [nurse] }, after: { name: 'Ward', subjects: [nurse, ward] } },
    ]);
    const { version } = await app.db
      .selectFrom('key_plan')
      .select('version')
      .where('id', '=', keyplan_id)
      .executeTakeFirstOrThrow();
    expect(version).toBe(3);
  });

  test('PUT refuses an empty change, a taken name, another version, and empty parts', async ({ app }) => {
    const { create, keyplan_id } = await aScene(app);
    await create({ name: 'Other' });
    const { body: rule } = await create();
    const put = (body: Input<typeof accessRules.update>['body'], headers = {}) =>
      app.as('superadmin').call(accessRules.update, { params: { keyplan_id, rule_id: rule.id }, body }, { headers });
    expect((await put({})).problem.detail).toBe('No valid fields provided for update.');
    expect((await put({ name: 'OTHER' })).problem.code).toBe('conflict');
    expect((await put({ name: 'Late' }, { 'if-match': '"7"' })).problem.code).toBe('version_conflict');
    expect((await put({ type: 'lunar' as never })).problem.detail).toBe('type: Unsupported rule type: lunar');
    expect((await put({ subjects: [] })).problem.detail).toContain('subjects array is required and must not be empty.');
    expect((await put({ name: 'nurses' }, { 'if-match': '"1"' })).body).toMatchObject({ name: 'nurses', version: 2 });
  });

  test('DELETE deletes it with its parts', async ({ app }) => {
    const { create, keyplan_id } = await aScene(app);
    const { body: rule } = await create({ time_restrictions: [monday] });
    const params = { keyplan_id, rule_id: rule.id };
    const { body } = await app.as('superadmin').call(accessRules.remove, { params });
    expect(body).toEqual({ success: true, message: "'Nurses' was deleted. The next sync withdraws what it granted." });
    for (const table of ['access_rule_subject', 'access_rule_object', 'time_restriction'] as const) {
      expect(await app.db.selectFrom(table).select('id').execute()).toEqual([]);
    }
    expect((await app.as('superadmin').call(accessRules.get, { params })).status).toBe(404);
  });
});

/** Subjects, objects and time restrictions are added, replaced and taken out alike. */
const parts = [
  {
    part: 'subjects',
    add: accessRules.addSubjects,
    replace: accessRules.replaceSubjects,
    remove: accessRules.removeSubject,
    id: 'subject_id',
    most: 500,
    some: () => [nurse, ward],
    many: (i: number) => ({ ...nurse, subject_identifier: `Title ${i}` }),
    empty: 'subjects array is required and must not be empty.',
    missing: 'subjects is required for replacing subjects',
  },
  {
    part: 'objects',
    add: accessRules.addObjects,
    replace: accessRules.replaceObjects,
    remove: accessRules.removeObject,
    id: 'object_id',
    most: 1_000,
    some: ({ door, other }: Awaited<ReturnType<typeof aScene>>) => [door, other],
    many: undefined,
    empty: 'objects array is required and must not be empty.',
    missing: 'objects is required for replacing objects',
  },
  {
    part: 'time_restrictions',
    add: accessRules.addTimeRestrictions,
    replace: accessRules.replaceTimeRestrictions,
    remove: accessRules.removeTimeRestriction,
    id: 'time_restriction_id',
    most: 20,
    some: () => [monday, tuesday],
    many: (i: number) => ({ ...monday, from: `0${i % 10}:0${Math.floor(i / 10)}` }),
    empty: 'time_restrictions is required for adding time restrictions',
    missing: 'time_restrictions is required for replacing time restrictions',
  },
] as const;

describe.each(parts)('$part of a rule', ({ part, add, replace, remove, id, most, some, many, empty, missing }) => {
  /** A rule with the first of two parts, and calls that change them. */
  async function aRuleWithOne(app: TestApp) {
    const scene = await aScene(app);
    const [first, second] = some(scene);
    if (!first || !second) throw new Error('two parts');
    const { body: rule } = await scene.create({ time_restrictions: [monday] });
    const params = { keyplan_id: scene.keyplan_id, rule_id: rule.id };
    const call = (endpoint: typeof add | typeof replace | typeof remove, body?: unknown, more = {}, headers = {}) => {
      const input = { params: { ...params, ...more }, ...(body !== undefined && { body }) } as never; // of three shapes
      return app.as('superadmin').call(endpoint, input, { headers });
    };
    return { rule, first, second, call };
  }
  const here = (items: readonly unknown[]) => ({ [part]: items });

  test('are added; what is there already keeps its id and is there once', async ({ app }) => {
    const { rule, first, second, call } = await aRuleWithOne(app);
    const { status, body } = await call(add, here([second, first]));
    expect([status, body[part].length, body.version]).toEqual([201, 2, 2]);
    expect(body[part][0]).toEqual(rule[part][0]);
    expect(body[part][1]).toMatchObject(second);
    expect((await call(add, here([second]))).body[part]).toEqual(body[part]);
  });

  test('are replaced, what stays under its id, and also by nothing', async ({ app }) => {
    const { rule, first, second, call } = await aRuleWithOne(app);
    const { body } = await call(replace, here([second, first]));
    expect(body[part][0]).toEqual(rule[part][0]);
    const { body: other } = await call(replace, here([second]));
    expect(other[part]).toEqual([body[part][1]]);
    const { status, body: none } = await call(replace, here([]));
    expect([status, none[part], none.type, none.people]).toEqual([200, [], expect.any(String), 0]);
    expect((await call(add, here([first]))).body[part]).toMatchObject([first]);
  });

  test('are taken out one by one, only by an id of this rule', async ({ app }) => {
    const { rule, second, call } = await aRuleWithOne(app);
    const { body: two } = await call(add, here([second]));
    const { body } = await call(remove, undefined, { [id]: rule[part][0]?.id });
    expect(body[part]).toEqual([two[part][1]]);
    const gone = await call(remove, undefined, { [id]: rule[part][0]?.id });
    expect([gone.status, gone.problem.detail]).toEqual([404, 'This rule has no such entry.']);
  });

  test('need a list: not empty to be added, empty or not to replace', async ({ app }) => {
    const { call } = await aRuleWithOne(app);
    const refused = [await call(add, here([])), await call(add, {}), await call(replace, {})];
    expect(refused.map(({ status, problem }) => [status, problem.errors?.[0]?.message])).toEqual([
      [422, empty],
      [422, empty],
      [422, missing],
    ]);
  });

  test('are changed as of a version, and audited as they were and are', async ({ app }) => {
    const { first, second, call } = await aRuleWithOne(app);
    for (const endpoint of [add, replace]) {
      const { status, problem } = await call(endpoint, here([second]), {}, { 'if-match': '"9"' });
      expect([status, problem.code]).toEqual([412, 'version_conflict']);
    }
    expect((await call(replace, here([second]), {}, { 'if-match': '"1"' })).status).toBe(200);
    expect(await eventsOf(app, 'access_rule.updated')).toMatchObject([
      { before: here([first]), after: here([second]) },
    ]);
  });

  test.skipIf(!many)('are never more than one rule takes', async ({ app }) => {
    const { call } = await aRuleWithOne(app);
    const all = Array.from({ length: most }, (_, i) => many?.(i));
    expect((await call(replace, here(all))).body[part]).toHaveLength(most);
    const { status, problem } = await call(add, here([many?.(most)]));
    expect([status, problem.detail]).toEqual([
      422,
      `A rule takes at most ${most} of these. Make another rule for the rest.`,
    ]);
  });

  test('are all there when several are added at once', async ({ app }) => {
    const { second, first, call: _, rule } = await aRuleWithOne(app);
    const params = { keyplan_id: rule.keyplan_id, rule_id: rule.id };
    const send = (items: readonly unknown[]) => app.as('superadmin').send(add, { params, body: here(items) } as never); // one of three shapes
    const answers = await Promise.all([second, first, second, second].map((item) => send([item])));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const { body } = await app.as('superadmin').call(accessRules.get, { params });
    expect([body[part].length, body.version]).toEqual([2, 5]);
  });
});
