import { type Input, keyDesk, possessionChecks } from '@key2xs/contract';
import { expect, type TestApp, test } from '#test/app';
import { countStatements } from '#test/count-statements';
import { aSubAdmin, eventsAbout } from '#test/factories/administrators';
import { aPlace, mirrored, place } from '#test/factories/doors';
import { aKey, aRecordedPerson } from '#test/factories/keys';
import { aPerson } from '#test/factories/people';
import { aHouseOfHolders, aLinkServer } from '#test/factories/possession-checks';
import { textsOfPages } from '#test/pdf-texts';
import { kindOfJob, runNow } from '#test/run-jobs';
import { send } from '#test/send';
import { repeatChecks } from './repeat-checks';
import { mailLinksJob, nextAt } from './service';

const dayMs = 86_400_000;
const desk = (app: TestApp) => app.as('superadmin');
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

type Starting = Partial<Input<typeof possessionChecks.start>['body']>;

async function aCheck(app: TestApp, more: Starting = {}) {
  const { body } = await desk(app).call(possessionChecks.start, {
    body: { due_at: inDays(14), language: 'en', ...more },
  });
  return { params: { id: body.id }, check: body };
}

const markings = async (app: TestApp, params: { id: string }) => {
  const { body } = await desk(app).call(possessionChecks.keys, { params, query: { sort: 'marking' } });
  return body.items.map(({ marking }) => marking).join();
};

/** The text of each page; nothing where it is refused. */
async function printed(app: TestApp, path: string): Promise<string[] | undefined> {
  const headers = { authorization: `Bearer ${await desk(app).token()}` };
  const answer = await fetch(`${app.url}/api/v1/possession-checks/${path}`, { headers });
  if (answer.status !== 200) return undefined;
  const pages = textsOfPages(Buffer.from(await answer.arrayBuffer())).map((texts) => texts.join(' '));
  return pages.map((text) => text.replaceAll(/\s+/g, ' ').replaceAll('- ', '-'));
}

test('a check asks about a part: departments, rings, places where keys open a door, and all of these together', async ({
  app,
}) => {
  await aLinkServer(app);
  const { keys, system, bo } = await aHouseOfHolders(app);
  const [k1 = '', k2 = '', k3 = '', k4 = ''] = keys;
  await app.db.updateTable('person').set({ department: 'Yard' }).where('id', '=', bo).execute();
  await app.db.insertInto('department_spelling').values({ spelling: 'Yard', folded: 'yard' }).execute();
  const ring = app.deps.newId();
  const made = { created_at: new Date(), created_by: 'admin' };
  await app.db
    .insertInto('key_ring')
    .values({ id: ring, name: 'Round', ...made })
    .execute();
  const on = [k1, k4].map((key_id) => ({ key_id, ring_id: ring }));
  await app.db.insertInto('key_ring_member').values(on).execute();
  const site = await aPlace(app, { name: 'Site', type: 'site', parent_id: null });
  const room = await aPlace(app, { name: 'Room', type: 'area', parent_id: site.id });
  await mirrored(app, system, ['Group'], [{ marking: '1' }, { marking: '2', group: 'Group' }]);
  const doors = await app.db.selectFrom('cylinder').select('id').orderBy('marking').execute();
  await place(
    app,
    doors.slice(0, 1).map(({ id }) => id),
    room.id,
  );
  await place(
    app,
    doors.slice(1).map(({ id }) => id),
    site.id,
  );
  // K-2 names the door itself, K-3 its group; a profile that names the door has Bo as a member, who has K-4.
  await app.db
    .updateTable('key')
    .set({ own_cylinders: ['C 1'] })
    .where('id', '=', k2)
    .execute();
  await app.db
    .updateTable('key')
    .set({ own_groups: ['G Group'] })
    .where('id', '=', k3)
    .execute();
  await aRecordedPerson(app, system, { identity: 'P-1', own: bo });
  const unknown = { cylinders: 1, cylinder_groups: 0, members: 1, content: null, schedule: null };
  await app.db
    .insertInto('recorded_profile')
    .values({
      ...{
        connection_id: system,
        identity: 'F-1',
        reference: null,
        own_reference: null,
        name: 'Foreign',
        description: '',
      },
      ...{ ...unknown, door_ids: ['C 1'], group_ids: [], member_references: [], member_identities: ['P-1'] },
      first_read_at: new Date(),
    })
    .execute();
  const asked = async (scope: Starting['scope'], rings: string[] | null = null) => {
    const { params, check } = await aCheck(app, { ...(scope && { scope }), rings });
    return [await markings(app, params), check.people];
  };
  expect(await asked(undefined)).toEqual(['K-1,K-2,K-3,K-4', 2]);
  expect(await asked({ departments: [' YARD'], places: null })).toEqual(['K-4', 1]);
  expect(await asked({ departments: null, places: [site.id] })).toEqual(['K-2,K-3,K-4', 2]);
  expect(await asked({ departments: null, places: [room.id] })).toEqual(['K-2,K-4', 2]);
  expect(await asked(undefined, [ring])).toEqual(['K-1,K-4', 2]);
  expect(await asked({ departments: null, places: [room.id] }, [ring])).toEqual(['K-4', 1]);
  const { body: listed } = await desk(app).call(possessionChecks.list, { query: {} });
  expect(listed.items[0]).toMatchObject({
    scope: { departments: null, places: [{ id: room.id, path: 'Site / Room' }] },
    rings: [{ id: ring, name: 'Round' }],
  });

  const refused = async (body: Starting) =>
    (await desk(app).send(possessionChecks.start, { body: { due_at: inDays(14), language: 'en', ...body } })).problem;
  const wrong: [Starting, string][] = [
    [{ scope: { departments: [], places: null } }, 'scope.departments'],
    [{ scope: { departments: null, places: [app.deps.newId()] } }, 'scope.places'],
    [{ rings: [app.deps.newId()] }, 'rings'],
  ];
  for (const [body, path] of wrong) expect((await refused(body)).errors).toMatchObject([{ path }]);
});

test('a check that repeats begins anew by itself, once, asks who has keys then, and ends the one before', async ({
  app,
}) => {
  const server = await aLinkServer(app);
  const { keys } = await aHouseOfHolders(app);
  const later = (days: number) => ({ ...app.deps, clock: () => new Date(Date.now() + days * dayMs) });
  const tooSoon = { due_at: inDays(40), language: 'en' as const, repeat_months: 1 };
  expect((await desk(app).send(possessionChecks.start, { body: tooSoon })).problem.errors).toMatchObject([
    { path: 'repeat_months' },
  ]);
  const { params, check } = await aCheck(app, { repeat_months: 12 });
  await runNow(app, kindOfJob(app, mailLinksJob), params.id);
  expect(check).toMatchObject({ repeat_months: 12, is_repetition: false });
  expect(check.next_at).toBe(nextAt(new Date(check.started_at), 12)?.toISOString());
  expect(await repeatChecks(later(360))).toBe(0);
  await desk(app).call(keyDesk.takeBack, { body: { keys: [{ id: keys[2] ?? '' }] } });
  expect((await Promise.all([repeatChecks(later(367)), repeatChecks(later(367))])).sort()).toEqual([0, 1]);
  const { body: listed } = await desk(app).call(possessionChecks.list, { query: { sort: '-started_at' } });
  const [next, former] = listed.items;
  expect(former).toMatchObject({ ...params, next_at: null, ended_at: expect.any(String), ended_by: null });
  expect(next).toMatchObject({
    is_repetition: true,
    repeat_months: 12,
    keys: 3,
    people: 2,
    started_by: check.started_by,
  });
  expect([next?.next_at?.slice(0, 4), next && Date.parse(next.due_at) - Date.parse(next.started_at)]).toEqual([
    String(Number(check.next_at?.slice(0, 4)) + 1),
    Date.parse(check.due_at) - Date.parse(check.started_at),
  ]);
  await runNow(app, kindOfJob(app, mailLinksJob), next?.id ?? '');
  const open = async (at: number) =>
    (await app.as('anonymous').send(possessionChecks.checkLink, { body: { token: server.token(at) } })).status;
  expect([server.mails.length, await open(0), await open(1)]).toEqual([2, 410, 200]);
  expect((await eventsAbout(app, next?.id ?? ''))[0]).toMatchObject({ action: 'possession_check.started' });
});

test('a repetition is changed and ended on the newest check, by an administrator of all departments', async ({
  app,
}) => {
  await aLinkServer(app);
  await aHouseOfHolders(app);
  const { params } = await aCheck(app);
  const set = (repeat_months: number | null, token?: string) =>
    token
      ? send(app.url, possessionChecks.repeat, { params, body: { repeat_months } }, { token })
      : desk(app).send(possessionChecks.repeat, { params, body: { repeat_months } });
  const scope = { departments: ['yard'], places: null };
  const { token } = await aSubAdmin(app, { functions: ['assign_keys'], scope });
  expect((await set(6, token)).status).toBe(403);
  expect((await set(6)).body).toMatchObject({ repeat_months: 6, next_at: expect.any(String) });
  expect((await set(null)).body).toMatchObject({ repeat_months: null, next_at: null });
  await set(6);
  await app.db.updateTable('possession_check').set({ next_at: new Date() }).execute();
  expect(await repeatChecks(app.deps)).toBe(1);
  expect((await set(null)).problem.detail).toBe('This check has been repeated. Change the newest one.');
});

test('holders without mail get a page each, and what is written on it is entered once at the desk', async ({ app }) => {
  const server = await aLinkServer(app);
  const { keys, ada, bo } = await aHouseOfHolders(app);
  const { params } = await aCheck(app);
  await runNow(app, kindOfJob(app, mailLinksJob), params.id);
  const pages = async (query = '') => (await printed(app, `${params.id}/forms.pdf${query}`)) ?? [];
  const [page = '', ...others] = await pages();
  expect([others, page]).toEqual([[], expect.stringContaining('Bo Made-Up')]);
  expect([page.includes('K-4'), page.includes('K-1')]).toEqual([true, false]);
  expect(await pages('?to=not_answered')).toHaveLength(2);

  const enter = (person_id: string, answers: Input<typeof possessionChecks.enter>['body']['answers']) =>
    desk(app).send(possessionChecks.enter, { params, body: { person_id, answers, also_has: 'K-9' } });
  const [k1 = '', k2 = '', k3 = '', k4 = ''] = keys;
  expect((await enter(bo, [])).problem.errors).toMatchObject([{ path: 'answers' }]);
  const missing = [{ key_id: k4, answer: 'missing' as const, note: 'Lost it' }];
  const twice = await Promise.all([enter(bo, missing), enter(bo, missing)]);
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await enter(app.deps.newId(), missing)).status).toBe(404);
  const has = [k1, k2, k3].map((key_id) => ({ key_id, answer: 'has' as const }));
  expect((await enter(ada, has)).status).toBe(200);
  const token = server.token(0);
  expect((await app.as('anonymous').send(possessionChecks.checkLink, { body: { token } })).status).toBe(410);
  const { body: listed } = await desk(app).call(possessionChecks.keys, { params, query: { person_id: bo } });
  expect(listed.items).toMatchObject([
    { marking: 'K-4', answer: 'missing', note: 'Lost it', answered_by: expect.any(String) },
  ]);
  expect(await pages()).toEqual([]);
  const { body } = await desk(app).call(possessionChecks.get, { params });
  expect(body).toMatchObject({ answered: 2, confirmed: 3, differing: 1, unanswered: 0, also_has: 2 });
});

test('the results of a check are printed with its figures and what differs', async ({ app }) => {
  await aLinkServer(app);
  const { keys, bo } = await aHouseOfHolders(app);
  const { params } = await aCheck(app);
  const answers = [{ key_id: keys[3] ?? '', answer: 'elsewhere' as const, note: 'Cy has it' }];
  await desk(app).call(possessionChecks.enter, { params, body: { person_id: bo, answers } });
  const results = ((await printed(app, `${params.id}/results.pdf`)) ?? []).join(' ');
  expect(results).toContain('4 asked, 0 confirmed, 1 differing');
  expect(results).toContain('Someone else has it');
  expect(results).toContain('Cy has it');
});

test.for([
  ['2026-01-31T08:00:00.000Z', 1, '2026-02-28T08:00:00.000Z'],
  ['2026-11-15T08:00:00.000Z', 12, '2027-11-15T08:00:00.000Z'],
  ['2027-10-31T08:00:00.000Z', 4, '2028-02-29T08:00:00.000Z'],
] as const)('%s and %i months is %s', ([from, months, next]) => {
  expect(nextAt(new Date(from), months)?.toISOString()).toBe(next);
});

test('a start costs the same statements for a few keys and for hundreds', async ({ app, database }) => {
  await aLinkServer(app);
  const { system, bo } = await aHouseOfHolders(app);
  const { id: source } = await app.db.selectFrom('iam_connection').select('id').executeTakeFirstOrThrow();
  const counted = countStatements(database);
  const start = () => counted(async () => void (await aCheck(app)));
  const few = await start();
  for (let at = 0; at < 300; at++) {
    const key_id = await aKey(app, system, { marking: `M-${at}`, holder_identity: `P-${at}` });
    const own = at % 2 === 0 ? bo : (await aPerson(app, { connection_id: source, email: `p${at}@city.test` })).id;
    const custody = { key_id, state: 'handed_out' as const, changed_at: new Date(), version: 1 };
    await app.db.insertInto('key_custody').values(custody).execute();
    const out = { id: app.deps.newId(), key_id, person_id: own, handed_out_at: new Date() };
    await app.db
      .insertInto('key_assignment')
      .values({ ...out, holder_identity: null, due_at: null, ended_at: null, ended_by: null })
      .execute();
  }
  const many = await start();
  expect([many.statements, few.statements < 30]).toEqual([few.statements, true]);
});
