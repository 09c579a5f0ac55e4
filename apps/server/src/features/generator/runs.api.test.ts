import { type GeneratorRun, type GeneratorSettings, generator, type ReceivedEvent } from '@key2xs/contract';
import { expect, type TestApp, test } from '#test/app';
import { aGrownHouse } from '#test/factories/grown-house';
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

const idsOf = (events: readonly { id: string | undefined }[]) => events.map(({ id }) => id);

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
    is_out_of_date: false,
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
  // As after a death in the middle: its input and a part of its suggestions are stored, and no result.
  const suggestions = events.filter(({ event }) => event === 'suggestion');
  const cut = suggestions[0]?.id ?? '';
  await app.db.deleteFrom('generator_event').where('run_id', '=', run.id).where('id', '>', cut).execute();
  await app.db.deleteFrom('generator_suggestion').where('run_id', '=', run.id).execute();
  await app.db.deleteFrom('generator_finding').where('run_id', '=', run.id).where('kind', '!=', 'orphaned').execute();
  await app.db
    .updateTable('generator_run')
    .set({ status: 'running', figures: null, finished_at: null })
    .where('id', '=', run.id)
    .execute();
  await app.db.updateTable('sync_task').set({ status: 'RUNNING' }).where('id', '=', key).execute();
  await app.db.updateTable('person').set({ department: 'Moved' }).execute(); // what was read counts, not what is there now
  await abandonJob(app.db, { kind: runGeneratorJob, key });
  const resumed = follow(app, {}, cut);
  await runNow(app, kindOfJob(app, runGeneratorJob), key);
  const after = await rest(await resumed);
  const again = await read(app, run.id);
  expect(again.figures).toEqual(whole.figures);
  expect(again.is_out_of_date).toBe(true);
  const sent = after.filter(({ event }) => event === 'suggestion');
  expect(sent.map(({ data }) => data)).toEqual(suggestions.slice(1).map(({ data }) => data));
  expect(after.at(-1)?.event).toBe('done');
});

test('ends at once when it is stopped while it waits, and keeps what it has when it calculates', async ({ app }) => {
  await aGrownHouse(app);
  const run = await ended(app, await start(app));
  const stopped = await app.as('superadmin').call(generator.stop, { params: { id: run.id } });
  expect(stopped.body.status).toBe('finished');
  const waiting = await start(app);
  await app.db.updateTable('sync_task').set({ status: 'RUNNING' }).where('id', '=', waiting.task_id).execute();
  await app.as('superadmin').call(generator.stop, { params: { id: waiting.id } });
  const { status } = await ended(app, waiting);
  expect(['stopped', 'finished']).toContain(status);
});

test.for([
  ['no JSON', '{"mode":', 'validation_failed'],
  ['another mode', JSON.stringify({ mode: 'best' }), 'validation_failed'],
  ['a field that is not known', JSON.stringify({ people: [] }), 'validation_failed'],
  ['too much', JSON.stringify({ attributes: 'a'.repeat(16_400) }), 'bad'],
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
  const text = await response.text();
  if (code === 'bad') expect([422, 431]).toContain(response.status);
  else expect(JSON.parse(text)).toMatchObject({ code });
  expect(await app.db.selectFrom('generator_run').select('id').execute()).toEqual([]);
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
