import { changeSets, conflicts, type DirectoryConflict, iam, overview } from '@key2xs/contract';
import { sql } from 'kysely';
import { beforeAll, describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { addPager, aPager, readIn, statesOf } from '#test/factories/called-sources';
import { aConnection, importPeople } from '#test/factories/iam';
import { somePeople } from '#test/factories/people';
import { calledPerson } from '#test/pager';

beforeAll(addPager);

const open = async (app: TestApp) =>
  (await app.as('superadmin').call(conflicts.list, { query: { state: 'open' } })).body.items;

type Said = { decision: DirectoryConflict['decision'] & string; chosen?: string };
const decide = (app: TestApp, { id }: Pick<DirectoryConflict, 'id'>, said: Said) =>
  app.as('superadmin').call(conflicts.decide, { params: { id }, body: { ...said, reason: 'asked them' } });

const onlyOne = async (app: TestApp): Promise<DirectoryConflict> => {
  const found = await open(app);
  expect(found).toHaveLength(1);
  return found[0] as DirectoryConflict;
};

const ada = { external_id: 'E1', display_name: 'Ada', employee_id: '7' };
const ben = { external_id: 'E2', display_name: 'Ben', employee_id: '8' };
const cem = { external_id: 'E3', display_name: 'Cem', employee_id: '7' };

/** So many that one more or less trips no guard. */
const crowd = somePeople(8);

describe('one employee number of two people', () => {
  test('stops the one who comes, not the one who is there, until it is decided', async ({ app }) => {
    const { id } = await aConnection(app);
    await importPeople(app, id, [ada, ben]);
    const { result, change_set_id } = await importPeople(app, id, [ada, ben, cem]);
    expect(result?.counts).toMatchObject({ joiner: 0, conflict: 1, unchanged: 2 });
    expect(await statesOf(app, id)).toEqual(['E1: active', 'E2: active']);
    const params = { id: change_set_id ?? '' };
    const { body } = await app.as('superadmin').call(changeSets.items, { params, query: {} });
    expect(body.items).toMatchObject([
      {
        kind: 'conflict',
        label: 'Cem',
        person_id: null,
        message: expect.stringContaining('Ada also has the employee number 7'),
      },
    ]);
    const { needs_you } = (await app.as('superadmin').call(overview.get, { query: {} })).body;
    expect(needs_you.filter(({ kind }) => kind === 'conflict')).toMatchObject([{ id, count: 1 }]);
    const conflict = await onlyOne(app);
    expect(conflict).toMatchObject({
      kind: 'same_number',
      value: '7',
      people: [
        { name: 'Ada', has_number: true },
        { name: 'Cem', has_number: false },
      ],
    });

    expect((await decide(app, conflict, { decision: 'same_person' })).problem.code).toBe('validation_failed');
    expect((await decide(app, conflict, { decision: 'is_this_one' })).problem.code).toBe('validation_failed');
    expect((await decide(app, conflict, { decision: 'both' })).body).toMatchObject({ state: 'decided' });
    expect((await decide(app, conflict, { decision: 'both' })).problem.code).toBe('conflict');
    await importPeople(app, id, [ada, ben, cem]);
    expect(await statesOf(app, id)).toEqual(['E1: active', 'E2: active', 'E3: active']);
    expect(await open(app)).toEqual([]);
  });

  test('belongs to the one who is chosen; the other waits without a second question', async ({ app }) => {
    const { id } = await aConnection(app);
    expect((await importPeople(app, id, [ada, ben, cem])).result?.counts).toMatchObject({ joiner: 1, conflict: 2 });
    await decide(app, await onlyOne(app), { decision: 'is_this_one', chosen: 'E3' });
    expect((await importPeople(app, id, [ada, ben, cem])).result?.counts).toMatchObject({ joiner: 1, conflict: 1 });
    expect(await statesOf(app, id)).toEqual(['E2: active', 'E3: active']);
    expect(await open(app)).toEqual([]);
  });

  test('is no question where one hands it on, and none any more where the source is mended', async ({ app }) => {
    const { id } = await aConnection(app);
    await importPeople(app, id, [ada, ben]);
    expect((await importPeople(app, id, [ben, cem])).result?.counts).toMatchObject({ joiner: 1, leaver: 1 });
    await importPeople(app, id, [ben, cem, { ...ada, external_id: 'E4' }]);
    await onlyOne(app);
    await importPeople(app, id, [ben, cem, { ...ada, external_id: 'E4', employee_id: '9' }]);
    expect(await open(app)).toEqual([]);
    expect(await statesOf(app, id)).toContain('E4: active');
  });

  test('in two sources stops the newcomer; a mail address or an equal id links no people', async ({ app }) => {
    const [first, second] = [await aConnection(app), await aConnection(app)];
    await importPeople(app, first.id, [{ ...ada, email: 'ada@house.example' }]);
    const twin = { external_id: 'E1', display_name: 'Ada too', email: 'ada@house.example' };
    await importPeople(app, second.id, [twin, ...crowd, { ...cem, external_id: 'X3' }]);
    expect(await statesOf(app, second.id)).not.toContain('X3: active');
    expect(await statesOf(app, second.id)).toContain('E1: active');
    const conflict = await onlyOne(app);
    expect(conflict.kind).toBe('two_sources');
    await decide(app, conflict, { decision: 'both' });
    await importPeople(app, second.id, [twin, ...crowd, { ...cem, external_id: 'X3' }]);
    expect(await statesOf(app, second.id)).toContain('X3: active');
  });

  test('saves none in a preview', async ({ app }) => {
    const { id, pager } = await aPager(app, { employee_id: 'number' });
    pager.full = [{ people: [calledPerson('a', { number: '7' }), calledPerson('b', { number: '7' })] }];
    expect((await readIn(app, id, { dry_run: 'true' })).result?.counts).toMatchObject({ conflict: 2 });
    expect(await open(app)).toEqual([]);
  });
});

describe('a returner', () => {
  const idOf = ({ db }: TestApp) =>
    db.selectFrom('person').select('id').where('external_id', '=', 'p1').orderBy('created_at').execute();

  test('whose id was deleted for good loses access at once, and is asked about', async ({ app }) => {
    const { id, pager } = await aPager(app);
    pager.full = [{ people: ['p0', 'p1', 'p2'].map((one) => calledPerson(one)) }];
    await readIn(app, id);
    pager.tell(
      { people: [{ id: 'p1', gone: 'for_good' }] },
      { people: [calledPerson('p1', { name: 'Someone else' })] },
    );
    expect((await readIn(app, id)).result?.counts).toMatchObject({ leaver: 1, conflict: 1, unchanged: 2 });
    expect(await statesOf(app, id)).toEqual(['p0: active', 'p1: left', 'p2: active']);
    const conflict = await onlyOne(app);
    expect(conflict).toMatchObject({ kind: 'returner', value: 'p1', people: [{ name: 'Someone else' }] });
    await readIn(app, id);
    expect((await onlyOne(app)).id).toBe(conflict.id);

    await decide(app, conflict, { decision: 'new_person' });
    expect((await readIn(app, id)).result?.counts).toMatchObject({ joiner: 1, unchanged: 2 });
    expect(new Set((await idOf(app)).map((row) => row.id)).size).toBe(2);
    const names = app.db.selectFrom('person').select(['display_name', 'active']).where('external_id', '=', 'p1');
    expect(await names.orderBy('created_at').execute()).toEqual([
      { display_name: 'Person p1', active: false },
      { display_name: 'Someone else', active: true },
    ]);
    expect((await readIn(app, id)).result).toMatchObject({ outcome: 'nothing_to_do' });
  });

  test('after the days of grace is asked about, within them comes back', async ({ app }) => {
    const { id } = await aConnection(app, { grace_days: 10 });
    const [staying, people] = [
      [ben, ...crowd],
      [ada, ben, ...crowd],
    ];
    await importPeople(app, id, people);
    await importPeople(app, id, staying);
    await importPeople(app, id, people);
    expect(await statesOf(app, id)).toContain('E1: active');
    await importPeople(app, id, staying);
    const before = await app.db.selectFrom('person').select(['id', 'left_at', 'forgotten_after']).execute();
    const left = before.find((row) => row.left_at !== null);
    expect((left?.forgotten_after?.getTime() ?? 0) - (left?.left_at?.getTime() ?? 0)).toBe(10 * 86_400_000);
    await sql`update person set forgotten_after = now() where left_at is not null`.execute(app.db);
    expect((await importPeople(app, id, people)).result?.counts).toMatchObject({ conflict: 1, joiner: 0 });
    expect(await statesOf(app, id)).toContain('E1: left');
    await decide(app, await onlyOne(app), { decision: 'same_person' });
    await importPeople(app, id, people);
    expect(await statesOf(app, id)).toContain('E1: active');
    expect((await app.db.selectFrom('person').select('id').execute()).map((row) => row.id).sort()).toEqual(
      before.map((row) => row.id).sort(),
    );
  });

  test('is asked about at once where no days of grace are left', async ({ app }) => {
    const { id } = await aConnection(app);
    const { call } = app.as('superadmin');
    const set = (grace_days: number) => call(iam.setGrace, { params: { id }, body: { grace_days } });
    expect((await call(iam.get, { params: { id } })).body.grace_days).toBe(30);
    expect((await set(3_651)).problem.errors).toMatchObject([{ path: 'grace_days' }]);
    expect((await set(0)).body.grace_days).toBe(0);
    await importPeople(app, id, [ada, ben, ...crowd]);
    await importPeople(app, id, [ben, ...crowd]);
    expect(await statesOf(app, id)).toContain('E1: left');
    expect((await importPeople(app, id, [ada, ben, ...crowd])).result?.counts).toMatchObject({ conflict: 1 });
    expect(await statesOf(app, id)).toContain('E1: left');
  });
});

describe('people who could not be taken over', () => {
  const parked = async (app: TestApp) => (await app.as('superadmin').call(conflicts.parked, { query: {} })).body.items;

  test('are listed with the reason, tried again when it is time, and gone from the list when it works', async ({
    app,
  }) => {
    const { id, pager } = await aPager(app, { active: 'enabled' });
    pager.full = [{ people: [calledPerson('p1', { enabled: 'perhaps' }), calledPerson('p2'), calledPerson('p3')] }];
    await readIn(app, id);
    expect(await statesOf(app, id)).toEqual(['p2: active', 'p3: active']);
    const [first] = await parked(app);
    expect(first).toMatchObject({
      external_id: 'p1',
      tries: 1,
      reason: "Account switched on: 'perhaps' means neither yes nor no; write true or false",
    });
    pager.people.set('p1', calledPerson('p1', { enabled: 'maybe' }));
    await readIn(app, id);
    expect((await parked(app))[0]).toMatchObject({ tries: 1, reason: first?.reason });
    const due = () =>
      app.db
        .updateTable('parked_person')
        .set({ next_try_at: new Date(0) })
        .execute();
    await due();
    await readIn(app, id);
    const [second] = await parked(app);
    expect(second).toMatchObject({ tries: 2, reason: expect.stringContaining('maybe') });
    expect(Date.parse(second?.next_try_at ?? '')).toBeGreaterThan(Date.now() + 11 * 3_600_000);
    pager.people.set('p1', calledPerson('p1', { enabled: 'true' }));
    await due();
    await readIn(app, id);
    expect(await parked(app)).toEqual([]);
    expect(await statesOf(app, id)).toEqual(['p1: active', 'p2: active', 'p3: active']);
  });

  test('can be tried now', async ({ app }) => {
    const { id, pager } = await aPager(app, { active: 'enabled' });
    pager.full = [{ people: [calledPerson('p1', { enabled: 'perhaps' }), calledPerson('p2'), calledPerson('p3')] }];
    await readIn(app, id);
    pager.people.set('p1', calledPerson('p1', { enabled: 'true' }));
    const { body } = await app
      .as('superadmin')
      .call(iam.sync, { params: { id }, query: { kind: 'single', person: 'p1' } });
    await app.ended(body.task_id);
    expect(await parked(app)).toEqual([]);
    expect(await statesOf(app, id)).toContain('p1: active');
  });
});
