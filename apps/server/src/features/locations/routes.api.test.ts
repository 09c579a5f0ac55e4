import { randomUUID } from 'node:crypto';
import { cylinders, type Input, locations } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aPlace, mirrored, place, twoHouses } from '#test/factories/doors';
import { aKeySystem } from '#test/factories/key-systems';

type Create = Input<typeof locations.create>['body'];

/** Campus > Hall > Ground floor, with one cylinder on the floor. */
async function aCampus(app: TestApp) {
  const { main } = await twoHouses(app);
  const campus = await aPlace(app, { name: 'Campus', type: 'site' });
  const hall = await aPlace(app, { name: 'Hall', type: 'building', parent_id: campus.id });
  const floor = await aPlace(app, { name: 'Ground floor', type: 'floor', parent_id: hall.id });
  const [reception] = await idsOf(app, ['A-1']);
  await place(app, [reception ?? ''], floor.id);
  return { main, campus, hall, floor, reception: reception ?? '' };
}

async function idsOf(app: TestApp, markings: string[]): Promise<string[]> {
  const rows = await app.db.selectFrom('cylinder').select(['id', 'marking']).execute();
  return markings.map((wanted) => rows.find(({ marking }) => marking === wanted)?.id ?? '');
}

const tree = async (app: TestApp) => (await app.as('superadmin').call(locations.tree, {})).body;
const shape = async (app: TestApp) =>
  (await tree(app)).places.map(({ name, type, cylinders: count }) => `${name} ${type} ${count}`);
const markingsIn = async (app: TestApp, query: Input<typeof cylinders.list>['query']) =>
  (await app.as('superadmin').call(cylinders.list, { query })).body.items.map(({ marking }) => marking);

describe('places', () => {
  test('stand in wider ones, and the tree counts the cylinders below', async ({ app }) => {
    const { floor, campus } = await aCampus(app);
    expect(await shape(app)).toEqual(['Campus site 1', 'Hall building 1', 'Ground floor floor 1']);
    expect(floor.path).toBe('Campus / Hall / Ground floor');
    expect(await tree(app)).toMatchObject({ unplaced: 3, proposed: 2, differences: 0 });
    expect(await markingsIn(app, { location_id: campus.id })).toEqual(['A-1']);
    const { status, problem } = await app
      .as('superadmin')
      .call(locations.create, { body: { name: 'Site', type: 'site', parent_id: floor.id } });
    expect([status, problem.code]).toEqual([409, 'conflict']);
  });

  test('have names that differ below one place, and codes that differ everywhere', async ({ app }) => {
    const { hall } = await aCampus(app);
    const make = (body: Create) => app.as('superadmin').call(locations.create, { body });
    expect((await make({ name: 'GROUND floor', type: 'area', parent_id: hall.id })).status).toBe(409);
    expect((await make({ name: 'Ground floor', type: 'floor', code: 'G' })).status).toBe(201);
    expect((await make({ name: 'First', type: 'floor', code: 'G' })).status).toBe(409);
    expect((await make({ name: 'First', type: 'floor', parent_id: randomUUID() })).status).toBe(422);
  });

  test('change and move, once for each version', async ({ app }) => {
    const { hall, floor, campus } = await aCampus(app);
    const { call } = app.as('superadmin');
    const params = { id: floor.id };
    const headers = { 'if-match': `"${floor.version}"` };
    const changes = { parent_id: campus.id, protection_class: 3, time_zone: 'Europe/Berlin', notes: 'Alarmed' };
    const moved = await call(locations.update, { params, body: changes }, { headers });
    expect(moved.body).toMatchObject({ path: 'Campus / Ground floor', protection_class: 3, version: 2 });
    expect((await call(locations.update, { params, body: { name: 'Late' } }, { headers })).status).toBe(412);
    const back = await call(locations.update, { params, body: { parent_id: hall.id } });
    expect(back.body.path).toBe('Campus / Hall / Ground floor');
    const turned = await call(locations.update, { params: { id: campus.id }, body: { parent_id: hall.id } });
    expect(turned.status).toBe(409);
    const narrow = await call(locations.update, { params: { id: hall.id }, body: { type: 'door' } });
    expect(narrow.status).toBe(409);
    const events = await app.db
      .selectFrom('audit_event')
      .select('details')
      .where('action', '=', 'location.updated')
      .orderBy('id')
      .execute();
    expect(events.length).toBe(2);
    expect(events[0]?.details).toMatchObject({ before: { notes: '' }, after: { notes: 'Alarmed' } });
  });

  test('merge with everything in them, places of one name becoming one', async ({ app }) => {
    const { campus, hall, floor } = await aCampus(app);
    const other = await aPlace(app, { name: 'Town Hall', type: 'building', protection_class: 4, parent_id: campus.id });
    const otherFloor = await aPlace(app, { name: 'ground FLOOR', type: 'floor', parent_id: other.id });
    await aPlace(app, { name: 'Roof', type: 'floor', parent_id: other.id });
    await place(app, await idsOf(app, ['B-2']), otherFloor.id);
    const { body } = await app
      .as('superadmin')
      .call(locations.merge, { params: { id: other.id }, body: { into: hall.id } });
    expect(body).toMatchObject({ id: hall.id, name: 'Hall', protection_class: 4, cylinders: 2 });
    expect(await shape(app)).toEqual(['Campus site 2', 'Hall building 2', 'Ground floor floor 2', 'Roof floor 0']);
    const within = await app
      .as('superadmin')
      .call(locations.merge, { params: { id: hall.id }, body: { into: floor.id } });
    expect(within.status).toBe(422);
  });

  test('are deleted only when empty, or when their content has somewhere to go', async ({ app }) => {
    const { campus, hall, floor } = await aCampus(app);
    const { call } = app.as('superadmin');
    const params = { id: hall.id };
    const refused = await call(locations.remove, { params, query: {} });
    expect(refused.status).toBe(409);
    expect(refused.problem).toMatchObject({ related_records: { places: 1, cylinders: 1 } });
    expect((await call(locations.remove, { params, query: { target: campus.id } })).status).toBe(200);
    expect(await shape(app)).toEqual(['Campus site 1', 'Ground floor floor 1']);
    await place(app, await idsOf(app, ['A-1']), null);
    expect((await call(locations.remove, { params: { id: floor.id }, query: {} })).status).toBe(200);
    expect(await shape(app)).toEqual(['Campus site 0']);
  });

  test('are deleted when only cylinders stand in them that are listed no more', async ({ app }) => {
    const { floor, reception } = await aCampus(app);
    await app.db
      .updateTable('key_system_cylinder')
      .set({ deleted_at: new Date() })
      .where('id', '=', reception)
      .execute();
    const { status } = await app.as('superadmin').call(locations.remove, { params: { id: floor.id }, query: {} });
    expect(status).toBe(200);
  });
});

describe('placing by hand', () => {
  test('is taken back to the letter by what it answers', async ({ app }) => {
    const { hall, reception } = await aCampus(app);
    const [archive = ''] = await idsOf(app, ['B-2']);
    const state = () =>
      app.db
        .selectFrom('cylinder')
        .select(['marking', 'location_id', 'placed_by', 'placed_text'])
        .orderBy('marking')
        .execute();
    const former = await state();
    const { body } = await place(app, [archive, reception], hall.id);
    expect(body.placed).toBe(2);
    expect(await markingsIn(app, { location_id: hall.id })).toEqual(['A-1', 'B-2']);
    await app.as('superadmin').call(locations.place, { body: { placements: body.before } });
    expect(await state()).toEqual(former);
  });

  test('takes places and cylinders that are there, and nothing of a call that has others', async ({ app }) => {
    const { reception } = await aCampus(app);
    expect((await place(app, [reception], randomUUID())).status).toBe(404);
    expect((await place(app, [reception, randomUUID()], null)).status).toBe(409);
    expect((await tree(app)).unplaced).toBe(3);
  });
});

/** A key system whose doors have these texts. */
async function doorsAt(app: TestApp, texts: Record<string, string>) {
  const { id } = await aKeySystem(app);
  await mirrored(
    app,
    id,
    [],
    Object.entries(texts).map(([marking, location]) => ({ marking, location })),
  );
  return id;
}

async function confirm(app: TestApp) {
  const { call } = app.as('superadmin');
  const { stamp } = (await call(locations.proposal, {})).body;
  return call(locations.confirmProposal, { body: { stamp } });
}

const reread = (app: TestApp, marking: string, location: string) =>
  app.db.updateTable('key_system_cylinder').set({ location }).where('marking', '=', marking).execute();

describe('the proposal', () => {
  const texts = {
    A: 'Hall / Ground floor / Main entrance',
    B: 'HALL > ground floor > Archive',
    C: 'Hall / 1 / Lab',
    D: '',
  };

  test('makes exactly what was shown, once', async ({ app }) => {
    await doorsAt(app, texts);
    const { call } = app.as('superadmin');
    const { body } = await call(locations.proposal, {});
    expect(body).toMatchObject({ cylinders: 3, new_places: 6 });
    expect(body.places[0]).toEqual({ path: ['Hall'], type: 'building', is_new: true, cylinders: 3 });
    await reread(app, 'C', 'Hall / 2 / Lab');
    expect((await call(locations.confirmProposal, { body: { stamp: body.stamp } })).status).toBe(409);
    expect((await tree(app)).places).toEqual([]);
    expect((await confirm(app)).body).toEqual({ made: 6, placed: 3 });
    expect(await shape(app)).toEqual([
      'Hall building 3',
      '2 floor 1',
      'Lab door 1',
      'Ground floor floor 2',
      'Archive door 1',
      'Main entrance door 1',
    ]);
    expect((await call(locations.proposal, {})).body).toMatchObject({ cylinders: 0, places: [] });
    expect(await tree(app)).toMatchObject({ unplaced: 1, proposed: 0 });
  });

  test('follows a place that was renamed and moved, and leaves alone what was taken out by hand', async ({ app }) => {
    const system = await doorsAt(app, texts);
    await confirm(app);
    const { call } = app.as('superadmin');
    const [hall] = (await tree(app)).places;
    const campus = await aPlace(app, { name: 'Campus', type: 'site' });
    await call(locations.update, { params: { id: hall?.id ?? '' }, body: { name: 'Old Hall', parent_id: campus.id } });
    await place(app, await idsOf(app, ['B']), null);
    await mirrored(app, system, [], [{ marking: 'E', location: 'Hall / Ground floor / Gate' }]);
    const { body } = await call(locations.proposal, {});
    expect(body.places.filter(({ is_new }) => is_new)).toEqual([
      { path: ['Campus', 'Old Hall', 'Ground floor', 'Gate'], type: 'door', is_new: true, cylinders: 1 },
    ]);
    expect(body.cylinders).toBe(1);
  });
});

describe('a changed location text', () => {
  const differing = async (app: TestApp) => markingsIn(app, { placing: 'differs' });

  test('is a difference to decide: followed, or kept until it changes again', async ({ app }) => {
    await doorsAt(app, { A: 'Hall / Gate', B: 'Hall / Roof', C: 'Hall / Yard' });
    await confirm(app);
    const [a = '', b = '', c = ''] = await idsOf(app, ['A', 'B', 'C']);
    await place(app, [c], null);
    for (const marking of ['A', 'B', 'C']) await reread(app, marking, 'Mill / Door');
    expect(await differing(app)).toEqual(['A', 'B']);
    const { call } = app.as('superadmin');
    const decide = (decision: 'keep' | 'take_over', id: string, text = 'Mill / Door') =>
      call(locations.decideDifferences, { body: { decision, cylinders: [{ id, text }] } });
    expect((await decide('keep', a, 'Hall / Gate')).status).toBe(409);
    expect((await decide('take_over', c)).status).toBe(409);
    expect((await decide('keep', a)).body).toEqual({ decided: 1, made: 0 });
    expect((await decide('take_over', b)).body).toEqual({ decided: 1, made: 2 });
    expect((await decide('take_over', b)).status).toBe(409);
    expect(await differing(app)).toEqual([]);
    const { items } = (await call(cylinders.list, { query: {} })).body;
    expect(items.map(({ location_path }) => location_path)).toEqual(['Hall / Gate', 'Mill / Door', null]);
    await reread(app, 'A', 'Barn / Door');
    expect(await differing(app)).toEqual(['A']);
    expect((await decide('take_over', a, 'Barn / Door')).body).toEqual({ decided: 1, made: 2 });
    const decisions = await app.db
      .selectFrom('decision')
      .select(['choice', 'ended_by'])
      .where('subject_id', '=', a)
      .orderBy('id')
      .execute();
    expect(decisions).toEqual([
      { choice: 'keep', ended_by: expect.stringContaining('superadmin') },
      { choice: 'take_over', ended_by: null },
    ]);
  });
});

describe('GET /locations.csv and POST /locations/import', () => {
  const upload = (app: TestApp, text: string | Uint8Array<ArrayBuffer>) =>
    app.as('superadmin').call(locations.importCsv, { body: { file: new File([text], 'places.csv') } });

  test('take back what they gave, and change nothing by that', async ({ app }) => {
    const { floor } = await aCampus(app);
    await app.as('superadmin').call(locations.update, {
      params: { id: floor.id },
      body: { code: 'C-H-0', protection_class: 2, time_zone: 'Europe/Paris', notes: 'Two\nlines' },
    });
    const { text } = await app.as('superadmin').call(locations.exportCsv, { query: {} });
    expect((await upload(app, text)).body).toEqual({ made: 0, changed: 0, unchanged: 3, bad: [], bad_total: 0 });
    for (const { id } of [...(await tree(app)).places].reverse()) {
      await app.db.updateTable('door').set({ location_id: null, placed_by: null }).execute();
      await app.as('superadmin').call(locations.remove, { params: { id }, query: {} });
    }
    expect((await upload(app, text)).body).toMatchObject({ made: 3, bad: [] });
    const { body } = await app.as('superadmin').call(locations.list, { query: {} });
    expect(body.items.map(({ path, type, code, notes }) => [path, type, code, notes])).toEqual([
      ['Campus', 'site', null, ''],
      ['Campus / Hall', 'building', null, ''],
      ['Campus / Hall / Ground floor', 'floor', 'C-H-0', 'Two\nlines'],
    ]);
  });

  test('take the good rows, list the bad ones, and leave what a cell does not say', async ({ app }) => {
    const { floor } = await aCampus(app);
    await app.as('superadmin').call(locations.update, { params: { id: floor.id }, body: { notes: 'Alarmed' } });
    const { body } = await upload(
      app,
      [
        'Path;Type;protection_class;owner',
        'Campus / Hall / Ground floor;;3;',
        'Mill / Roof / Hatch;door;;',
        'Mill;site;;',
        'Mill;site;;',
        'Barn;castle;;',
        'Barn;;9;',
        'Barn;;;4711',
        'a/b/c/d/e/f;;;',
      ].join('\n'),
    );
    expect(body).toMatchObject({ made: 3, changed: 1, unchanged: 0, bad_total: 5 });
    expect(body.bad.map(({ line }) => line)).toEqual([5, 6, 7, 8, 9]);
    expect(await shape(app)).toEqual([
      'Campus site 1',
      'Hall building 1',
      'Ground floor floor 1',
      'Mill site 0',
      'Roof floor 0',
      'Hatch door 0',
    ]);
    const { body: after } = await app.as('superadmin').call(locations.get, { params: { id: floor.id } });
    expect(after).toMatchObject({ notes: 'Alarmed', protection_class: 3 });
  });

  test('refuse what is no such file', async ({ app }) => {
    expect((await upload(app, 'name\nHall')).status).toBe(422);
    expect((await upload(app, new Uint8Array([0xff, 0xfe, 0x41]))).status).toBe(422);
  });
});

describe('a sub-admin', () => {
  test('sees places, and changes none', async ({ app }) => {
    const { floor } = await aCampus(app);
    const { call } = app.as('subadmin');
    expect((await call(locations.tree, {})).body.places.length).toBe(3);
    expect((await call(locations.remove, { params: { id: floor.id }, query: {} })).status).toBe(403);
  });
});
