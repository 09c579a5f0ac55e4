import { iam } from '@key2xs/contract';
import type { CalledPerson, GoneFromSource } from '@key2xs/drivers';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { beforeAll, describe, onTestFinished } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { stayBeforeMidnight } from '#test/before-midnight';
import { addPager, aPager, readIn, statesOf } from '#test/factories/called-sources';
import { aTask, undisturbed, workOn } from '#test/factories/tasks';
import { calledPerson, type Pager, type ScriptedPage } from '#test/pager';
import type { TaskStep } from '../../tasks/service';
import { directoryStep } from '../run/directory-step';

beforeAll(addPager);

const dayMs = 86_400_000;
const day = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
const group = (id: string, joined: string[], left: string[] = []) => ({ id, name: `Group ${id}`, joined, left });

/** Until the end of the test. Sessions end by that clock when it is put ahead. */
function moveClock(app: TestApp, days: number): void {
  const { clock } = app.deps;
  app.deps.clock = () => new Date(clock().getTime() + days * dayMs);
  onTestFinished(() => {
    app.deps.clock = clock;
  });
}

const people = Array.from({ length: 20 }, (_, at) => calledPerson(`p${at}`));

/** Read to its end, with nothing left to do. */
async function aQuietSource(app: TestApp, everybody = people) {
  stayBeforeMidnight(app);
  const { id, pager } = await aPager(app, { active: 'enabled', start_date: 'hired', end_date: 'leaving' });
  pager.full = [{ people: everybody, groups: [group('g1', ['p5'])] }];
  await readIn(app, id);
  await readIn(app, id);
  return { id, pager };
}

/** Changes the replica without marking p1, so that only a comparison of p1 yields a mover. */
const moveUntold = (app: TestApp) =>
  sql`update source_person set values = values || '{"unit": "Lab"}' where external_id = 'p1'`.execute(app.db);

const countsOf = async (app: TestApp, id: string) => (await readIn(app, id)).result?.counts;

describe('a run over the changes of a source', () => {
  test('compares no people without changes, and counts all', async ({ app }) => {
    const { id, pager } = await aQuietSource(app);
    await moveUntold(app);
    expect((await readIn(app, id)).result).toMatchObject({ outcome: 'nothing_to_do', counts: { unchanged: 20 } });
    pager.tell({
      people: [calledPerson('p2', { unit: 'Roof' }), calledPerson('p3'), { id: 'p4', gone: 'restorable' }],
    });
    expect(await countsOf(app, id)).toMatchObject({ mover: 1, leaver: 1, unchanged: 18 });
    expect(await statesOf(app, id)).toContain('p4: left');
    pager.tell({ groups: [{ id: 'g1', gone: 'for_good' }] });
    expect(await countsOf(app, id)).toMatchObject({ mover: 1, unchanged: 18 });
    pager.full = [{ people }];
    expect((await readIn(app, id, { kind: 'full' })).result?.counts).toMatchObject({ joiner: 1 });
  });

  test('writes no row of the copy where it reads everything and nothing is new', async ({ app }) => {
    const { id } = await aQuietSource(app);
    const rows = async () => {
      const { rows } = await sql`
        select external_id as row, ctid, xmin, xmax from source_person where connection_id = ${id}
        union all select external_id, ctid, xmin, xmax from source_group where connection_id = ${id}
        union all select person_id, ctid, xmin, xmax from source_member where connection_id = ${id}`.execute(app.db);
      return rows;
    };
    const before = await rows();
    expect(before).toHaveLength(22);
    expect(await readIn(app, id, { kind: 'full' })).toMatchObject({ status: 'SUCCESS' });
    expect(await rows()).toEqual(before);
  });

  const reasons: Record<string, (app: TestApp, id: string) => unknown> = {
    'the mapping is another': (app, id) => {
      const body = { external_id: 'id', display_name: 'name', department: 'unit', groups: 'groups' };
      return app.as('superadmin').call(iam.saveMapping, { params: { id }, body });
    },
    'it is another day': (app) => moveClock(app, -1),
    'a value is read as another': ({ db, deps }, connection_id) => {
      const alias = { field: 'job_title', source_key: 'a', source_value: 'A', read_as: 'B', created_by: 'anyId' };
      return db
        .insertInto('value_alias')
        .values({ ...alias, field: 'job_title', id: deps.newId(), connection_id })
        .execute();
    },
    'a source has more groups than it may have': (app, id) =>
      sql`insert into source_group select ${id}, 'h' || n, 'H' from generate_series(1, 10000) as n`.execute(app.db),
    'an id is not plain': async (app, id) => {
      await sql`insert into source_unsettled values (${id}, ' p1')`.execute(app.db);
    },
  };
  for (const [why, change] of Object.entries(reasons)) {
    test(`compares everybody where ${why}`, async ({ app }) => {
      const { id } = await aQuietSource(app);
      await moveUntold(app);
      expect(await countsOf(app, id)).toMatchObject({ mover: 0 });
      await change(app, id);
      expect(await countsOf(app, id)).toMatchObject({ mover: 1 });
    });
  }

  test('finds out on the next day that a last day is over', async ({ app }) => {
    const { id } = await aQuietSource(app, [...people, calledPerson('q1', { leaving: day(1) })]);
    expect(await statesOf(app, id)).toContain('q1: active');
    moveClock(app, 3);
    const task = await aTask(app, { iam_connection_id: id });
    await workOn(app, task.id, directoryStep as TaskStep, undisturbed);
    expect(await statesOf(app, id)).toContain('q1: left');
  });

  test('compares people again who were stopped by a guard or could not be imported', async ({ app }) => {
    const { id, pager } = await aQuietSource(app);
    const problems = [say('asWritten', { text: 'unit is a list' })];
    pager.tell({ people: [{ id: 'p1', values: {}, problems }] });
    expect(await countsOf(app, id)).toMatchObject({ problem: 1, unchanged: 19 });
    expect(await countsOf(app, id)).toMatchObject({ problem: 1, unchanged: 19 });
    pager.tell({ people: people.slice(2, 14).map(({ id }) => ({ id, gone: 'restorable' })) });
    for (let time = 0; time < 2; time++) {
      expect((await readIn(app, id)).result).toMatchObject({
        outcome: 'quarantined',
        counts: { problem: 1, leaver: 12, unchanged: 7 },
      });
    }
  });
});

/** Numbers that look random and are the same each time. */
function dice(seed: number) {
  let state = seed;
  return (sides: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

type Change = (id: string, roll: (sides: number) => number) => CalledPerson | GoneFromSource;
const changes: Change[] = [
  (id, roll) => ({ id, values: { unit: ['Ward', 'Lab', 'Roof'][roll(3)] ?? '' } }),
  (id, roll) => ({ id, values: { enabled: roll(2) === 0 ? 'false' : 'true' } }),
  (id, roll) => ({ id, values: { hired: roll(2) === 0 ? day(3) : null, leaving: roll(4) === 0 ? day(-3) : null } }),
  (id, roll) => ({ id, values: { number: `${roll(9)}` } }),
  (id) => ({ id, values: { unmapped: 'x' } }),
  (id) => ({ id, values: {}, problems: [say('asWritten', { text: 'unclear' })] }),
  (id, roll) => ({ id, gone: roll(3) === 0 ? 'for_good' : 'restorable' }),
  (id) => calledPerson(id),
];

/** A page with changes of some people and, now and then, of groups. */
function somePage(roll: (sides: number) => number): ScriptedPage {
  const anyId = () => `p${roll(24)}`;
  const change = () => changes[roll(changes.length)]?.(anyId(), roll) ?? calledPerson('p0');
  const groups = [
    { id: `g${roll(3)}`, gone: 'restorable' as const },
    group(`g${roll(3)}`, [anyId(), anyId()], [anyId()]),
  ].slice(roll(3));
  return { people: Array.from({ length: roll(4) }, change), groups };
}

/** What a preview says would change, whatever the lines are numbered. */
async function preview(app: TestApp, id: string) {
  const { change_set_id, result } = await readIn(app, id, { dry_run: 'true' });
  const { rows: items } = await sql`
    select kind, label, detail, before, after, message from change_set_item where change_set_id = ${change_set_id}
    order by kind, label, after::text`.execute(app.db);
  const { guards, effect } = await app.db
    .selectFrom('change_set')
    .select(['guards', 'effect'])
    .where('id', '=', change_set_id)
    .executeTakeFirstOrThrow();
  return { counts: result?.counts, outcome: result?.outcome, items, guards, effect };
}

/** The same with everybody compared; what is known to be unchanged stays so. */
async function previewWhole(app: TestApp, id: string) {
  const { settled } = await app.db.selectFrom('source_copy').select('settled').executeTakeFirstOrThrow();
  const unsettled = await app.db.selectFrom('source_unsettled').selectAll().execute();
  const set = (to: string | null) => app.db.updateTable('source_copy').set({ settled: to }).execute();
  await set(null);
  const whole = await preview(app, id);
  await set(settled);
  if (unsettled.length > 0) await app.db.insertInto('source_unsettled').values(unsettled).execute();
  return { whole, settled };
}

const rounds = 12;
const tellIn = (pager: Pager, roll: (sides: number) => number) =>
  pager.tell(...Array.from({ length: 1 + roll(2) }, () => somePage(roll)));

for (const seed of [5, 8]) {
  test(`a comparison of those who may have changed says what one of everybody says (${seed})`, async ({ app }) => {
    const roll = dice(seed);
    const { id, pager } = await aPager(app, {
      active: 'enabled',
      start_date: 'hired',
      end_date: 'leaving',
      employee_id: 'number',
    });
    pager.full = [{ people, groups: [group('g1', ['p1', 'p2', 'p3'])] }];
    await readIn(app, id);
    for (let round = 0; round < rounds; round++) {
      tellIn(pager, roll);
      const partial = await preview(app, id);
      const { whole, settled } = await previewWhole(app, id);
      expect(settled).not.toBeNull();
      expect(partial).toEqual(whole);
      if (roll(4) > 0) expect((await readIn(app, id)).result?.counts).toEqual(whole.counts);
    }
  });
}
