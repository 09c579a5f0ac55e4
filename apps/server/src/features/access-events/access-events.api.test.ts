import { type AccessEventFilter, accessEvents, administrators, auth, type Input } from '@key2xs/contract';
import { parse } from 'csv-parse/sync';
import { keepMonths } from '#features/recorded/service';
import { listMonths } from '#platform/database/month-tables';
import { expect, type TestApp, test } from '#test/app';
import { anAdministrator, aSubAdmin, setFunctions } from '#test/factories/administrators';
import { aPlace, mirrored, place } from '#test/factories/doors';
import { aConnection } from '#test/factories/iam';
import { aKeySystem } from '#test/factories/key-systems';
import { aKey, aRecordedPerson } from '#test/factories/keys';
import { aPerson } from '#test/factories/people';
import { send } from '#test/send';

const hourMs = 3_600_000;
const never = new AbortController().signal;
const admin = (app: TestApp) => app.as('superadmin');

/** Two places with a door each; Ada had the first key until yesterday, Bo has it since; the second has a person of the key system. */
async function aHouse(app: TestApp) {
  const { id: system } = await aKeySystem(app);
  await mirrored(app, system, [], [{ marking: 'L-1' }, { marking: 'O-1' }]);
  const doorRows = await app.db.selectFrom('cylinder').select(['id', 'marking']).execute();
  const door = (marking: string) => doorRows.find((row) => row.marking === marking)?.id ?? '';
  const site = await aPlace(app, { name: 'Works', type: 'site' });
  const lab = await aPlace(app, { name: 'Lab', type: 'area', parent_id: site.id });
  const office = await aPlace(app, { name: 'Office', type: 'area', parent_id: site.id });
  await place(app, [door('L-1')], lab.id);
  await place(app, [door('O-1')], office.id);
  const { id: connection_id } = await aConnection(app);
  const { id: ada } = await aPerson(app, { connection_id, display_name: 'Ada Made-Up', department: 'Labs' });
  const { id: bo } = await aPerson(app, { connection_id, display_name: 'Bo Made-Up', department: 'Offices' });
  const key = await aKey(app, system, { marking: 'K1' });
  await aKey(app, system, { marking: 'K2' });
  await aRecordedPerson(app, system, { identity: 'P-9', name: ['Cy', 'Made-Up'] });
  const now = app.deps.clock().getTime();
  const ago = (hours: number) => new Date(now - hours * hourMs);
  await app.db
    .insertInto('key_assignment')
    .values([
      {
        id: app.deps.newId(),
        key_id: key,
        person_id: ada,
        handed_out_at: ago(100),
        ended_at: ago(24),
        ended_by: 'transfer',
      },
      { id: app.deps.newId(), key_id: key, person_id: bo, handed_out_at: ago(24) },
    ])
    .execute();
  const row = { connection_id: system, source: 'key', result: 'granted', key_external_id: 'K K1' };
  const event = (external_id: string, hours: number, values: object) => ({
    ...row,
    external_id,
    event_time: ago(hours),
    import_time: ago(hours - 2),
    ...values,
  });
  await app.db
    .insertInto('access_event')
    .values([
      event('E1', 30, { cylinder_external_id: 'C L-1' }),
      event('E2', 20, { cylinder_external_id: 'C L-1', result: 'denied', reason: 'no_access' }),
      event('E3', 10, { cylinder_external_id: 'C O-1' }),
      event('E4', 5, { cylinder_external_id: 'C O-1', key_external_id: 'K K2', person_identity: 'P-9' }),
    ])
    .execute();
  return { system, site, lab, office, ada, bo, key, door, ago };
}

type Filter = Partial<AccessEventFilter>;
const reason = 'A laptop is missing.';
const revealBody = (filter: Filter = {}, ask_second = false): Input<typeof accessEvents.reveal>['body'] => ({
  filter,
  purpose: 'incident',
  reason,
  hours: 4,
  ask_second,
});
const open = async (app: TestApp, filter: Filter = {}) =>
  (await admin(app).call(accessEvents.open, { body: { filter } })).body.id;
const events = async (app: TestApp, id: string, query: Input<typeof accessEvents.page>['query'] = {}) =>
  (await admin(app).call(accessEvents.page, { params: { id }, query })).body;
const reveal = async (app: TestApp, filter: Filter = {}, ask_second = false) =>
  (await admin(app).call(accessEvents.reveal, { body: revealBody(filter, ask_second) })).body.id;
const doorsSeen = async (app: TestApp, filter: Filter) =>
  (await events(app, await open(app, filter))).items.map(({ cylinder, result }) => `${cylinder?.name} ${result}`);
const audited = async ({ db }: TestApp, action: string) =>
  db.selectFrom('audit_event').select(['target_id', 'details']).where('action', '=', action).orderBy('id').execute();

test('a look shows pseudonyms of the holders at that time, others in the next look, and is recorded', async ({
  app,
}) => {
  const { ago } = await aHouse(app);
  const look = await open(app);
  const { items, next } = await events(app, look);
  expect(next).toBeNull();
  expect(items.map(({ key, cylinder, place, result }) => [key?.name, cylinder?.name, place, result])).toEqual([
    ['K2', 'O-1 Door O-1', 'Works / Office', 'granted'],
    ['K1', 'O-1 Door O-1', 'Works / Office', 'granted'],
    ['K1', 'L-1 Door L-1', 'Works / Lab', 'denied'],
    ['K1', 'L-1 Door L-1', 'Works / Lab', 'granted'],
  ]);
  expect(items[3]).toMatchObject({
    event_time: ago(30).toISOString(),
    delay_s: 7_200,
    person: null,
    is_withheld: false,
  });
  const [cy, bo, boToo, ada] = items.map(({ pseudonym }) => pseudonym);
  expect(bo).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
  expect(boToo).toBe(bo);
  expect(new Set([cy, bo, ada]).size).toBe(3);
  const again = await events(app, await open(app));
  expect(again.items.map(({ pseudonym }) => pseudonym)).not.toContain(bo);
  expect(JSON.stringify(items)).not.toContain('Made-Up');
  expect(await audited(app, 'access_event_look.opened')).toMatchObject([{ target_id: look }, {}]);
});

test('pages go on by key in either time, and filters narrow them', async ({ app }) => {
  const { lab, site, door, key, ago } = await aHouse(app);
  for (const by of ['event', 'import'] as const) {
    const look = await open(app, { by });
    const first = await events(app, look, { limit: 3 });
    const rest = await events(app, look, { limit: 3, after: first.next ?? '' });
    expect([...first.items, ...rest.items].map(({ delay_s }) => delay_s)).toHaveLength(4);
    expect(rest.items[0]?.event_time).toBe(ago(30).toISOString());
    expect(rest.next).toBeNull();
  }
  const inLab = ['L-1 Door L-1 denied', 'L-1 Door L-1 granted'];
  expect(await doorsSeen(app, { location_id: lab.id })).toEqual(inLab);
  expect(await doorsSeen(app, { location_id: site.id })).toHaveLength(4);
  expect(await doorsSeen(app, { cylinder_id: door('L-1'), key_id: key })).toEqual(inLab);
  expect(await doorsSeen(app, { key_id: key })).toHaveLength(3);
  expect(await doorsSeen(app, { result: 'denied' })).toEqual(inLab.slice(0, 1));
  expect(await doorsSeen(app, { reason: 'no_access' })).toEqual(inLab.slice(0, 1));
  expect(await doorsSeen(app, { from: ago(20.5).toISOString(), before: ago(15).toISOString() })).toEqual(
    inLab.slice(0, 1),
  );
  expect(await doorsSeen(app, { by: 'import', from: ago(18.5).toISOString(), before: ago(8.5).toISOString() })).toEqual(
    inLab.slice(0, 1),
  );
  const look = await open(app, { from: ago(40).toISOString() });
  const { body } = await admin(app).call(accessEvents.timeline, { params: { id: look }, query: {} });
  expect(body).toMatchObject({ step: 'hour', counted_from: null });
  const sum = body.items.reduce(
    (all, { granted, denied }) => [(all[0] ?? 0) + granted, (all[1] ?? 0) + denied],
    [0, 0],
  );
  expect(sum).toEqual([3, 1]);
  const wrong = await admin(app).send(accessEvents.page, { params: { id: look }, query: { after: 'x' } });
  expect(wrong.status).toBe(422);
});

test('names are shown for a purpose, as far as the privacy of a place lets one person, and wholly with a second', async ({
  app,
}) => {
  const { lab, site, ada, bo } = await aHouse(app);
  const setMode = (id: string, mode: 'none' | 'denied_only' | null) =>
    admin(app).call(accessEvents.savePrivacy, { params: { id }, body: { mode } });
  const { body: settings } = await setMode(site.id, 'none');
  expect(settings.places).toEqual([{ location_id: site.id, path: 'Works', mode: 'none' }]);
  await setMode(lab.id, 'denied_only');
  const look = await reveal(app, {}, true);
  const namesOf = async (id: string) => (await events(app, id)).items.map(({ person }) => person?.name ?? null);
  expect(await namesOf(look)).toEqual([null, null, 'Bo Made-Up', null]);
  expect((await events(app, look)).items.map(({ is_withheld }) => is_withheld)).toEqual([true, true, false, true]);
  expect(await namesOf(await reveal(app, { person_id: bo }))).toEqual(['Bo Made-Up']);
  expect(await namesOf(await reveal(app, { person_id: ada }))).toEqual([]);
  const pseudonymous = await admin(app).send(accessEvents.open, { body: { filter: { person_id: ada } } });
  expect([pseudonymous.status, JSON.stringify(pseudonymous.problem)]).toEqual([
    422,
    expect.stringContaining('names that person'),
  ]);

  const params = { id: look };
  const own = await admin(app).send(accessEvents.approve, { params });
  expect([own.status, own.problem.detail]).toEqual([409, expect.stringContaining('Someone else')]);
  const officer = await anAdministrator(app, { functions: ['audit_log'] });
  const { items } = (await officer.call(accessEvents.looks, {})).body;
  expect(items[0]).toMatchObject({ id: look, second: 'asked', purpose: 'incident', reason, is_own: false });
  expect((await officer.call(accessEvents.approve, { params })).body).toMatchObject({ second: 'approved' });
  expect(await namesOf(look)).toEqual(['Cy Made-Up', 'Bo Made-Up', 'Bo Made-Up', 'Ada Made-Up']);
  expect((await officer.call(accessEvents.refuse, { params, body: { reason } })).status).toBe(409);
  const { text } = await admin(app).call(accessEvents.exportCsv, { params });
  expect(parse(text, { bom: true, columns: true })).toMatchObject([{ person: 'Cy Made-Up' }, {}, {}, {}]);
  expect(await audited(app, 'access_event_look.revealed')).toMatchObject([
    { details: { purpose: 'incident', reason } },
    {},
    {},
  ]);
  expect(await audited(app, 'access_event_look.approved')).toMatchObject([{ target_id: look }]);
  expect(await audited(app, 'access_events.exported')).toMatchObject([{ details: { with_names: true } }]);
});

test('a look is its owner’s alone, needs its right, and ends', async ({ app }) => {
  await aHouse(app);
  const look = await reveal(app);
  const other = await anAdministrator(app, { role: 'superadmin' });
  expect((await other.call(accessEvents.page, { params: { id: look }, query: {} })).status).toBe(404);
  await app.as('subadmin').token();
  await setFunctions(app.db, ['user_audits']);
  const refused = await app.as('subadmin').send(accessEvents.reveal, { body: revealBody() });
  expect(refused.status).toBe(403);
  await setFunctions(app.db, ['reveal_access_events']);
  const { id } = (await app.as('subadmin').call(accessEvents.reveal, { body: revealBody() })).body;
  const ask = () => app.as('subadmin').send(accessEvents.page, { params: { id }, query: {} });
  expect((await ask()).status).toBe(200);
  const { body: subadmin } = await app.as('subadmin').call(auth.me, {});
  const shown = await admin(app).call(administrators.view, { params: subadmin, body: { reason } });
  const { access_token: token } = shown.body;
  const inView = await send(app.url, accessEvents.page, { params: { id }, query: {} }, { token });
  expect(inView.status, 'nor of who sees what they see').toBe(404);
  await setFunctions(app.db, ['user_audits']);
  expect((await ask()).status, 'the right was taken away').toBe(404);
  await app.db
    .updateTable('access_event_look')
    .set({ ends_at: new Date(0) })
    .where('id', '=', look)
    .execute();
  const ended = await admin(app).send(accessEvents.page, { params: { id: look }, query: {} });
  expect([ended.status, ended.problem.code]).toEqual([410, 'link_expired']);
});

test('a scope leaves what happened at its doors to its people', async ({ app }) => {
  const { lab, office } = await aHouse(app);
  await app.db
    .insertInto('department_spelling')
    .values([
      { folded: 'labs', spelling: 'Labs' },
      { folded: 'offices', spelling: 'Offices' },
    ])
    .execute();
  const seen = async (departments: string[] | null, places: string[] | null) => {
    const { token } = await aSubAdmin(app, { functions: ['reveal_access_events'], scope: { departments, places } });
    const { body } = await send(app.url, accessEvents.reveal, { body: revealBody() }, { token });
    const page = await send(app.url, accessEvents.page, { params: { id: body.id }, query: {} }, { token });
    return page.body.items.map(({ person, cylinder }) => `${person?.name} ${cylinder?.name.slice(0, 3)}`);
  };
  expect(await seen(null, [lab.id])).toEqual(['Bo Made-Up L-1', 'Ada Made-Up L-1']);
  expect(await seen(['labs'], null)).toEqual(['Ada Made-Up L-1']);
  expect(await seen(['offices'], [office.id])).toEqual(['Bo Made-Up O-1']);
  expect(await seen(['labs'], [office.id])).toEqual([]);
});

test('months are dropped whole once they are older than they are kept, and made a year ahead', async ({ app }) => {
  await aHouse(app);
  const { body: before } = await admin(app).call(accessEvents.settings, {});
  expect(before).toMatchObject({ retention_months: 3, to_delete: [] });
  const inMonths = (count: number) => ({ ...app.deps, clock: () => monthsFromNow(app, count) });
  const text = (count: number) => monthsFromNow(app, count).toISOString().slice(0, 7);
  const kept = async () => (await listMonths(app.db, 'access_event')).map((month) => month.toISOString().slice(0, 7));
  await keepMonths(app.deps, never);
  expect(await kept()).toEqual(Array.from({ length: 16 }, (_, index) => text(index - 3)));
  await admin(app).call(accessEvents.saveRetention, { body: { retention_months: 1 } });
  expect((await admin(app).call(accessEvents.settings, {})).body.to_delete).toEqual([text(-3), text(-2)]);
  expect((await events(app, await open(app))).items, 'changing the setting deletes nothing').toHaveLength(4);
  expect(await keepMonths(inMonths(2), never)).toBe(4);
  expect((await kept()).slice(0, 1)).toEqual([text(1)]);
  expect(await audited(app, 'access_events.deleted')).toMatchObject([
    { details: { month: text(-3) } },
    { details: { month: text(-2) } },
    { details: { month: text(-1) } },
    { details: { month: text(0) } },
  ]);
  expect((await events(app, await open(app))).items).toEqual([]);
  await app.db.deleteFrom('access_event_policy').execute();
  await keepMonths(app.deps, never); // as other tests expect them
});

function monthsFromNow({ deps }: TestApp, count: number): Date {
  const now = deps.clock();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + count, 15));
}
