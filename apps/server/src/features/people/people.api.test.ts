import { randomUUID } from 'node:crypto';
import { type Input, iam, type Person, people, type peopleList } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection } from '#test/factories/iam';
import { aPerson } from '#test/factories/people';

type Query = Input<typeof people.list>['query'];

const list = async (app: TestApp, query: Query = {}) => (await app.as('superadmin').call(people.list, { query })).body;
const names = async (app: TestApp, query: Query) => (await list(app, query)).items.map((person) => person.display_name);

/** Five people of one source, each different in everything. */
async function aStaff(app: TestApp): Promise<string> {
  const { id: connection_id } = await aConnection(app, { name: 'Head office' });
  const at = (day: number) => new Date(Date.UTC(2024, 0, day));
  const staff = [
    { display_name: 'Ada 100%', department: 'Ward', job_title: 'Nurse', employee_id: 'P5', updated_at: at(3) },
    { display_name: 'Bob under_score', department: 'Lab', job_title: 'Porter', employee_id: 'P4', updated_at: at(1) },
    { display_name: 'Cid back\\slash', department: 'Roof', job_title: 'Cook', employee_id: 'P3', updated_at: at(5) },
    { display_name: "Dan O'Neil", department: 'Attic', job_title: 'Smith', employee_id: 'P2', updated_at: at(2) },
    { display_name: 'Eve', department: 'Yard', job_title: 'Guard', employee_id: 'P1', updated_at: at(4) },
  ];
  for (const person of staff) {
    const username = `${person.display_name.slice(0, 3).toLowerCase()}.user`;
    const mail = `${person.display_name.slice(0, 3)}@Acme.example`;
    await aPerson(app, { connection_id, username, email: mail, external_id: `X-${person.employee_id}`, ...person });
  }
  return connection_id;
}

const [ada, bob, cid, dan, eve] = ['Ada 100%', 'Bob under_score', 'Cid back\\slash', "Dan O'Neil", 'Eve'] as const;

describe('GET /people', () => {
  test('shows a person with the name of the source, and nothing internal', async ({ app }) => {
    const connection_id = await aStaff(app);
    const found = await list(app, { search: 'Eve' });
    expect(found).toMatchObject({ total: 1, limit: 50, offset: 0 });
    expect(found.items[0]).toMatchObject({
      connection_id,
      connection_name: 'Head office',
      external_id: 'X-P1',
      username: 'eve.user',
      active: true,
      left_at: null,
      manager_ref: null,
    });
    const response = await app.as('superadmin').call(people.list, { query: {} });
    expect(response.text).not.toMatch(/source_hash|search_text|attributes/);
  });

  const searches: [search: string, found: string[]][] = [
    ['dan', [dan]],
    ['DAN', [dan]],
    ['eve.us', [eve]],
    ['CID@acme', [cid]],
    ['p4', [bob]],
    ['x-p3', [cid]],
    ['  eve  ', [eve]],
    ['%', [ada]],
    ['100%', [ada]],
    ['_', [bob]],
    ['r_s', [bob]],
    ['\\', [cid]],
    ["o'n", [dan]],
    ["' or 1=1 --", []],
    ['', [ada, bob, cid, dan, eve]],
  ];
  for (const [search, found] of searches) {
    test(`finds ${found.length} for ${JSON.stringify(search)}`, async ({ app }) => {
      await aStaff(app);
      expect(await names(app, { search })).toEqual(found);
    });
  }

  const filters: [what: string, query: Query, found: string[]][] = [
    ['department', { department: 'Lab' }, [bob]],
    ['part of a department', { department: 'La' }, []],
    ['job title', { job_title: 'Nurse' }, [ada]],
    ['department and job title', { department: 'Lab', job_title: 'Nurse' }, []],
    ['active', { active: 'true', search: 'e' }, [ada, bob, cid, dan, eve]],
    ['inactive', { active: 'false' }, ['Zoe']],
    ['another source', { connection_id: randomUUID() }, []],
  ];
  for (const [what, query, found] of filters) {
    test(`filters by ${what}`, async ({ app }) => {
      const connection_id = await aStaff(app);
      await aPerson(app, { connection_id, display_name: 'Zoe', active: false, left_at: new Date() });
      expect(await names(app, query)).toEqual(found);
      expect((await list(app, query)).total).toBe(found.length);
    });
  }

  test('filters by source', async ({ app }) => {
    const connection_id = await aStaff(app);
    const other = await aConnection(app);
    await aPerson(app, { connection_id: other.id, display_name: 'Zoe' });
    expect(await names(app, { connection_id: other.id })).toEqual(['Zoe']);
    expect((await list(app, { connection_id })).total).toBe(5);
  });

  const orders: [sort: (typeof peopleList.sorts)[number], expected: string[]][] = [
    ['display_name', [ada, bob, cid, dan, eve]],
    ['department', [dan, bob, cid, ada, eve]],
    ['job_title', [cid, eve, ada, bob, dan]],
    ['employee_id', [eve, dan, cid, bob, ada]],
    ['updated_at', [bob, dan, ada, eve, cid]],
  ];
  for (const [sort, expected] of orders) {
    test(`sorts by ${sort}, up and down`, async ({ app }) => {
      await aStaff(app);
      expect(await names(app, { sort })).toEqual(expected);
      expect(await names(app, { sort: `-${sort}` })).toEqual([...expected].reverse());
    });
  }

  test('refuses to sort by anything else', async ({ app }) => {
    const { status, problem } = await app
      .as('superadmin')
      .call(people.list, { query: { sort: 'source_hash' as never } });
    expect([status, problem.errors?.[0]?.path]).toEqual([422, 'sort']);
  });

  for (const sort of ['display_name', '-department', 'updated_at', '-job_title'] as const) {
    test(`pages by ${sort} without overlap, though all are equal in it`, async ({ app }) => {
      const { id: connection_id } = await aConnection(app);
      const same = { connection_id, updated_at: new Date() };
      for (let n = 0; n < 23; n++) await aPerson(app, same);
      const seen: Person[] = [];
      for (let page = 0; page < 5; page++) seen.push(...(await list(app, { sort, page, size: 5 })).items);
      expect([seen.length, new Set(seen.map(({ id }) => id)).size]).toEqual([23, 23]);
    });
  }

  const pages: [query: Query, expected: { limit: number; offset: number; items: number }][] = [
    [
      { limit: 2, offset: 4 },
      { limit: 2, offset: 4, items: 1 },
    ],
    [
      { limit: 2, skip: 3 },
      { limit: 2, offset: 3, items: 2 },
    ],
    [
      { page: 1, size: 3 },
      { limit: 3, offset: 3, items: 2 },
    ],
    [{ limit: 10_000 }, { limit: 200, offset: 0, items: 5 }],
    [
      { limit: 0, offset: -5 },
      { limit: 1, offset: 0, items: 1 },
    ],
    [{ offset: 900 }, { limit: 50, offset: 900, items: 0 }],
  ];
  for (const [query, expected] of pages) {
    test(`takes ${JSON.stringify(query)} as a page`, async ({ app }) => {
      await aStaff(app);
      const { items, limit, offset, total } = await list(app, query);
      expect({ limit, offset, items: items.length }).toEqual(expected);
      expect(total).toBe(5);
    });
  }
});

describe('GET /people/:id', () => {
  test('shows one person', async ({ app }) => {
    await aStaff(app);
    const [first] = (await list(app)).items;
    const { body } = await app.as('superadmin').call(people.get, { params: { id: first?.id ?? '' } });
    expect(body).toEqual({ ...first, manager: null, reports: 0 });
  });

  test('is not found for an unknown person', async ({ app }) => {
    for (const id of [randomUUID(), 'no-id']) {
      expect((await app.as('superadmin').call(people.get, { params: { id } })).problem.code).toBe('not_found');
    }
  });
});

describe('people of one source', () => {
  test('are listed like all people, but only these', async ({ app }) => {
    const id = await aStaff(app);
    const other = await aConnection(app);
    await aPerson(app, { connection_id: other.id, display_name: 'Eve too' });
    const query = { search: 'eve', connection_id: other.id };
    const { body } = await app.as('superadmin').call(iam.users, { params: { id }, query });
    expect(body.items.map((person) => person.display_name)).toEqual([eve]);
  });

  test('are not found at another source', async ({ app }) => {
    const id = await aStaff(app);
    const other = await aConnection(app);
    const { id: user_id } = await aPerson(app, { connection_id: id });
    const read = (source: string) => app.as('superadmin').call(iam.user, { params: { id: source, user_id } });
    expect((await read(id)).body.id).toBe(user_id);
    expect((await read(other.id)).status).toBe(404);
  });

  for (const [what, endpoint, column] of [
    ['job titles', iam.jobTitles, 'job_title'],
    ['departments', iam.departments, 'department'],
  ] as const) {
    test(`have ${what}, most common first, of the active only`, async ({ app }) => {
      const { id } = await aConnection(app);
      const other = await aConnection(app);
      for (const value of ['B', 'C', 'C', 'A', null]) await aPerson(app, { connection_id: id, [column]: value });
      await aPerson(app, { connection_id: id, [column]: 'Gone', active: false });
      await aPerson(app, { connection_id: other.id, [column]: 'Elsewhere' });
      const { body } = await app.as('superadmin').call(endpoint, { params: { id } });
      expect(body).toEqual({
        items: [
          { value: 'C', people: 2 },
          { value: 'A', people: 1 },
          { value: 'B', people: 1 },
        ],
        total: 3,
      });
    });
  }
});
