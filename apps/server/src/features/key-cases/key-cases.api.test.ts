import { type Input, keyCases, keyDesk } from '@key2xs/contract';
import { describe } from 'vitest';
import { deliverEvents } from '#platform/events/deliver-events';
import { expect, type TestApp, test } from '#test/app';
import { aSubAdmin } from '#test/factories/administrators';
import { aConnection } from '#test/factories/iam';
import { aKeySystem, aReadKeySystem } from '#test/factories/key-systems';
import { aKey } from '#test/factories/keys';
import { aPerson } from '#test/factories/people';
import { kindOfJob, runNow } from '#test/run-jobs';
import { productEvents } from '../../product-events';
import { lookAtKeysJob } from '../recorded/service';
import { keepReturnCases } from './return-cases';

const never = new AbortController().signal;
const reason = 'As told at the desk.';

/** A key with a person, one in stock, and someone else. */
async function aHolder(app: TestApp) {
  const { id: system } = await aKeySystem(app);
  const { id: source } = await aConnection(app);
  const ada = (await aPerson(app, { connection_id: source, display_name: 'Ada Invented' })).id;
  const bo = (await aPerson(app, { connection_id: source, display_name: 'Bo Made-Up' })).id;
  const held = await aKey(app, system, { marking: 'K-1' });
  const spare = await aKey(app, system, { marking: 'K-2' });
  await desk(app).call(keyDesk.handOut, { body: { person_id: ada, keys: [{ id: held, due_at: null }], reason } });
  return { system, source, ada, bo, held, spare };
}

const desk = (app: TestApp) => app.as('superadmin');

const deliver = ({ deps }: TestApp) => deliverEvents(deps, productEvents(deps), never);

const report = (app: TestApp, id: string, what: Input<typeof keyDesk.report>['body']['report']) =>
  desk(app).call(keyDesk.report, { params: { id }, body: { report: what, reason } });

const casesOf = async (app: TestApp, key_id: string) =>
  (await desk(app).call(keyCases.list, { query: { key_id } })).body.items;

const open = async (app: TestApp, body: Input<typeof keyCases.open>['body']) =>
  (await desk(app).call(keyCases.open, { body })).body;

describe('a case follows its key', () => {
  test('from the report of a loss to the find, wherever both are said', async ({ app }) => {
    const { held, ada } = await aHolder(app);
    await report(app, held, 'report_lost');
    await deliver(app);
    expect(await casesOf(app, held)).toMatchObject([
      { kind: 'lost', holder: { person_id: ada }, opened_by: expect.any(String), next_step: 'close', outcome: null },
    ]);
    await report(app, held, 'find');
    await deliver(app);
    expect(await casesOf(app, held)).toMatchObject([{ kind: 'lost', outcome: 'found', next_step: null }]);
  });

  test('of a broken key until it is repaired', async ({ app }) => {
    const { held } = await aHolder(app);
    await report(app, held, 'report_broken');
    await deliver(app);
    expect(await casesOf(app, held)).toMatchObject([{ kind: 'broken', next_step: 'repair_or_replace' }]);
    await report(app, held, 'repair');
    await deliver(app);
    expect(await casesOf(app, held)).toMatchObject([{ outcome: 'repaired' }]);
  });

  test('of someone who has left, until the key is back', async ({ app }) => {
    const { held, ada } = await aHolder(app);
    const keep = () => app.db.transaction().execute((tx) => keepReturnCases(tx, app.deps));
    await keep();
    expect(await casesOf(app, held)).toEqual([]);
    await app.db.updateTable('person').set({ active: false }).where('id', '=', ada).execute();
    await keep();
    await keep();
    expect(await casesOf(app, held)).toMatchObject([
      { kind: 'return', opened_by: null, next_step: 'collect_key', due_at: expect.any(String) },
    ]);
    await desk(app).call(keyDesk.takeBack, { body: { keys: [{ id: held }] } });
    await deliver(app);
    expect(await casesOf(app, held)).toMatchObject([{ outcome: 'returned' }]);
  });

  test('who does not bring the key: it becomes invalid, and valid as before when it is back', async ({ app }) => {
    const { held } = await aHolder(app);
    await app.db.updateTable('key').set({ validity: 'always' }).where('id', '=', held).execute();
    const { id } = await open(app, { key_id: held, kind: 'return' });
    const { body } = await desk(app).call(keyCases.invalidate, { params: { id }, body: { reason } });
    expect(body.entries[0]).toMatchObject({ happening: 'invalidated', note: reason });
    const ordered = async () => {
      const orders = await app.db
        .selectFrom('key_times_order')
        .select('validity')
        .where('key_id', '=', held)
        .orderBy('ordered_at')
        .execute();
      return orders.map(({ validity }) => validity);
    };
    expect(await ordered()).toEqual(['never']);
    await desk(app).call(keyDesk.takeBack, { body: { keys: [{ id: held }] } });
    await deliver(app);
    expect(await ordered()).toEqual(['never', 'always']);
    expect(await casesOf(app, held)).toMatchObject([{ outcome: 'returned' }]);
  });

  test('and ends when someone who had left is back', async ({ app }) => {
    const { held, ada } = await aHolder(app);
    const setActive = (active: boolean) => app.db.updateTable('person').set({ active }).where('id', '=', ada).execute();
    const keep = () => app.db.transaction().execute((tx) => keepReturnCases(tx, app.deps));
    await setActive(false);
    await keep();
    await setActive(true);
    await keep();
    expect(await casesOf(app, held)).toMatchObject([{ outcome: 'kept', next_step: null }]);
  });

  test('that was to be returned and turns out to be lost, in the same case', async ({ app }) => {
    const { held, ada } = await aHolder(app);
    const { id } = await open(app, { key_id: held, kind: 'return' });
    const { body } = await desk(app).call(keyCases.becomeLost, { params: { id }, body: { reason } });
    expect(body).toMatchObject({ id, kind: 'lost', key: { state: 'lost' }, can_be_replaced: true });
    await app.db.updateTable('person').set({ active: false }).where('id', '=', ada).execute();
    expect(await casesOf(app, held)).toMatchObject([{ can_be_replaced: false }]);
    await deliver(app);
    expect(await casesOf(app, held)).toMatchObject([{ id, kind: 'lost', outcome: null }]);
    expect(body.entries.map(({ happening }) => happening)).toEqual(['became_lost', 'opened']);
  });
});

describe('the doors of a lost key', () => {
  test('grow when more becomes known of what the key opens', async ({ app }) => {
    const { id: system, cylinder } = await aReadKeySystem(app);
    const { id: key_id } = await app.db
      .selectFrom('key')
      .select('id')
      .where('connection_id', '=', system)
      .where('external_id', '=', 'K-0025')
      .executeTakeFirstOrThrow();
    const { id, doors } = await open(app, { key_id, kind: 'lost' });
    expect(doors.undecided).toBe(0);
    await app.db
      .updateTable('key')
      .set({ own_cylinders: ['C-0181'], own_groups: [] })
      .where('id', '=', key_id)
      .execute();
    await runNow(app, kindOfJob(app, lookAtKeysJob), system);
    await deliver(app);
    const { body } = await desk(app).call(keyCases.doors, { params: { id }, query: {} });
    expect(body.items).toMatchObject([{ cylinder_id: cylinder('C-0181').id, state: 'undecided', decision: null }]);
    expect(await casesOf(app, key_id)).toMatchObject([{ next_step: 'decide_doors' }]);
  });
});

describe('a loss', () => {
  test('has what keys hold looked at without delay, also while a look rests', async ({ app }) => {
    const { held, system } = await aHolder(app);
    const later = new Date(Date.now() + 60_000);
    await app.db.updateTable('job').set({ due_at: later }).where('kind', '=', lookAtKeysJob).execute();
    await report(app, held, 'report_lost');
    const { due_at } = await app.db
      .selectFrom('job')
      .select('due_at')
      .where('kind', '=', lookAtKeysJob)
      .where('key', '=', system)
      .executeTakeFirstOrThrow();
    expect(due_at.getTime()).toBeLessThan(later.getTime() - 30_000);
  });
});

describe('opening a case', () => {
  test('of one key at two desks: one case', async ({ app }) => {
    const { held } = await aHolder(app);
    const body = { key_id: held, kind: 'lost' as const };
    const answers = await Promise.all([1, 2, 3].map(() => desk(app).send(keyCases.open, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    await deliver(app);
    expect(await casesOf(app, held)).toHaveLength(1);
  });

  test('is refused where the key is at hand', async ({ app }) => {
    const { spare } = await aHolder(app);
    const { status, problem } = await desk(app).send(keyCases.open, { body: { key_id: spare, kind: 'forgotten' } });
    expect([status, problem.detail]).toEqual([409, 'K-2 is not handed out.']);
  });
});

describe('the board', () => {
  test('assigns and closes several cases; one that someone has changed is listed and left', async ({ app }) => {
    const { held, spare, ada } = await aHolder(app);
    await desk(app).call(keyDesk.handOut, { body: { person_id: ada, keys: [{ id: spare, due_at: null }], reason } });
    const [one, two] = [
      await open(app, { key_id: held, kind: 'return' }),
      await open(app, { key_id: spare, kind: 'return' }),
    ];
    const { body: owners } = await desk(app).call(keyCases.owners, {});
    const owner_id = owners.items[0]?.id ?? '';
    const cases = [one, two].map(({ id, version }) => ({ id, version }));
    await desk(app).call(keyCases.update, { params: { id: two.id }, body: { note: 'Called.' } });
    const { body } = await desk(app).call(keyCases.changeMany, { body: { cases, owner_id, reason } });
    expect(body).toEqual({ changed: 1, refused: [{ id: two.id, problem: expect.stringContaining('Someone else') }] });
    const listed = async (query: Input<typeof keyCases.list>['query']) =>
      (await desk(app).call(keyCases.list, { query })).body.items.map(({ id }) => id);
    expect(await listed({ owner: 'me' })).toEqual([one.id]);
    expect(await listed({ owner: 'nobody', lane: 'holder' })).toEqual([two.id]);
    expect((await desk(app).call(keyCases.counts, {})).body).toMatchObject({
      mine: 1,
      unassigned: 1,
      lanes: { holder: 2 },
    });
    const { body: closed } = await desk(app).call(keyCases.changeMany, {
      body: { cases: [{ id: one.id, version: one.version + 1 }], outcome: 'written_off', reason },
    });
    expect(closed).toEqual({ changed: 1, refused: [] });
    expect(await listed({ lane: 'done' })).toEqual([one.id]);
  });

  test('gives no case to someone who may not see its key', async ({ app }) => {
    const { held } = await aHolder(app);
    const { id } = await open(app, { key_id: held, kind: 'return' });
    const scope = { departments: ['elsewhere'], places: null };
    const { id: owner_id, username } = await aSubAdmin(app, { functions: ['assign_keys'], scope });
    const { status, problem } = await desk(app).send(keyCases.update, { params: { id }, body: { owner_id } });
    expect([status, problem.detail]).toEqual([409, `K-1 is outside the area of ${username}.`]);
  });

  test('moves a date only with a reason', async ({ app }) => {
    const { held } = await aHolder(app);
    const { id } = await open(app, { key_id: held, kind: 'return' });
    const due_at = new Date(Date.now() + 86_400_000).toISOString();
    const move = (note?: string) =>
      desk(app).send(keyCases.update, { params: { id }, body: { due_at, ...(note && { note }) } });
    expect((await move()).status).toBe(422);
    expect((await move('On holiday.')).body).toMatchObject({ due_at });
  });
});

describe('a forgotten key', () => {
  test('has a duplicate for at most a week, and its case ends when that is back', async ({ app }) => {
    const { held, spare, ada } = await aHolder(app);
    const { id } = await open(app, { key_id: held, kind: 'forgotten' });
    const choose = (days: number) =>
      desk(app).send(keyCases.replace, {
        params: { id },
        body: { key_id: spare, until: new Date(Date.now() + days * 86_400_000).toISOString() },
      });
    expect((await choose(8)).status).toBe(422);
    expect((await choose(2)).body).toMatchObject({ replacement: { id: spare, state: 'reserved' } });
    await desk(app).call(keyDesk.handOut, { body: { person_id: ada, keys: [{ id: spare, due_at: null }], reason } });
    await deliver(app);
    expect(await casesOf(app, held)).toMatchObject([{ next_step: 'collect_replacement' }]);
    await desk(app).call(keyDesk.takeBack, { body: { keys: [{ id: spare }] } });
    await deliver(app);
    expect(await casesOf(app, held)).toMatchObject([{ outcome: 'returned', key: { state: 'handed_out' } }]);
  });
});
