import { randomUUID } from 'node:crypto';
import { cylinders, type Input } from '@key2xs/contract';
import { parse } from 'csv-parse/sync';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { mirrored, twoHouses } from '#test/factories/doors';
import { aKeySystem } from '#test/factories/key-systems';

const list = async (app: TestApp, query: Input<typeof cylinders.list>['query']) => {
  const { body } = await app.as('superadmin').call(cylinders.list, { query });
  return { markings: body.items.map(({ marking }) => marking), ...body };
};

describe('GET /key-plan/cylinders', () => {
  test('lists those of all key systems by marking, without the deleted ones', async ({ app }) => {
    const { groupId } = await twoHouses(app);
    const { markings, total, limit, offset, items } = await list(app, {});
    expect([markings, total, limit, offset]).toEqual([['A-1', 'B-2', 'C_3', 'X-9'], 4, 50, 0]);
    expect(items[0]).toMatchObject({ name: 'Reception', group_id: groupId('Offices'), group_name: 'Offices' });
  });

  test.for<[string, string[]]>([
    ['archive', ['B-2']],
    ['TOWN HALL', ['A-1', 'B-2']],
    ['labs', ['C_3']],
    ['-', ['A-1', 'B-2', 'X-9']],
    ['_', ['C_3']],
    ['100%', ['C_3']],
    ['%', ['C_3']],
    ["' or 1=1", []],
    ['spare', []],
  ])('searches marking, name, location and group for %s as it stands', async ([search, found], { app }) => {
    await twoHouses(app);
    const { markings, total } = await list(app, { search });
    expect([markings, total]).toEqual([found, found.length]);
  });

  test('filters by key system and by group', async ({ app }) => {
    const { annexe, groupId } = await twoHouses(app);
    expect((await list(app, { connection_id: annexe.id })).markings).toEqual(['X-9']);
    expect((await list(app, { group_id: groupId('Offices') })).markings).toEqual(['A-1', 'B-2']);
    expect((await list(app, { group_id: groupId('Offices'), search: 'recept' })).markings).toEqual(['A-1']);
    expect((await list(app, { group_id: groupId('Offices'), connection_id: annexe.id })).total).toBe(0);
  });

  test('sorts both ways by what it knows, and refuses the rest', async ({ app }) => {
    await twoHouses(app);
    expect((await list(app, { sort: '-marking' })).markings).toEqual(['X-9', 'C_3', 'B-2', 'A-1']);
    expect((await list(app, { sort: 'name' })).markings).toEqual(['C_3', 'B-2', 'A-1', 'X-9']);
    expect((await list(app, { sort: '-location' })).markings.slice(0, 2)).toEqual(['B-2', 'A-1']);
    expect((await list(app, { sort: 'group_name' })).markings).toEqual(['C_3', 'A-1', 'B-2', 'X-9']);
    expect((await list(app, { sort: '-group_name' })).markings).toEqual(['X-9', 'B-2', 'A-1', 'C_3']);
    const { status, problem } = await app.as('superadmin').call(cylinders.list, { query: { sort: 'domain' as never } });
    expect([status, problem.detail]).toEqual([422, 'sort: Sort by one of: marking, name, location, group_name, state']);
  });

  test('pages without gaps or repeats, whatever the size, and keeps within its limits', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const doors = Array.from({ length: 23 }, (_, i) => ({ marking: `M${i}`, name: `${i % 3}` }));
    await mirrored(app, id, [], doors);
    for (const limit of [1, 5, 16, 22, 23, 200]) {
      const seen: string[] = [];
      for (let offset = 0; offset < 23; offset += limit) {
        const page = await list(app, { offset, limit, sort: 'name' });
        expect([page.total, page.items.length]).toEqual([23, Math.min(limit, 23 - offset)]);
        seen.push(...page.items.map((item) => item.id));
      }
      expect(new Set(seen).size).toBe(23);
    }
    expect((await list(app, { limit: 0 })).limit).toBe(1);
    expect((await list(app, { limit: -5, offset: -5 })).offset).toBe(0);
    expect((await list(app, { limit: 10_000 })).limit).toBe(200);
    expect((await list(app, { offset: 500 })).items).toEqual([]);
  });
});

/** Programming jobs of one cylinder of a key system, a day apart, in the order given. */
async function withJobs({ db }: TestApp, connection_id: string, marking: string, states: string[]) {
  for (const [day, state] of states.entries()) {
    const external_id = `J ${marking} ${day}`;
    const job = { id: randomUUID(), connection_id, external_id, kind: 'program', state, assigned_key: null };
    const created_at = new Date(Date.UTC(2026, 0, 1 + day));
    await db
      .insertInto('programming_job')
      .values({ ...job, cylinder_external_id: `C ${marking}`, created_at })
      .execute();
  }
}

describe('GET /key-plan/cylinders, what it tells and filters by', () => {
  test('names the key system, when it was read, and the oldest job that is not done', async ({ app }) => {
    const { main } = await twoHouses(app);
    const read = '2026-02-03T04:05:06.000Z';
    await app.db
      .updateTable('key_system_connection')
      .set({ inventory_read_at: read })
      .where('id', '=', main.id)
      .execute();
    await withJobs(app, main.id, 'A-1', ['done', 'pending', 'assigned']);
    const [first, second] = (await list(app, {})).items;
    expect(first).toMatchObject({ connection_name: main.name, read_at: read });
    expect(first?.open_job).toEqual({
      external_id: 'J A-1 1',
      kind: 'program',
      state: 'pending',
      assigned_key: null,
      created_at: '2026-01-02T00:00:00.000Z',
      done_at: null,
    });
    expect(second?.open_job).toBeNull();
    const { body } = await app.as('superadmin').call(cylinders.get, { params: { id: first?.id ?? '' } });
    expect(body.jobs.map(({ external_id }) => external_id)).toEqual(['J A-1 2', 'J A-1 1', 'J A-1 0']);
  });

  test('filters by open job, done and deleted ones aside', async ({ app }) => {
    const { main } = await twoHouses(app);
    await withJobs(app, main.id, 'A-1', ['loaded_on_key']);
    await withJobs(app, main.id, 'B-2', ['done']);
    await withJobs(app, main.id, 'C_3', ['pending']);
    await app.db
      .updateTable('programming_job')
      .set({ deleted_at: new Date() })
      .where('cylinder_external_id', '=', 'C C_3')
      .execute();
    expect((await list(app, { job: 'open' })).markings).toEqual(['A-1']);
    const none = await list(app, { job: 'none' });
    expect([none.markings, none.total]).toEqual([['B-2', 'C_3', 'X-9'], 3]);
  });

  test('filters by type, state and domain, and sorts by state', async ({ app }) => {
    const { id, name } = await aKeySystem(app);
    await mirrored(
      app,
      id,
      [],
      [
        { marking: 'A', cylinder_type: 'double', state: 'removed' },
        { marking: 'B', domain: 'hospital', state: 'blocked' },
        { marking: 'C' },
      ],
    );
    expect((await list(app, { cylinder_type: 'double' })).markings).toEqual(['A']);
    expect((await list(app, { state: 'blocked' })).markings).toEqual(['B']);
    expect((await list(app, { domain: 'hospital' })).markings).toEqual(['B']);
    expect((await list(app, { sort: '-state' })).markings).toEqual(['A', 'C', 'B']);
    const { body } = await app.as('superadmin').call(cylinders.facets, {});
    expect(body).toEqual({
      key_systems: [{ id, name, read_at: null }],
      domains: ['city', 'hospital'],
      cylinder_types: ['double', 'single'],
      cylinder_states: ['blocked', 'installed', 'removed'],
      key_types: [],
      key_states: [],
    });
  });

  test.for(['ärzte', 'ÄRZTE', 'ŁÓDŹ', 'łódź', 'ΜΟΝΆΔΑ', 'größe'])('finds %s whatever its case', async (search, {
    app,
  }) => {
    const { id } = await aKeySystem(app);
    const doors = [
      { marking: 'A', name: 'Ärztezimmer Łódź' },
      { marking: 'B', name: 'Door' },
    ];
    await mirrored(app, id, ['Μονάδα Größe'], [...doors, { marking: 'C', group: 'Μονάδα Größe' }]);
    expect((await list(app, { search })).total).toBe(1);
  });
});

describe('GET /key-plan/cylinders.csv and cylinder-groups.csv', () => {
  test('hold what the filter lets through', async ({ app }) => {
    const { main } = await twoHouses(app);
    await withJobs(app, main.id, 'A-1', ['pending']);
    const { text, headers } = await app
      .as('superadmin')
      .call(cylinders.exportCsv, { query: { connection_id: main.id, search: 'town hall' } });
    expect(headers.get('content-disposition')).toBe('attachment; filename="cylinders.csv"');
    expect(parse(text, { bom: true, columns: true })).toMatchObject([
      { connection_name: main.name, marking: 'A-1', group_name: 'Offices', open_job: 'program (pending)', read_at: '' },
      { connection_name: main.name, marking: 'B-2', group_name: 'Offices', open_job: '' },
    ]);
    const groups = await app.as('superadmin').call(cylinders.exportGroupsCsv, { query: { search: 'off' } });
    expect(parse(groups.text, { bom: true, columns: true })).toMatchObject([{ name: 'Offices', cylinders: '2' }]);
    const events = await app.db
      .selectFrom('audit_event')
      .select('details')
      .where('action', '=', 'inventory.exported')
      .orderBy('id')
      .execute();
    expect(events.map(({ details }) => details)).toEqual([
      { file: 'cylinders.csv', connection_id: main.id, search: 'town hall' },
      { file: 'cylinder-groups.csv', search: 'off' },
    ]);
  });

  test('have all rows, however many pages, also where many look alike', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const rows = Array.from({ length: 2_345 }, (_, at) => ({
      id: randomUUID(),
      connection_id: id,
      external_id: `C${at}`,
      marking: `M${at % 7}`,
      name: '=1+1',
      cylinder_type: 'single',
      domain: 'city',
      location: '',
      state: 'installed',
    }));
    await app.db.insertInto('key_system_cylinder').values(rows).execute();
    const { text } = await app.as('superadmin').call(cylinders.exportCsv, { query: {} });
    const found: { external_id: string; name: string }[] = parse(text, { bom: true, columns: true });
    expect([found.length, new Set(found.map(({ external_id }) => external_id)).size]).toEqual([2_345, 2_345]);
    expect(found[0]?.name).toBe("'=1+1");
  });
});

describe('GET /key-plan/cylinders/:id', () => {
  test('gives one, and none that is deleted or unknown', async ({ app }) => {
    await twoHouses(app);
    const [first] = (await list(app, {})).items;
    const get = (id: string) => app.as('superadmin').call(cylinders.get, { params: { id } });
    expect((await get(first?.id ?? '')).body).toEqual({ ...first, jobs: [] });
    const deleted = await app.db.selectFrom('cylinder').select('id').where('marking', '=', 'D-4').executeTakeFirst();
    for (const id of [deleted?.id ?? '', randomUUID(), 'A-1']) expect((await get(id)).status).toBe(404);
  });
});
