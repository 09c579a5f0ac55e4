import { keyDesk, possessionChecks } from '@key2xs/contract';
import { expect, type TestApp, test } from '#test/app';
import { aSubAdmin } from '#test/factories/administrators';
import { aKey } from '#test/factories/keys';
import { aHouseOfHolders, aLinkServer } from '#test/factories/possession-checks';
import { kindOfJob, runNow } from '#test/run-jobs';
import { send } from '#test/send';
import { mailLinksJob } from './service';

const desk = (app: TestApp) => app.as('superadmin');
const visitor = (app: TestApp) => app.as('anonymous');
const inAWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString();

async function aCheck(app: TestApp) {
  const { body } = await desk(app).call(possessionChecks.start, { body: { due_at: inAWeek(), language: 'en' } });
  await runNow(app, kindOfJob(app, mailLinksJob), body.id);
  const params = { id: body.id };
  const get = async () => (await desk(app).call(possessionChecks.get, { params })).body;
  return { params, get, run: () => runNow(app, kindOfJob(app, mailLinksJob), body.id) };
}

test('holders are asked in one mail each, answer once, and no key changes hands', async ({ app }) => {
  const server = await aLinkServer(app);
  const { keys } = await aHouseOfHolders(app);
  const [k1 = '', k2 = '', k3 = ''] = keys;
  const { params, get } = await aCheck(app);
  expect(server.mails.map(({ to }) => to)).toEqual([['ada@city.test']]);
  expect(await get()).toMatchObject({ people: 2, keys: 4, answered: 0, not_mailed: 1, to_mail: 0 });
  await desk(app).call(keyDesk.takeBack, { body: { keys: [{ id: k3 }] } });
  const token = server.token(0);
  const { body: asked } = await visitor(app).call(possessionChecks.checkLink, { body: { token } });
  expect(asked.keys.map(({ marking, is_returned }) => [marking, is_returned])).toEqual([
    ['K-1', false],
    ['K-2', false],
    ['K-3', true],
  ]);
  const has = { key_id: k1, answer: 'has' as const };
  const elsewhere = { key_id: k2, answer: 'elsewhere' as const, note: 'Bo' };
  const answer = (answers: (typeof has | typeof elsewhere)[]) =>
    visitor(app).send(possessionChecks.answer, { body: { token, answers, also_has: 'K-99' } });
  expect((await answer([has])).status).toBe(422);
  const both = await Promise.all([1, 2].map(() => answer([has, elsewhere])));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
  expect(await get()).toMatchObject({ answered: 1, confirmed: 1, differing: 1, also_has: 1 });
  const { body: listed } = await desk(app).call(possessionChecks.keys, { params, query: { sort: 'marking' } });
  expect(listed.items).toMatchObject([
    { marking: 'K-1', answer: 'has', also_has: 'K-99', last_confirmed_at: expect.any(String) },
    { marking: 'K-2', answer: 'elsewhere', note: 'Bo', last_confirmed_at: null, has_case: false },
    { marking: 'K-3', answer: 'returned' },
    { marking: 'K-4', answer: null, mail_address: null },
  ]);
  expect((await desk(app).call(keyDesk.get, { params: { id: k2 } })).body.custody.state).toBe('handed_out');
});

test('a reminder goes out once a day and replaces the link; the end closes all of them', async ({ app }) => {
  const server = await aLinkServer(app);
  await aHouseOfHolders(app);
  const { params, run } = await aCheck(app);
  const remind = () => desk(app).send(possessionChecks.remind, { params });
  expect((await remind()).status).toBe(409);
  await app.db
    .updateTable('possession_check_person')
    .set({ mailed_at: new Date(Date.now() - 2 * 86_400_000) })
    .where('mailed_at', 'is not', null)
    .execute();
  expect((await remind()).body).toEqual({ mails: 1 });
  await run();
  const check = (at: number) => visitor(app).send(possessionChecks.checkLink, { body: { token: server.token(at) } });
  expect([(await check(0)).status, (await check(1)).status]).toEqual([410, 200]);
  await desk(app).call(possessionChecks.end, { params });
  const [ended, random] = [
    await check(1),
    await visitor(app).send(possessionChecks.checkLink, { body: { token: 'nonsense' } }),
  ];
  expect([ended.status, ended.problem?.detail]).toEqual([410, random.problem?.detail]);
  expect((await desk(app).send(possessionChecks.end, { params })).status).toBe(409);
});

test('a reminder that cannot be mailed ends no link', async ({ app }) => {
  const server = await aLinkServer(app);
  await aHouseOfHolders(app);
  const { params, get, run } = await aCheck(app);
  const remind = async () => {
    await app.db
      .updateTable('possession_check_person')
      .set({ mailed_at: new Date(Date.now() - 2 * 86_400_000) })
      .where('mailed_at', 'is not', null)
      .execute();
    await desk(app).call(possessionChecks.remind, { params });
    await run();
  };
  const check = async (at: number) =>
    (await visitor(app).send(possessionChecks.checkLink, { body: { token: server.token(at) } })).status;
  for (let at = 0; at < 2; at++) {
    server.answers.push({ code: 451, words: 'Not now' });
    await remind();
    expect(await check(0)).toBe(200);
  }
  expect(await get()).toMatchObject({ to_mail: 0 });
  await remind();
  expect([await check(0), await check(1)]).toEqual([410, 200]);
});

test('a check is known within the scope only, and ended by who is responsible for all it asks', async ({ app }) => {
  await aLinkServer(app);
  await aHouseOfHolders(app);
  await app.db.updateTable('person').set({ department: 'Yard' }).where('display_name', '=', 'Bo Made-Up').execute();
  await app.db.insertInto('department_spelling').values({ spelling: 'Yard', folded: 'yard' }).execute();
  const { params } = await aCheck(app);
  const scoped = async (department: string) => {
    const scope = { departments: [department], places: null };
    return { token: (await aSubAdmin(app, { functions: ['assign_keys'], scope })).token };
  };
  const [outside, inPart] = [await scoped('nowhere'), await scoped('yard')];
  expect((await send(app.url, possessionChecks.list, { query: {} }, outside)).body.items).toEqual([]);
  expect((await send(app.url, possessionChecks.end, { params }, outside)).status).toBe(404);
  expect((await send(app.url, possessionChecks.get, { params }, inPart)).body).toMatchObject({ people: 1, keys: 1 });
  expect((await send(app.url, possessionChecks.end, { params }, inPart)).status).toBe(403);
});

test('a check is refused where no mail can be sent, and where no one has a key', async ({ app }) => {
  const start = () => desk(app).send(possessionChecks.start, { body: { due_at: inAWeek(), language: 'de' } });
  expect((await start()).status).toBe(409);
  await aLinkServer(app);
  const { config } = app.deps;
  app.deps.config = { ...config, publicUrl: undefined };
  expect((await start()).problem.detail).toContain('KEY2XS_PUBLIC_URL');
  app.deps.config = config;
  const { status, problem } = await start();
  expect([status, problem.detail]).toEqual([409, expect.stringContaining('No one')]);
});

test('a caretaker with a hundred and fifty keys can answer for all of them', async ({ app }) => {
  const server = await aLinkServer(app);
  const { keys } = await aHouseOfHolders(app);
  const [first = ''] = keys;
  const { connection_id, person_id } = await app.db
    .selectFrom('key_assignment as assignment')
    .innerJoin('key', 'key.id', 'assignment.key_id')
    .select(['key.connection_id', 'assignment.person_id'])
    .where('key.id', '=', first)
    .executeTakeFirstOrThrow();
  const more: string[] = [];
  for (let at = 0; at < 150; at++) more.push(await aKey(app, connection_id, { marking: `M-${at}` }));
  const given = more.map((id) => ({ id, due_at: null }));
  for (const keys of [given.slice(0, 75), given.slice(75)])
    await desk(app).call(keyDesk.handOut, { body: { person_id: person_id ?? '', keys, reason: 'No plan yet.' } });
  await aCheck(app);
  const token = server.token(0);
  const { body: asked } = await visitor(app).call(possessionChecks.checkLink, { body: { token } });
  const answers = asked.keys.map(({ id }) => ({ key_id: id, answer: 'has' as const }));
  expect(answers.length).toBe(153);
  expect((await visitor(app).send(possessionChecks.answer, { body: { token, answers } })).status).toBe(200);
});
