import { changeSets, people } from '@key2xs/contract';
import { sql } from 'kysely';
import { beforeAll, describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { stayBeforeMidnight } from '#test/before-midnight';
import { addPager, aPager, readIn, statesOf } from '#test/factories/called-sources';
import { calledPerson } from '#test/pager';
import { startDueRuns } from './start-due-runs';

beforeAll(addPager);

const mapped = { active: 'enabled', start_date: 'hired', end_date: 'leaving' };
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const others = ['x1', 'x2', 'x3'].map((id) => calledPerson(id));
const stateOf = async (app: TestApp, id: string, person = 'p1') =>
  (await statesOf(app, id)).find((line) => line.startsWith(person))?.split(': ')[1];

/** A person with these values among others. */
async function aPerson(app: TestApp, values: Record<string, string | null>) {
  stayBeforeMidnight(app);
  const { id, pager } = await aPager(app, mapped);
  pager.full = [{ people: [calledPerson('p1', values), ...others] }];
  await readIn(app, id);
  return { id, pager };
}

/** Runs that were started because of the day, when they have ended. */
async function turnDay(app: TestApp): Promise<number> {
  const count = await startDueRuns(app.deps);
  const open = () =>
    app.db.selectFrom('sync_task').select('id').where('status', 'in', ['PENDING', 'RUNNING']).execute();
  await expect.poll(open).toEqual([]);
  return count;
}

describe('the state of a person', () => {
  const cases: [what: string, values: Record<string, string>, state: string][] = [
    ['is active without a word', {}, 'active'],
    ['is active while the account is on', { enabled: 'true' }, 'active'],
    ['is suspended while it is off', { enabled: 'false' }, 'suspended'],
    ['is coming before the first day', { hired: `${day(9)}T00:00:00Z` }, 'coming'],
    ['is active from the first to the last day', { hired: day(-9), leaving: day(9) }, 'active'],
    ['has left after the last day', { leaving: day(-2) }, 'left'],
  ];
  for (const [what, values, state] of cases) {
    test(what, async ({ app }) => {
      const { id } = await aPerson(app, values);
      expect(await stateOf(app, id)).toBe(state);
      const active = await app.db.selectFrom('person').select('active').where('external_id', '=', 'p1').execute();
      expect(active).toEqual([{ active: state === 'active' }]);
      expect((await readIn(app, id)).result).toMatchObject({ outcome: 'nothing_to_do' });
    });
  }

  test('goes to suspended and back, with its periods kept, and is no leaver', async ({ app }) => {
    const { id, pager } = await aPerson(app, {});
    pager.tell({ people: [{ id: 'p1', values: { enabled: 'false' } }] });
    const off = await readIn(app, id);
    expect(off.result?.counts).toMatchObject({ stop: 1, leaver: 0 });
    const params = { id: off.change_set_id ?? '' };
    const { body } = await app.as('superadmin').call(changeSets.items, { params, query: {} });
    expect(body.items).toMatchObject([{ kind: 'stop', before: { active: null }, after: { active: 'false' } }]);
    const listed = await app.as('superadmin').call(people.list, { query: { state: 'suspended' } });
    expect(listed.body.items).toMatchObject([{ external_id: 'p1', state: 'suspended', active: false, left_at: null }]);
    pager.tell({ people: [{ id: 'p1', values: { enabled: 'true' } }] });
    expect((await readIn(app, id)).result?.counts).toMatchObject({ begin: 1 });
    const { rows } = await sql<{ state: string }>`
      select content ->> 'state' as state from access_past where kind = 'person' order by until`.execute(app.db);
    expect(rows).toEqual([{ state: 'active' }, { state: 'suspended' }]);
  });

  test('that a guard does not let through stays', async ({ app }) => {
    const { id, pager } = await aPager(app, mapped);
    const many = Array.from({ length: 20 }, (_, at) => calledPerson(`p${at}`));
    pager.full = [{ people: many }];
    await readIn(app, id);
    pager.tell({ people: many.slice(0, 11).map(({ id }) => ({ id, values: { enabled: 'false' } })) });
    expect((await readIn(app, id)).result).toMatchObject({ outcome: 'quarantined', counts: { stop: 11 } });
    expect(await stateOf(app, id)).toBe('active');
  });
});

describe('a day that turns', () => {
  const becomes = ({ db }: TestApp, column: 'starts_on' | 'ends_on', to: string) =>
    db
      .updateTable('person')
      .set({ [column]: to })
      .where('external_id', '=', 'p1')
      .execute();

  test('starts a person in a separate run with its changes', async ({ app }) => {
    const { id } = await aPerson(app, { hired: day(9) });
    expect(await turnDay(app)).toBe(0);
    await becomes(app, 'starts_on', day(-1));
    expect(await turnDay(app)).toBe(1);
    expect(await stateOf(app, id)).toBe('active');
    const [set] = (await app.as('superadmin').call(changeSets.list, { query: {} })).body.items;
    expect(set).toMatchObject({ state: 'applied', counts: { begin: 1, stop: 0 } });
    expect(await turnDay(app)).toBe(0);
  });

  test('ends a person, who keeps groups and fields', async ({ app }) => {
    stayBeforeMidnight(app);
    const { id, pager } = await aPager(app, mapped);
    const groups = [{ id: 'G 1', name: 'Nurses', joined: ['p1'], left: [] }];
    pager.full = [{ people: [calledPerson('p1', { leaving: day(9) }), ...others], groups }];
    await readIn(app, id);
    const fields = () =>
      app.db
        .selectFrom('person')
        .select(['id', 'display_name', 'department', 'group_ids', 'source_hash'])
        .where('external_id', '=', 'p1')
        .execute();
    const before = await fields();
    await becomes(app, 'ends_on', day(-2));
    expect(await turnDay(app)).toBe(1);
    expect(await stateOf(app, id)).toBe('left');
    expect(await fields()).toEqual(before);
    expect(before[0]?.group_ids).toHaveLength(1);
  });
});
