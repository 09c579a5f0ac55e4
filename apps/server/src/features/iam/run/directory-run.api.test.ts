import { changeSets, iam, type Person, people } from '@key2xs/contract';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection, importPeople, run, upload } from '#test/factories/iam';
import { type ListedPerson, listOf, somePeople } from '#test/factories/people';

const startRun = (app: TestApp, id: string) => app.as('superadmin').call(iam.sync, { params: { id }, query: {} });
const getConnection = async (app: TestApp, id: string) =>
  (await app.as('superadmin').call(iam.get, { params: { id } })).body;

async function byExternalId(app: TestApp): Promise<Map<string, Person>> {
  const { body } = await app.as('superadmin').call(people.list, { query: { limit: 200 } });
  return new Map(body.items.map((person) => [person.external_id, person]));
}

/** The items of the change set a task made, in order. */
async function itemsOf(app: TestApp, id: string | null, query: { kind?: 'problem' | 'mover' } = {}) {
  const { body } = await app.as('superadmin').call(changeSets.items, { params: { id: id ?? '' }, query });
  return body.items;
}

/** Where each row of `person` lies and which transaction wrote it, with what the table has counted. */
async function writesOf({ db }: TestApp) {
  const rows = await sql`select ctid::text, xmin::text, updated_at from person order by external_id`.execute(db);
  return rows.rows;
}

const ada: ListedPerson = { external_id: 'E1', display_name: 'Ada', job_title: 'Nurse', department: 'Ward' };
const bob: ListedPerson = { external_id: 'E2', display_name: 'Bob', job_title: 'Porter', department: 'Ward' };

describe('a first run', () => {
  test('makes everyone on the list a person', async ({ app }) => {
    const { id } = await aConnection(app, { name: 'Staff' });
    const task = await importPeople(app, id, [ada, bob]);
    expect(task).toMatchObject({
      kind: 'directory',
      status: 'SUCCESS',
      phase: 'finished',
      title: 'Staff',
      error: null,
    });
    expect(task.result).toEqual({
      outcome: 'applied',
      counts: { joiner: 2, leaver: 0, mover: 0, update: 0, problem: 0, unchanged: 0 },
      failed: 0,
      waiting: 0,
    });
    expect((await byExternalId(app)).get('E1')).toMatchObject({ ...ada, connection_name: 'Staff', active: true });
    expect(await getConnection(app, id)).toMatchObject({ people: 2, last_read_at: expect.any(String) });
  });

  test('keeps what it changed and in what order', async ({ app }) => {
    const { id } = await aConnection(app, { name: 'Staff' });
    const { change_set_id } = await importPeople(app, id, [ada, bob]);
    const { body } = await app.as('superadmin').call(changeSets.get, { params: { id: change_set_id ?? '' } });
    expect(body).toMatchObject({ state: 'applied', title: 'Staff → people', total: 2, applied: 2, guards: [] });
    expect(await itemsOf(app, change_set_id)).toMatchObject([
      { ordinal: 1, kind: 'joiner', label: 'Ada', reference: 'E1', detail: 'Ward', before: null, outcome: 'done' },
      { ordinal: 2, kind: 'joiner', label: 'Bob', reference: 'E2', after: bob, outcome: 'done' },
    ]);
  });

  test('says in the audit log who let it happen', async ({ app }) => {
    const { id } = await aConnection(app);
    await importPeople(app, id, [ada]);
    const events = await app.db.selectFrom('audit_event').select(['action', 'actor_name']).orderBy('id').execute();
    expect(events.map(({ action }) => action)).toEqual([
      'staff_list.uploaded',
      'sync.started',
      'change_set.computed',
      'change_set.applied',
      'sync.finished',
    ]);
    const admin = events[0]?.actor_name;
    expect(events.slice(2).map(({ actor_name }) => actor_name)).toEqual(Array(3).fill(`${admin} (task)`));
  });

  test('goes through more people than one piece takes', async ({ app }) => {
    const { id } = await aConnection(app);
    const { result } = await importPeople(app, id, somePeople(11_000));
    expect(result?.counts.joiner).toBe(11_000);
    expect((await getConnection(app, id)).people).toBe(11_000);
  });

  const names: [what: string, name: string, stored?: string][] = [
    ['emoji', 'Ada 🔑👩🏽‍⚕️'],
    ['quotes', `O'Neil "Dot" \`x\``],
    ['SQL', `Robert'); drop table person; --`],
    ['a JSON escape', '\\u0000 \\" {"a":1}'],
    ['a formula', '=1+1'],
    ['markup', '<script>alert(1)</script>'],
    ['letters from right to left', 'עדה الاسم'],
    ['NUL', 'A\0da', 'A\ufffdda'],
    ['a line break', 'Ada\nLovelace', 'Ada Lovelace'],
    ['nothing but spaces', '   ', 'E1'],
  ];
  for (const [what, display_name, stored = display_name] of names) {
    test(`stores a name with ${what}`, async ({ app }) => {
      const { id } = await aConnection(app);
      expect((await importPeople(app, id, [{ ...ada, display_name }, bob])).result?.counts.joiner).toBe(2);
      expect((await byExternalId(app)).get('E1')?.display_name).toBe(stored);
      expect((await importPeople(app, id, [{ ...ada, display_name }, bob])).result?.outcome).toBe('nothing_to_do');
    });
  }
});

describe('the same list again', () => {
  test('writes no person row', async ({ app }) => {
    const { id } = await aConnection(app);
    await importPeople(app, id, somePeople(50));
    const before = await writesOf(app);
    const task = await run(app, id);
    expect(task.result).toMatchObject({ outcome: 'nothing_to_do', counts: { unchanged: 50, update: 0 } });
    expect(before).toHaveLength(50);
    expect(await writesOf(app)).toEqual(before);
  });

  test('in another order, with another column or line end, is the same', async ({ app }) => {
    const { id } = await aConnection(app);
    await importPeople(app, id, [ada, bob]);
    const before = await writesOf(app);
    await upload(
      app,
      id,
      'shoe;department;external_id;job_title;display_name\r\n9;Ward;E2;Porter;Bob\r\n8;Ward;E1;Nurse;Ada',
    );
    await app.db.updateTable('iam_connection').set({ mapping_config: smallMapping }).execute();
    expect((await run(app, id)).result?.outcome).toBe('nothing_to_do');
    expect(await writesOf(app)).toEqual(before);
  });
});

const smallFields = ['external_id', 'display_name', 'job_title', 'department'];
const smallMapping = JSON.stringify(Object.fromEntries(smallFields.map((name) => [name, name])));

describe('a later run', () => {
  test('shows a mover with what changes, old and new', async ({ app }) => {
    const { id } = await aConnection(app);
    await importPeople(app, id, [ada, bob]);
    const before = await byExternalId(app);
    const { result, change_set_id } = await importPeople(app, id, [{ ...ada, department: 'Lab', job_title: '' }, bob]);
    expect(result?.counts).toMatchObject({ mover: 1, unchanged: 1 });
    expect(await itemsOf(app, change_set_id)).toMatchObject([
      {
        kind: 'mover',
        person_id: before.get('E1')?.id,
        before: { job_title: 'Nurse', department: 'Ward' },
        after: { job_title: null, department: 'Lab' },
      },
    ]);
    expect((await byExternalId(app)).get('E1')).toMatchObject({ department: 'Lab', job_title: null });
    expect((await byExternalId(app)).get('E2')).toEqual(before.get('E2'));
  });

  test('shows an update of anything else', async ({ app }) => {
    const { id } = await aConnection(app);
    await importPeople(app, id, [ada, bob]);
    const { result, change_set_id } = await importPeople(app, id, [{ ...ada, email: 'ada@acme.example' }, bob]);
    expect(result?.counts).toMatchObject({ update: 1, mover: 0, unchanged: 1 });
    const [item] = await itemsOf(app, change_set_id);
    expect([item?.before, item?.after]).toEqual([{ email: null }, { email: 'ada@acme.example' }]);
  });

  test('deactivates who is no longer listed and keeps the record', async ({ app }) => {
    const { id } = await aConnection(app);
    await importPeople(app, id, [ada, bob]);
    const { result, change_set_id } = await importPeople(app, id, [ada, { ...bob, external_id: 'E3' }]);
    expect(result?.counts).toMatchObject({ leaver: 1, joiner: 1, unchanged: 1 });
    const leaver = (await itemsOf(app, change_set_id)).find(({ kind }) => kind === 'leaver');
    expect(leaver).toMatchObject({ label: 'Bob', detail: 'Ward', before: { active: true }, after: { active: false } });
    expect((await byExternalId(app)).get('E2')).toMatchObject({ active: false, left_at: expect.any(String) });
  });

  test('restores the previous record of a person who comes back, with the new fields', async ({ app }) => {
    const { id } = await aConnection(app);
    await importPeople(app, id, [ada, bob]);
    const before = await byExternalId(app);
    await importPeople(app, id, [ada, { ...bob, external_id: 'E3' }]);
    const { result, change_set_id } = await importPeople(app, id, [ada, { ...bob, department: 'Lab' }]);
    expect(result?.counts).toMatchObject({ joiner: 1, leaver: 1 });
    const joiner = (await itemsOf(app, change_set_id)).find(({ kind }) => kind === 'joiner');
    expect(joiner?.person_id).toBe(before.get('E2')?.id);
    expect((await byExternalId(app)).get('E2')).toMatchObject({
      id: before.get('E2')?.id,
      created_at: before.get('E2')?.created_at,
      department: 'Lab',
      active: true,
      left_at: null,
    });
  });

  test('leaves people of other sources alone', async ({ app }) => {
    const [one, other] = [await aConnection(app), await aConnection(app)];
    await importPeople(app, one.id, [ada]);
    await importPeople(app, other.id, [{ ...ada, display_name: 'Another Ada' }, ...somePeople(9)]);
    await importPeople(app, other.id, somePeople(9));
    expect((await getConnection(app, one.id)).people).toBe(1);
    expect((await getConnection(app, other.id)).people).toBe(9);
  });
});

describe('rows that cannot be used', () => {
  const list = `${listOf([ada, bob])},Nobody,,,,\nE1,Ada again,,,,\n`;

  test('are listed with their line and the reason, and change no person', async ({ app }) => {
    const { id } = await aConnection(app);
    await importPeople(app, id, [ada, bob, ...somePeople(10)]);
    await upload(app, id, `${listOf([ada, bob, ...somePeople(10)])},Nobody,,,,\nE1,Ada again,,,,\n`);
    const { result, change_set_id } = await run(app, id);
    expect(result?.counts).toMatchObject({ problem: 2, unchanged: 12, leaver: 0 });
    expect(await itemsOf(app, change_set_id)).toMatchObject([
      { kind: 'problem', label: 'Nobody', reference: 'line 14', detail: 'the unique ID is missing', person_id: null },
      { kind: 'problem', label: 'Ada again', reference: 'line 15', detail: expect.stringContaining('E1 is also in') },
    ]);
    expect((await byExternalId(app)).get('E1')?.display_name).toBe('Ada');
  });

  test('do not make a leaver of a person they name', async ({ app }) => {
    const { id } = await aConnection(app);
    await importPeople(app, id, [ada, bob, ...somePeople(10)]);
    const tooLong = { ...bob, display_name: 'x'.repeat(501) };
    const { result } = await importPeople(app, id, [ada, tooLong, ...somePeople(10)]);
    expect(result?.counts).toMatchObject({ problem: 1, leaver: 0 });
    expect((await byExternalId(app)).get('E2')).toMatchObject({ display_name: 'Bob', active: true });
  });

  test('can be downloaded on their own', async ({ app }) => {
    const { id } = await aConnection(app);
    await upload(app, id, list);
    await app.db.updateTable('iam_connection').set({ guard_limit_percent: 100 }).execute();
    const { change_set_id } = await run(app, id, true);
    const input = { params: { id: change_set_id ?? '' }, query: { kind: 'problem' as const } };
    const { text, headers } = await app.as('superadmin').call(changeSets.exportCsv, input);
    expect(headers.get('content-disposition')).toContain('.csv"');
    const lines = text.replace('\ufeff', '').trim().split('\n');
    expect(lines[0]).toBe('ordinal,kind,label,reference,detail,before,after,outcome,message');
    expect(lines.slice(1).map((line) => line.split(',').slice(1, 5))).toEqual([
      ['problem', 'Nobody', 'line 4', 'the unique ID is missing'],
      ['problem', 'Ada again', 'line 5', 'the unique ID E1 is also in an earlier row; that row is used'],
    ]);
  });
});

describe('a run that cannot begin', () => {
  const reasons: [why: string, prepare: (app: TestApp) => Promise<string>, detail: RegExp][] = [
    ['no list', async (app) => (await aConnection(app)).id, /^Upload a staff list first/],
    [
      'no mapping',
      async (app) => {
        const { id } = await aConnection(app, { mapping_config: '{}' });
        await upload(app, id, 'id\n1');
        return id;
      },
      /^Map the columns first/,
    ],
    [
      'an inactive source',
      async (app) => {
        const { id } = await aConnection(app, { name: 'Staff', is_active: false });
        await upload(app, id, 'id\n1');
        return id;
      },
      /^'Staff' is inactive/,
    ],
  ];
  for (const [why, prepare, detail] of reasons) {
    test(`is refused for ${why}`, async ({ app }) => {
      const { status, problem } = await startRun(app, await prepare(app));
      expect([status, problem.code]).toEqual([409, 'conflict']);
      expect(problem.detail).toMatch(detail);
    });
  }

  test('fails when a mapped column is missing, and leaves no change set behind', async ({ app }) => {
    const { id } = await aConnection(app);
    await importPeople(app, id, [ada, bob]);
    await upload(app, id, 'external_id,display_name\nE1,Ada');
    const task = await run(app, id);
    expect(task).toMatchObject({ status: 'FAILURE', result: null, phase: 'finished' });
    expect(task.error).toMatch(/^The staff list lacks these columns: .*department.* Map the columns again\.$/);
    const { body } = await app.as('superadmin').call(changeSets.list, { query: { connection_id: id } });
    expect(body.items.map(({ state }) => state)).toEqual(['applied']);
    expect((await byExternalId(app)).get('E1')?.department).toBe('Ward');
  });
});
