import { randomUUID } from 'node:crypto';
import { type Input, keyCases, keyDesk, type ReportId, reports } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { describe } from 'vitest';
import { deliverEvents } from '#platform/events/deliver-events';
import { expect, type TestApp, test } from '#test/app';
import { aPlace, place } from '#test/factories/doors';
import { aConnection } from '#test/factories/iam';
import { aHouse, aRule, aWard, cylinder } from '#test/factories/key-plans';
import { aKeySystem } from '#test/factories/key-systems';
import { aKey } from '#test/factories/keys';
import { aPerson } from '#test/factories/people';
import { aTask } from '#test/factories/tasks';
import { productEvents } from '../../../product-events';

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
const reason = 'As told at the desk.';

/** The rows of a report, each value under the name of its column. */
async function rowsOf(app: TestApp, report: ReportId, query: Input<typeof reports.read>['query'] = {}) {
  const { call } = app.as('superadmin');
  const { body: catalogue } = await call(reports.catalogue, {});
  const columns = catalogue.items.find(({ id }) => id === report)?.columns ?? [];
  const { body } = await call(reports.read, { params: { report }, query });
  const rows = body.items.map(({ cells }) => Object.fromEntries(columns.map(({ name }, at) => [name, cells[at]])));
  return { ...body, rows };
}

const column = async (app: TestApp, report: ReportId, name: string, query: Input<typeof reports.read>['query'] = {}) =>
  (await rowsOf(app, report, query)).rows.map((row) => row[name]);

async function aDesk(app: TestApp) {
  const { id: system } = await aKeySystem(app);
  const { id: source } = await aConnection(app);
  const { id: ada } = await aPerson(app, { connection_id: source, display_name: 'Ada', department: 'Ward' });
  const handOut = async (marking: string, due_at: string | null) => {
    const id = await aKey(app, system, { marking });
    const body = { person_id: ada, keys: [{ id, due_at }], reason };
    await app.as('superadmin').call(keyDesk.handOut, { body });
    return id;
  };
  return { system, source, ada, handOut };
}

const inAWeek = () => new Date(Date.now() + 7 * dayMs).toISOString();

describe('access', () => {
  test('is told of a door, a place and a person by each layer, with who gave it', async ({ app }) => {
    const staff = [
      { display_name: 'Nurse', department: 'Ward' },
      { display_name: 'Orderly', department: 'Ward' },
    ];
    const { source, persons, plan, system } = await aHouse(app, staff);
    const door = system.cylinder('C-0001');
    await aRule(app, { plan, source, name: 'Ward doors', departments: ['Ward'], objects: [cylinder(door.id)] });
    const { id: site } = await aPlace(app, { name: 'Annex', type: 'site' });
    await place(app, [door.id], site);
    const whole = { by_plan: 'Yes', recorded: 'Not known', on_key: 'No', place: 'Annex', department: 'Ward' };
    for (const query of [{ cylinder_id: door.id }, { location_id: site }]) {
      const { rows, total, subject } = await rowsOf(app, 'who_may_open', query);
      expect([total, rows.length]).toEqual([2, 2]);
      expect(rows[0]).toMatchObject({ ...whole, given_by: expect.stringContaining('Ward doors') });
      expect(subject).toContain(query.location_id ? 'Annex' : door.marking);
    }
    const ofPerson = await rowsOf(app, 'person_access', { person_id: persons[0] ?? '' });
    expect(ofPerson.rows).toMatchObject([{ door: expect.stringContaining(door.marking), ...whole }]);
    expect(ofPerson.chosen).toEqual([`Person ${ofPerson.subject}`]);
  });

  test('is refused without a person or doors, of both, and of none that exists', async ({ app }) => {
    const { send } = app.as('superadmin');
    const [group_id, location_id] = [randomUUID(), randomUUID()];
    const asked: [ReportId, Input<typeof reports.read>['query'], number][] = [
      ['who_may_open', {}, 422],
      ['who_may_open', { group_id, location_id }, 422],
      ['who_may_open', { group_id }, 404],
      ['who_may_open', { location_id }, 404],
      ['person_access', {}, 422],
      ['person_access', { person_id: randomUUID() }, 404],
    ];
    for (const [report, query, status] of asked)
      expect([report, query, (await send(reports.read, { params: { report }, query })).status]).toEqual([
        report,
        query,
        status,
      ]);
  });
});

describe('keys', () => {
  test('handed out are with their holders, and overdue ones are late by whole days', async ({ app }) => {
    const { system, handOut, ada } = await aDesk(app);
    await aKey(app, system, { marking: 'in stock' });
    await handOut('in time', inAWeek());
    const late = await handOut('late', inAWeek());
    await app.db
      .updateTable('key_assignment')
      .set({ due_at: daysAgo(2.5) })
      .where('key_id', '=', late)
      .execute();
    const { rows, notes } = await rowsOf(app, 'keys_out');
    expect(rows).toMatchObject([
      { key: 'in time', holder: 'Ada', department: 'Ward', since: expect.any(String), known_from: 'Hand-out' },
      { key: 'late', holder: 'Ada' },
    ]);
    expect(notes.join()).toMatch(/never read/);
    expect((await rowsOf(app, 'overdue_returns')).rows).toMatchObject([{ key: 'late', holder: 'Ada', days_late: 2 }]);
    const { id: other } = await aKeySystem(app, { name: 'Other' });
    expect(await column(app, 'keys_out', 'key', { connection_id: other })).toEqual([]);
    expect(await column(app, 'keys_out', 'key', { person_id: ada })).toEqual(['in time', 'late']);
    const { id: source } = await aConnection(app);
    const { id: bo } = await aPerson(app, { connection_id: source, display_name: 'Bo' });
    expect(await column(app, 'keys_out', 'key', { person_id: bo })).toEqual([]);
  });

  test('without an update have not been seen for so many days, or never', async ({ app }) => {
    const { id: system } = await aKeySystem(app);
    await aKey(app, system, { marking: 'fresh', last_update_at: daysAgo(3) });
    await aKey(app, system, { marking: 'old', last_update_at: daysAgo(20) });
    await aKey(app, system, { marking: 'never' });
    await aKey(app, system, { marking: 'without a clock', key_type: 'normal' });
    expect(await column(app, 'keys_not_updated', 'key', { days: 10 })).toEqual(['never', 'old']);
    expect(await column(app, 'keys_not_updated', 'days_since', { days: 10 })).toEqual([null, 20]);
    expect(await column(app, 'keys_not_updated', 'key', { days: 30 })).toEqual(['never']);
  });

  test('that stop working soon do so by their validity or by an update that is due', async ({ app }) => {
    const { id: system } = await aKeySystem(app);
    const between = (marking: string, days: number) =>
      aKey(app, system, {
        ...{ marking, validity: 'between', valid_from: daysAgo(30), valid_until: daysAgo(-days) },
        ...{ last_update_at: daysAgo(1), changed_at: daysAgo(2) },
      });
    await between('in 3 days', 3);
    await between('in 20 days', 20);
    await between('over', -1);
    const everyDays = { validity: 'always' as const, revalidation_minutes: 2 * 1_440, changed_at: daysAgo(0.5) };
    await aKey(app, system, { marking: 'to update', last_update_at: daysAgo(1), ...everyDays });
    const { rows } = await rowsOf(app, 'revalidation_forecast', { days: 7 });
    expect(rows).toMatchObject([
      { key: 'to update', ends_by: 'Update is due', certainty: 'Recorded only' },
      { key: 'in 3 days', ends_by: 'Validity ends', certainty: 'On the key' },
    ]);
  });

  test('and cylinders are full by what key systems report', async ({ app }) => {
    const { system } = await aWard(app, 1);
    const door = system.cylinder('C-0001').id;
    await app.db.updateTable('key_system_cylinder').set({ block_used: null, events_used: null }).execute();
    await app.db
      .updateTable('key_system_cylinder')
      .set({ block_used: 9, block_limit: 10 })
      .where('id', '=', door)
      .execute();
    await app.db.updateTable('key').set({ access_used: 5, access_limit: 10 }).execute();
    expect((await rowsOf(app, 'capacity', { percent: 80 })).rows).toMatchObject([
      { list: 'Block list', marking: system.cylinder('C-0001').marking, used: 9, limit: 10, percent: 90 },
    ]);
    expect(await column(app, 'capacity', 'list', { percent: 91 })).toEqual([]);
    expect(new Set(await column(app, 'capacity', 'list', { percent: 50 }))).toEqual(
      new Set(['Block list', 'Memory of the key']),
    );
  });
});

describe('cases', () => {
  test('of lost keys say at how many doors something is still to be done', async ({ app }) => {
    const { system: connection_id, handOut } = await aDesk(app);
    const { system } = await aWard(app, 1);
    const [open = '', done = ''] = [await handOut('open', null), await handOut('done', null)];
    for (const id of [open, done])
      await app.as('superadmin').call(keyDesk.report, { params: { id }, body: { report: 'report_lost', reason } });
    await deliverEvents(app.deps, productEvents(app.deps), new AbortController().signal);
    const doors = [system.cylinder('C-0001').id, system.cylinder('C-0002').id];
    for (const [key_id, decisions] of [
      [open, ['replace', null]],
      [done, ['replaced', 'accept']],
    ] as const) {
      const { body } = await app.as('superadmin').call(keyCases.list, { query: { key_id } });
      await app.db
        .insertInto('key_case_door')
        .values(
          decisions.map((decision, at) => ({
            ...{ case_id: body.items[0]?.id ?? '', cylinder_id: doors[at] ?? '', decision },
            accept_until: decision === 'accept' ? daysAgo(-9) : null,
            decided_at: decision && new Date(),
            ...{ reason, decided_by: decision && 'ada', order_id: null },
          })),
        )
        .execute();
    }
    const { rows } = await rowsOf(app, 'lost_keys', { connection_id });
    expect(rows.sort((one, other) => `${one.key}`.localeCompare(`${other.key}`))).toMatchObject([
      { key: 'done', holder: 'Ada', progress: 'Done at all doors', doors_secured: 1, doors_accepted: 1 },
      { key: 'open', progress: 'Decision or repair missing', doors_undecided: 1, doors_waiting: 1, doors_secured: 0 },
    ]);
  });

  test('of people who left are those that are open', async ({ app }) => {
    const { ada, handOut } = await aDesk(app);
    const [open, closed, other] = [
      await handOut('open', null),
      await handOut('closed', null),
      await handOut('lost', null),
    ];
    const values = {
      person_id: ada,
      holder_identity: null,
      opened_at: daysAgo(9),
      due_at: daysAgo(2),
      opened_by: null,
    };
    const rest = { report: null, validity_before: null, replacement_key_id: null, closed_by: null, outcome: null };
    await app.db
      .insertInto('key_case')
      .values([
        { id: randomUUID(), kind: 'return', key_id: open, ...values, ...rest, closed_at: null },
        {
          id: randomUUID(),
          kind: 'return',
          key_id: closed,
          ...values,
          ...rest,
          closed_at: daysAgo(1),
          outcome: 'returned',
        },
        { id: randomUUID(), kind: 'lost', key_id: other, ...values, ...rest, closed_at: null },
      ])
      .execute();
    expect((await rowsOf(app, 'leaver_cases')).rows).toMatchObject([
      { key: 'open', holder: 'Ada', department: 'Ward', days_late: 2 },
    ]);
  });
});

test('requests say how long the decision took, and their median', async ({ app }) => {
  const { ada } = await aDesk(app);
  const ask = async (hours: number | null, state: 'approved' | 'in_approval' | 'rejected', asked = daysAgo(5)) => {
    const id = randomUUID();
    await app.db
      .insertInto('key_request')
      .values({
        ...{ id, kind: 'new_key', state, step: 1, steps: 1, person_id: ada, place_id: null, place_name: 'Pharmacy' },
        ...{ place_words: null, key_id: null, reserved_key_id: null, rule_id: null, starts_at: null, ends_at: null },
        ...{ granted_until: null, is_urgent: false, reason: 'Work', protection_class: null, needs_four_eyes: false },
        ...{ asked_by_id: null, asked_by: 'bo', asked_at: asked, pick_up_by: null, closed_at: null },
      })
      .execute();
    if (hours === null) return;
    const at = new Date(asked.getTime() + hours * 3_600_000);
    const happening = state === 'rejected' ? 'rejected' : 'approved';
    await app.db
      .insertInto('key_request_entry')
      .values({ id: randomUUID(), request_id: id, at, happening, actor_name: 'ada', note: null })
      .execute();
  };
  await ask(1, 'approved');
  await ask(3, 'rejected');
  await ask(20, 'approved');
  await ask(2, 'in_approval'); // taken back since
  await ask(2, 'approved', daysAgo(200));
  const { rows, notes } = await rowsOf(app, 'requests');
  expect(rows.map(({ hours_to_decision }) => hours_to_decision).sort()).toEqual([1, 20, 3, null]);
  expect(notes).toEqual([
    'Median from the request to the decision: 3 hours, of 3 requests',
    'For none of these requests, a key was handed out or access came into force.',
  ]);
  expect((await rowsOf(app, 'requests', { from: daysAgo(300).toISOString() })).total).toBe(5);
});

describe('administration', () => {
  test('tells which versions of plans came into force, also of a deleted plan', async ({ app }) => {
    const { plan } = await aWard(app, 1);
    await app.db
      .insertInto('key_plan_version')
      .values([
        {
          ...{ keyplan_id: plan, number: 90, cause: 'activation', made_by: 'ada', reason: 'Move', figures: null },
          changes: JSON.stringify({
            rules: { added: 2, changed: 1, removed: 0 },
            profiles: { added: 1, changed: 0, removed: 3 },
          }),
        },
        {
          keyplan_id: plan,
          number: 91,
          cause: 'settings',
          made_by: 'bo',
          reason: null,
          figures: null,
          at: daysAgo(100),
        },
      ])
      .execute();
    const { rows } = await rowsOf(app, 'plan_changes');
    expect(rows[0]).toMatchObject({
      version: 90,
      cause: 'Activation',
      made_by: 'ada',
      added: 3,
      changed: 1,
      removed: 3,
    });
    expect(rows.map(({ version }) => version)).not.toContain(91);
    const name = rows[0]?.plan;
    await app.db.deleteFrom('key_plan').where('id', '=', plan).execute();
    expect((await column(app, 'plan_changes', 'plan'))[0]).toBe(name);
  });

  test('counts what each administrator did, without what the product does', async ({ app }) => {
    const { call } = app.as('superadmin');
    for (const format of ['csv', 'csv'] as const)
      await call(reports.export, { params: { report: 'keys_out' }, query: { format } });
    const { rows } = await rowsOf(app, 'administrator_actions');
    expect(rows).toContainEqual({
      ...{ administrator: expect.any(String), action: 'Report: exported', times: 2, last_at: expect.any(String) },
    });
    const before = daysAgo(1).toISOString();
    expect((await rowsOf(app, 'administrator_actions', { before })).total).toBe(0);
  });

  test('tells which runs failed, in whole or in part, and whether a later one worked', async ({ app }) => {
    const error = JSON.stringify(say('notFound.key_system'));
    const [one, other] = [randomUUID(), randomUUID()];
    const failure = { status: 'FAILURE' as const, error };
    await aTask(app, { title: 'Open', ...failure, subject_id: one, created_at: daysAgo(1) });
    await aTask(app, { title: 'Resolved', ...failure, subject_id: other, created_at: daysAgo(2) });
    await aTask(app, { title: 'Worked', status: 'SUCCESS', subject_id: other, created_at: daysAgo(1) });
    await aTask(app, { title: 'Cancelled', ...failure, cancelled: true, created_at: daysAgo(1) });
    const result = JSON.stringify({ outcome: 'applied', counts: {}, failed: 4, waiting: 0 });
    await aTask(app, { title: 'In part', kind: 'key_system', status: 'SUCCESS', result, created_at: daysAgo(3) });
    expect((await rowsOf(app, 'failed_runs')).rows).toMatchObject([
      { subject: 'Open', failure: 'Failed, still open', why: 'This key system does not exist.' },
      { subject: 'Resolved', failure: 'Failed, later runs worked' },
      { subject: 'In part', run_kind: 'Sync', failure: 'Failed in part', changes_failed: 4, why: null },
    ]);
  });
});
