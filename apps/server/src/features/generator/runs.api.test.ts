import {
  type GeneratorRun,
  type GeneratorSettings,
  generator,
  planVersions,
  type ReceivedEvent,
  suggestions,
} from '@key2xs/contract';
import { sql } from 'kysely';
import { expect, type TestApp, test } from '#test/app';
import { aGrownHouse } from '#test/factories/grown-house';
import { aKeyPlan, aRule } from '#test/factories/key-plans';
import { openStream } from '#test/open-stream';
import { abandonJob, kindOfJob, runNow } from '#test/run-jobs';
import { runGeneratorJob } from '../tasks/service';

type Event = ReceivedEvent<typeof generator.generate>;
type Body = Partial<GeneratorSettings>;

const start = async (app: TestApp, body: Body = {}): Promise<GeneratorRun> => {
  const answer = await app.as('superadmin').call(generator.start, { body });
  expect(answer.status).toBe(201);
  return answer.body;
};

const read = async (app: TestApp, id: string): Promise<GeneratorRun> =>
  (await app.as('superadmin').call(generator.read, { params: { id } })).body;

async function ended(app: TestApp, { id, task_id }: GeneratorRun): Promise<GeneratorRun> {
  await app.ended(task_id ?? '');
  return read(app, id);
}

async function follow(app: TestApp, payload: object | undefined, lastEventId?: string) {
  const token = await app.as('superadmin').token();
  const query: Record<string, string> = payload === undefined ? {} : { payload: JSON.stringify(payload) };
  return openStream(app.url, generator.generate, { token, query, ...(lastEventId !== undefined && { lastEventId }) });
}

/** Everything until the stream ends, heartbeats left out. */
async function rest(stream: Awaited<ReturnType<typeof follow>>): Promise<Event[]> {
  const events: Event[] = [];
  for (let event = await stream.next(); event; event = await stream.next()) events.push(event);
  return events;
}

const { matrix: matrixOf } = suggestions;

const idsOf = (events: readonly { id: string | undefined }[]) => events.map(({ id }) => id);

/** As after a death in the middle: what it has read is stored, and its events up to one of them, but no result. */
async function beginAgain({ db }: TestApp, { id, task_id }: GeneratorRun, lastEvent = '0'): Promise<void> {
  await db.deleteFrom('generator_event').where('run_id', '=', id).where('id', '>', lastEvent).execute();
  await db.deleteFrom('generator_suggestion').where('run_id', '=', id).execute();
  await db.deleteFrom('generator_finding').where('run_id', '=', id).where('kind', '!=', 'orphaned').execute();
  const set = { status: 'running', figures: null, finished_at: null } as const;
  await db.updateTable('generator_run').set(set).where('id', '=', id).execute();
  await db.updateTable('sync_task').set({ status: 'RUNNING' }).where('id', '=', task_id).execute();
  await abandonJob(db, { kind: runGeneratorJob, key: task_id ?? '' });
}

test('suggests rules for access that others have given, and every right ends in one place', async ({ app }) => {
  const house = await aGrownHouse(app);
  const stream = await follow(app, {});
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  expect(stream.headers.get('x-accel-buffering')).toBe('no');
  const events = await rest(stream);
  expect(events[0]).toMatchObject({ event: 'status', data: { status: 'waiting' } });
  const names = events.flatMap(({ event, data }) => (event === 'suggestion' ? data.name : []));
  expect(names.join(' | ')).toContain('Surgery');
  expect(names.join(' | ')).toContain('Nurse');
  const last = events.at(-1);
  if (last?.event !== 'done') throw new Error(`ended with ${last?.event}`);
  const run = await read(app, last.data.run_id);
  expect(run).toMatchObject({
    status: 'finished',
    input: {
      people: house.people,
      cylinders: house.doors,
      rights: house.rights,
      people_unknown: 1,
      rights_orphaned: 2,
    },
    figures: { rights: house.rights, orphaned: 2, additions: 0, is_partial: false },
    is_out_of_date: 'no',
    warnings: [{ code: 'unread' }],
    nothing: null,
    last_event_id: last.id,
  });
  const { by_rules = 0, by_profiles = 0, on_request = 0, single = 0, rights } = run.figures ?? {};
  expect(by_rules + by_profiles + on_request + single).toBe(rights);
  expect(by_rules).toBeGreaterThan(0);
  const findings = await app.db.selectFrom('generator_finding').select(['kind', 'sentence']).execute();
  expect(findings).toContainEqual({
    kind: 'orphaned',
    sentence: { code: 'generator.orphan', params: { name: 'Former', count: 2 } },
  });
  const drafted = await app
    .as('superadmin')
    .call(suggestions.draft, { params: { id: run.id }, body: { name: 'Drafted' } });
  expect(drafted.status, drafted.text).toBe(200);
  expect((await read(app, run.id)).is_out_of_date).toBe('no');
  const input = { ...run.input, read_at: new Date(Date.now() - 25 * 3_600_000) };
  await app.db.updateTable('generator_run').set('input', JSON.stringify(input)).execute();
  expect((await read(app, run.id)).is_out_of_date).toBe('unknown');
  const stored = await app.db.selectFrom('generator_suggestion').select('position').orderBy('position').execute();
  expect(stored.map(({ position }) => position)).toEqual([...stored.keys()]);
});

test('goes on after each of its events, none twice and none left out', async ({ app }) => {
  await aGrownHouse(app);
  const run = await ended(app, await start(app));
  const all = await rest(await follow(app, { run_id: run.id }));
  expect(all.at(-1)?.event).toBe('done');
  expect(new Set(idsOf(all)).size).toBe(all.length);
  for (const [n, { id }] of all.entries()) {
    // A browser sends the settings again with which it had started the run.
    const resumed = n < all.length - 1 ? await rest(await follow(app, {}, id)) : [];
    expect([...idsOf(all.slice(0, n + 1)), ...idsOf(resumed)]).toEqual(idsOf(all));
  }
  const { items, is_last } = (
    await app.as('superadmin').call(generator.events, { params: { id: run.id }, query: { after: all[1]?.id } })
  ).body;
  expect([idsOf(items), is_last]).toEqual([idsOf(all.slice(2)), true]);
  const { count } = await app.db
    .selectFrom('generator_run')
    .select((q) => q.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(1);
});

test('sends two followers the same, and a stream that is opened again starts no second run', async ({ app }) => {
  await aGrownHouse(app);
  const streams = await Promise.all([follow(app, {}), follow(app, {})]);
  const [first, second] = await Promise.all(streams.map(rest));
  expect(first?.length).toBeGreaterThan(3);
  expect(second).toEqual(first);
  expect(await app.db.selectFrom('generator_run').select('id').execute()).toHaveLength(1);
});

test('begins again with the same input after its process has died, and repeats no event', async ({ app }) => {
  await aGrownHouse(app);
  const run = await start(app);
  const key = run.task_id ?? '';
  const whole = await ended(app, run);
  const events = await rest(await follow(app, { run_id: run.id }));
  const suggestions = events.flatMap((event) => (event.event === 'suggestion' ? [event] : []));
  const [first] = suggestions;
  if (!first) throw new Error('nothing was suggested');
  const cut = first.id ?? '';
  await sql`insert into generator_found select run_id, 0, id, name, people, cylinders
    from generator_suggestion where id = ${first.data.id}`.execute(app.db);
  await beginAgain(app, run, cut);
  await app.db.updateTable('generator_data').set({ rights: null, lower_bound: null }).execute();
  const { body: open } = await app.as('superadmin').call(matrixOf, { params: { id: run.id } });
  expect(open).toMatchObject({ is_partial: true, suggestions: [first.data.id] });
  const ways = open.rows.flatMap(({ cells }) => cells.map(([, way]) => way));
  expect(new Set(ways)).toEqual(new Set([0, -3]));
  const folded = open.rows.filter(({ cells }) => cells.some(([, way]) => way === 0));
  expect(folded.reduce((sum, row) => sum + row.people, 0)).toBe(first.data.people);
  const columns = folded.flatMap(({ cells }) => cells.flatMap(([column, way]) => (way === 0 ? [column] : [])));
  expect(new Set(columns).size).toBe(first.data.doors);
  await app.db.updateTable('person').set({ department: 'Moved' }).execute(); // what was read counts, not what is there now
  const resumed = follow(app, {}, cut);
  await runNow(app, kindOfJob(app, runGeneratorJob), key);
  const after = await rest(await resumed);
  const again = await read(app, run.id);
  expect(again.figures).toEqual(whole.figures);
  expect(again.is_out_of_date).toBe('yes');
  const sent = after.filter(({ event }) => event === 'suggestion');
  expect(sent.map(({ data }) => data)).toEqual(suggestions.slice(1).map(({ data }) => data));
  expect(after.at(-1)?.event).toBe('done');
  expect(await app.db.selectFrom('generator_found').select('id').execute()).toEqual([]);
});

test('ends at once when it is stopped while it waits', async ({ app }) => {
  await aGrownHouse(app);
  const busy = await Promise.all(Array.from({ length: 3 }, (_, seed) => start(app, { seed })));
  const last = await start(app, { seed: 9 });
  const { body } = await app.as('superadmin').call(generator.stop, { params: { id: last.id } });
  const { status, last_event_id } = await ended(app, last);
  expect(['waiting', 'running']).not.toContain(status);
  const events = await rest(await follow(app, { run_id: last.id }));
  expect(events.at(-1)).toMatchObject({ event: 'done', id: last_event_id, data: { status } });
  expect(['stopped', 'running', 'finished']).toContain(body.status);
  for (const run of busy) expect((await ended(app, run)).status).toBe('finished');
});

test('keeps what it has when it is stopped while it calculates', async ({ app }) => {
  await aGrownHouse(app);
  const run = await ended(app, await start(app));
  const key = run.task_id ?? '';
  await beginAgain(app, run);
  await app.db.updateTable('generator_run').set({ is_stop_requested: true }).where('id', '=', run.id).execute();
  await runNow(app, kindOfJob(app, runGeneratorJob), key);
  const { status, figures } = await read(app, run.id);
  const { by_rules = 0, by_profiles = 0, on_request = 0, single = 0, rights } = figures ?? {};
  expect(by_rules + by_profiles + on_request + single).toBe(rights);
  expect(status).toBe(figures?.is_partial ? 'stopped' : 'finished');
});

test('reads what a plan gives', async ({ app }) => {
  const house = await aGrownHouse(app);
  const plan = await aKeyPlan(app, { sources: [house.source], keySystems: [house.system] });
  const door = await app.db.selectFrom('cylinder').select('id').where('marking', '=', 'MAIN').executeTakeFirstOrThrow();
  const rule: Parameters<typeof aRule>[1] = {
    plan: plan.id,
    source: house.source,
    departments: ['Surgery'],
    objects: [{ object_type: 'cylinder' as const, object_identifier: door.id }],
    time_restrictions: [{ days: [1], from: '08:00', to: '18:00', valid_from: null, valid_until: null }],
  };
  await aRule(app, rule);
  const source = { kind: 'plan', keyplan_id: plan.id } as const;
  const run = await ended(app, await start(app, { source }));
  expect(run).toMatchObject({ status: 'finished', input: { rights: 8, people_unknown: 0 }, figures: { by_rules: 8 } });
  const events = await rest(await follow(app, { run_id: run.id }));
  expect(events).toContainEqual(
    expect.objectContaining({ event: 'warning', data: expect.objectContaining({ code: 'hours' }) }),
  );
  expect(run.warnings).toMatchObject([{ code: 'hours', message: expect.stringContaining('certain hours') }]);
  const { call } = app.as('superadmin');
  const proof = await call(suggestions.proof, { params: { id: run.id }, query: {} });
  expect(JSON.parse(proof.text).warnings).toEqual([{ code: 'hours', text: run.warnings[0]?.message }]);
  const { body: drafted } = await call(suggestions.draft, { params: { id: run.id }, body: { name: 'Drafted' } });
  expect(drafted.delta).toMatchObject({ people_gaining: 0, people_losing: 0, people_other_hours: 0 });
  const params = { keyplan_id: drafted.keyplan_id };
  const activated = await call(planVersions.activate, { params, body: {} });
  expect(activated.status, activated.text).toBe(200);
  const { index } = await app.deps.access.whole();
  const written = index.rules.flatMap((one) =>
    one?.plan.id === drafted.keyplan_id ? [one.rule.time_restrictions] : [],
  );
  expect(written).toEqual([rule.time_restrictions]);
  expect((await read(app, run.id)).is_out_of_date, 'another plan has changed').toBe('no');
  await aRule(app, rule);
  expect((await read(app, run.id)).is_out_of_date).toBe('yes');
  const idle = await aKeyPlan(app, { sources: [house.source], is_active: false, name: 'Idle' });
  await aRule(app, { ...rule, plan: idle.id });
  const ofDraft = await ended(app, await start(app, { source: { kind: 'plan', keyplan_id: idle.id } }));
  expect(ofDraft).toMatchObject({ input: { rights: 8 }, is_out_of_date: 'no' });
  await aRule(app, { ...rule, plan: idle.id });
  expect((await read(app, ofDraft.id)).is_out_of_date).toBe('yes');
});

test('offers plans to choose from, and the draft writes the one that is chosen', async ({ app }) => {
  await aGrownHouse(app);
  const run = await ended(app, await start(app));
  const { call } = app.as('superadmin');
  const params = { id: run.id };
  const choices = async () => (await call(suggestions.choices, { params })).body;
  const before = await choices();
  expect(before.is_calculating).toBe(false);
  expect(before.items.length).toBeGreaterThan(1);
  const { rules, profiles, links, single } = run.figures ?? {};
  expect(before.items.find(({ is_present }) => is_present)).toMatchObject({
    rules,
    profiles,
    links,
    single,
    part: null,
  });
  const listed = async () => (await call(suggestions.suggestions, { params, query: {} })).body.items;
  const [rejected] = await listed();
  const other = before.items.find(({ is_present, part }) => !is_present && part === null);
  if (!other || !rejected) throw new Error('nothing to choose');
  const choose = (accept_additions: number) =>
    call(suggestions.choose, { params, body: { choice_id: other.id, accept_additions } });
  expect((await choose(other.additions + 1)).problem.code).toBe('conflict');
  const { body: chosen } = await choose(other.additions);
  const figures = { rules: other.rules, profiles: other.profiles, single: other.single };
  expect(chosen.run).toMatchObject({ figures, settings: { mode: other.mode, generosity: other.generosity } });
  expect((await listed()).map(({ decision }) => decision)).toEqual(
    Array.from({ length: chosen.accepted }, () => 'accepted'),
  );
  expect((await choices()).items.find(({ is_present }) => is_present)?.id).toBe(other.id);
  const { body: drafted } = await call(suggestions.draft, { params, body: { name: 'Chosen' } });
  expect(drafted.delta).toMatchObject({ rights_gained: other.additions, rights_lost: 0 });
  expect(drafted.profiles).toBe(other.profiles);
  const ofRules = (await choices()).items.filter(({ is_present, rules: count }) => !is_present && count > 0);
  expect(ofRules).not.toEqual([]);
  for (const { id: choice_id, profiles: count, additions } of ofRules) {
    const answer = await call(suggestions.choose, { params, body: { choice_id, accept_additions: additions } });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.run.figures?.profiles).toBe(count);
  }
  const again = (await choices()).items.find(({ is_present, part }) => !is_present && part === null);
  const reason = { decision: 'rejected', reason: 'Not wanted' } as const;
  const [first] = await listed();
  await call(suggestions.editSuggestion, { params: { ...params, suggestion_id: first?.id ?? '' }, body: reason });
  await call(suggestions.choose, { params, body: { choice_id: again?.id ?? '' } });
  expect((await listed()).filter(({ decision }) => decision === 'rejected').map(({ id }) => id)).toEqual([first?.id]);
});

test('reads and shows the hours of profiles that others wrote, and proves that they stay', async ({ app }) => {
  await aGrownHouse(app);
  const weekdays = { days: [1, 2, 3, 4, 5], from: '07:00', to: '19:00' };
  const nurses = ['R-N1', 'R-N2', 'R-N3', 'R-N4'];
  const schedule = JSON.stringify([weekdays]);
  await app.db.updateTable('recorded_profile').set({ schedule }).where('identity', 'in', nurses).execute();
  const run = await ended(app, await start(app));
  expect(run.warnings.map(({ code }) => code)).toEqual(['unread', 'hours']);
  const { call } = app.as('superadmin');
  const params = { id: run.id };
  const listed = (await call(suggestions.suggestions, { params, query: {} })).body.items;
  const window = { ...weekdays, valid_from: null, valid_until: null };
  const ofNurses = listed.filter(({ conditions }) => conditions.some(({ value }) => value === 'Nurse'));
  const hours = listed.flatMap((one) => one.hours);
  const only = listed.filter((one) => one.hours.length === 1 && one.hours[0]?.time_restrictions.length === 1);
  for (const { name } of only) expect(name).toMatch(/, Mon–Fri 07:00–19:00$/);
  expect(ofNurses.length).toBeGreaterThan(0);
  expect(hours).toContainEqual({ time_restrictions: [window], rights: expect.any(Number) });
  const { body: matrix } = await call(suggestions.matrix, { params });
  expect(matrix.schedules).toEqual([[], [window]]);
  const timed = matrix.rows.flatMap(({ cells }) => cells.filter(([, , , at]) => at === 1));
  expect(timed.length).toBeGreaterThan(0);
  for (const anonymous of ['false', 'true'] as const) {
    const proof = JSON.parse(
      (await call(suggestions.proof, { params, query: { anonymous: anonymous as never } })).text,
    );
    expect([proof.schedules, proof.hours.flat().filter((at: number) => at === 1)]).toEqual([
      matrix.schedules,
      Array.from({ length: 4 * 3 + 1 }, () => 1),
    ]);
  }
});

test.for([
  ['no JSON', '{"mode":', 'validation_failed'],
  ['another mode', JSON.stringify({ mode: 'best' }), 'validation_failed'],
  ['a field that is not known', JSON.stringify({ people: [] }), 'validation_failed'],
  ['a megabyte', JSON.stringify({ attributes: 'a'.repeat(1_000_000) }), 'payload_too_large'],
  [
    'an unknown key system',
    JSON.stringify({ source: { kind: 'recorded', key_system_connection_id: crypto.randomUUID() } }),
    'not_found',
  ],
  ['an unknown plan', JSON.stringify({ source: { kind: 'plan', keyplan_id: crypto.randomUUID() } }), 'not_found'],
  ['an unknown run', JSON.stringify({ run_id: crypto.randomUUID() }), 'not_found'],
] as const)('refuses %s', async ([, payload, code], { app }) => {
  const token = await app.as('superadmin').token();
  const url = `${app.url}/api/v1${generator.generate.path}/?${new URLSearchParams({ payload, token })}`;
  const response = await fetch(url);
  expect(await response.json()).toMatchObject({ code, detail: expect.any(String) });
  expect(await app.db.selectFrom('generator_run').select('id').execute()).toEqual([]);
});

test('finds what stands out in every mode, and profiles whose people differ', async ({ app }) => {
  await aGrownHouse(app);
  const shared = ['P-N1', 'P-N2', 'P-N3', 'P-N4', 'P-N13'];
  await app.db
    .updateTable('recorded_profile')
    .set({ member_identities: shared, name: 'Surgery rooms' })
    .where('identity', '=', 'R-N1')
    .execute();
  const place = crypto.randomUUID();
  const owner = await app.db
    .selectFrom('person')
    .select(['id', 'display_name'])
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('location')
    .values({ id: place, name: 'Main building', type: 'site', owner_person_id: owner.id })
    .execute();
  await app.db.updateTable('door').set({ location_id: place, placed_by: 'hand' }).execute();
  const run = await ended(app, await start(app, { mode: 'exact' }));
  const findings = (await app.as('superadmin').call(suggestions.findings, { params: { id: run.id }, query: {} })).body;
  const kinds = findings.items.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['outlier', 'drifting_profile', 'orphaned']));
  const drifting = findings.items.find(({ kind }) => kind === 'drifting_profile');
  expect(drifting?.sentence).toContain('4 of 5 members of the profile Surgery rooms');
  expect(findings.items.map((one) => one.owner)).toEqual(findings.items.map(() => owner.display_name));
});

test('says why nothing is suggested', async ({ app }) => {
  const nobody = await ended(app, await start(app));
  expect(nobody).toMatchObject({ status: 'finished', nothing: { link: '/iam-manager', nearest: null } });
  await aGrownHouse(app, { each: 2 });
  const few = await ended(app, await start(app, { min_people: 100 }));
  expect(few.nothing?.nearest).toMatchObject({ min_people: expect.any(Number) });
  const nearest = few.nothing?.nearest ?? undefined;
  const helped = await ended(app, await start(app, nearest));
  expect(helped.nothing).toBeNull();
});

test('lets ten runs wait for each other while the server answers', async ({ app }) => {
  await aGrownHouse(app);
  const runs = await Promise.all(Array.from({ length: 10 }, (_, seed) => start(app, { seed })));
  const health = await fetch(`${app.url}/healthz`);
  expect(health.status).toBe(200);
  for (const run of runs) expect((await ended(app, run)).status).toBe('finished');
  const { body } = await app.as('superadmin').call(generator.list, { query: { status: 'finished' } });
  expect(body.total).toBe(10);
  await app.as('superadmin').call(generator.exportList, { query: {} });
});

test('is deleted with what it suggests once it has ended', async ({ app }) => {
  await aGrownHouse(app);
  const run = await ended(app, await start(app));
  expect((await app.as('superadmin').call(generator.remove, { params: { id: run.id } })).status).toBe(200);
  expect((await app.as('superadmin').call(generator.read, { params: { id: run.id } })).status).toBe(404);
  expect(await app.db.selectFrom('generator_event').select('id').execute()).toEqual([]);
  expect(await app.db.selectFrom('sync_task').select('id').execute()).toEqual([]);
});
