import {
  accessRules,
  changeSets,
  draftEdits,
  type Input,
  planVersions,
  type RenameDecision,
  renames,
  type SyncTask,
} from '@key2xs/contract';
import { cylindersOf, listBits } from '@key2xs/domain';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection, importPeople, run, upload } from '#test/factories/iam';
import { aKeyPlan, aRule, group, syncNow } from '#test/factories/key-plans';
import { aReadKeySystem } from '#test/factories/key-systems';
import { type ListedPerson, listOf, somePeople } from '#test/factories/people';

/** 20 of the ward, 14 at the gate, 6 in the kitchen; nurses and porters in turn. */
const everybody: ListedPerson[] = somePeople(40).map((person, i) => ({
  ...person,
  department: i < 20 ? 'Ward' : i < 34 ? 'Gate' : 'Kitchen',
  job_title: i % 2 === 0 ? 'Nurse' : 'Porter',
}));

type Field = 'department' | 'job_title';
const renamed = (people: readonly ListedPerson[], field: Field, names: Record<string, string>): ListedPerson[] =>
  people.map((person) => ({ ...person, [field]: names[person[field] ?? ''] ?? person[field] }));

const asStation = renamed(everybody, 'department', { Ward: 'Station' });

type PlanValues = Parameters<typeof aKeyPlan>[1];

/** Everybody imported, with rules for the ward and the gate in force and written to the key system. */
async function aHouse(app: TestApp, values: PlanValues = {}) {
  const { id: source } = await aConnection(app, { name: 'Staff' });
  const system = await aReadKeySystem(app);
  const { id: plan } = await aKeyPlan(app, { sources: [source], keySystems: [system.id], name: 'House', ...values });
  await importPeople(app, source, everybody);
  const open = (name: string) => [group(system.group(name).id)];
  const wards = await aRule(app, { plan, source, name: 'Wards', departments: ['Ward'], objects: open('G-01') });
  const gates = await aRule(app, { plan, source, name: 'Gates', departments: ['Gate'], objects: open('G-02') });
  if (values.takes_effect === 'on_activation') await activate(app, plan);
  await syncNow(app);
  return { source, system, plan, wards, gates };
}

const activate = (app: TestApp, keyplan_id: string) =>
  app.as('superadmin').call(planVersions.activate, { params: { keyplan_id }, body: {} });

/** Who may open what, all of it: person and doors. */
async function wholeAccess({ deps }: TestApp): Promise<string[]> {
  const { index } = await deps.access.current();
  const doorsOf = (person: number) => [...listBits(cylindersOf(index, person))].map((door) => index.doors.ids[door]);
  return index.people.ids.map((id, person) => `${id} ${doorsOf(person).sort().join()}`).sort();
}

const idOf = ({ change_set_id }: SyncTask) => change_set_id ?? '';
const found = async (app: TestApp, task: SyncTask) =>
  (await app.as('superadmin').call(renames.list, { params: { id: idOf(task) } })).body;
const changeSet = async (app: TestApp, task: SyncTask) =>
  (await app.as('superadmin').call(changeSets.get, { params: { id: idOf(task) } })).body;
const countPeople = async ({ db }: TestApp, department: string) =>
  (await db.selectFrom('person').select('id').where('department', '=', department).execute()).length;

type Body = Input<typeof renames.decide>['body'];

async function decide(app: TestApp, task: SyncTask, decision: RenameDecision, body: Partial<Body> = {}) {
  const { items, version } = await found(app, task);
  const decisions = items.filter(({ stops }) => stops).map(({ id }) => ({ finding_id: id, decision }));
  return app
    .as('superadmin')
    .call(
      renames.decide,
      { params: { id: idOf(task) }, body: { decisions, ...body } },
      { headers: { 'if-match': `"${version}"` } },
    );
}

/** The run that compares again after all decisions. */
async function decided(app: TestApp, task: SyncTask, decision: RenameDecision, body: Partial<Body> = {}) {
  const answer = await decide(app, task, decision, body);
  expect(answer.status, answer.text).toBe(200);
  return app.ended(answer.body.task?.task_id ?? '');
}

const plain = (task: SyncTask) => task.result?.outcome;

describe('a list in which a department has another name', () => {
  test('is stopped before anything changes, and says what it would do', async ({ app }) => {
    const { source, plan, wards } = await aHouse(app);
    const before = await wholeAccess(app);
    const task = await importPeople(app, source, asStation);
    expect(plain(task)).toBe('quarantined');
    expect((await changeSet(app, task)).guards).toEqual([
      { reason: 'rename', count: 20, of: 20, percent: 100, limit_percent: 0 },
    ]);
    const { items } = await found(app, task);
    expect(items).toEqual([
      {
        id: expect.any(String),
        field: 'department',
        kind: 'rename',
        flows: [{ from: 'Ward', to: 'Station', people: 20 }],
        from: [{ value: 'Ward', people_before: 20, still_listed: 20, staying: 0, people_after: 0 }],
        to: [{ value: 'Station', people_before: 0, still_listed: 0, staying: 0, people_after: 20 }],
        people: 20,
        of: 20,
        confidence: 'sure',
        is_in_reorganisation: false,
        effect: { people_losing: 20, people_gaining: 0, doors_lost: expect.any(Number), doors_gained: 0 },
        rules: [{ keyplan_id: plan, plan: 'House', rule_id: wards.id, rule: 'Wards' }],
        stops: true,
        choices: ['carry_over', 'map_for_good', 'not_a_rename'],
        decision: null,
      },
    ]);
    expect(items[0]?.effect.doors_lost).toBeGreaterThan(0);
    expect(await wholeAccess(app)).toEqual(before);
    expect(await countPeople(app, 'Station')).toBe(0);
  });

  test('is not let through as a whole', async ({ app }) => {
    const { source } = await aHouse(app);
    const task = await importPeople(app, source, asStation);
    const params = { id: idOf(task) };
    const { call } = app.as('superadmin');
    const allowed = await call(changeSets.allowOnce, { params, body: { reason: 'Looks fine' } });
    expect([allowed.status, allowed.problem.code]).toEqual([409, 'conflict']);
    const raised = await call(changeSets.raiseLimit, { params, body: { limit_percent: 100, reason: 'Looks fine' } });
    expect([raised.status, raised.problem.code]).toEqual([409, 'conflict']);
    expect((await changeSet(app, task)).state).toBe('quarantined');
  });

  test('goes through where no rule speaks of it, and tells of it', async ({ app }) => {
    const { source } = await aHouse(app);
    const task = await importPeople(app, source, renamed(everybody, 'department', { Kitchen: 'Catering' }));
    expect(plain(task)).toBe('applied');
    expect((await found(app, task)).items).toMatchObject([
      { kind: 'rename', people: 6, stops: false, effect: { people_losing: 0, people_gaining: 0 }, rules: [] },
    ]);
  });

  test('goes through where only case and blanks differ, because rules read it alike', async ({ app }) => {
    const { source } = await aHouse(app);
    const before = await wholeAccess(app);
    const task = await importPeople(app, source, renamed(everybody, 'department', { Ward: ' WARD' }));
    expect(plain(task)).toBe('applied');
    expect((await found(app, task)).items).toMatchObject([{ kind: 'spelling', stops: false }]);
    expect(await wholeAccess(app)).toEqual(before);
  });

  test('is stopped as a dry run too, and stays one when it is decided', async ({ app }) => {
    const { source } = await aHouse(app);
    await upload(app, source, listOf(asStation));
    const task = await run(app, source, true);
    expect(plain(task)).toBe('quarantined');
    expect(plain(await decided(app, task, 'carry_over'))).toBe('previewed');
    expect(await countPeople(app, 'Station')).toBe(0);
  });
});

describe('carrying the rules over', () => {
  test('leaves everybody the same doors, and the key system nothing to do', async ({ app }) => {
    const { source, plan, wards } = await aHouse(app);
    const before = await wholeAccess(app);
    const task = await importPeople(app, source, asStation);
    const again = await decided(app, task, 'carry_over');
    expect(plain(again)).toBe('applied');
    expect(await countPeople(app, 'Station')).toBe(20);
    expect(await wholeAccess(app)).toEqual(before);
    const params = { keyplan_id: plan, rule_id: wards.id };
    const rule = (await app.as('superadmin').call(accessRules.get, { params })).body;
    expect(rule.subjects.map((one) => one.subject_identifier).sort()).toEqual(['Station', 'Ward']);
    expect(plain(await syncNow(app))).toBe('nothing_to_do');
    expect((await found(app, again)).items).toMatchObject([
      { stops: false, decision: { is: 'carry_over' }, effect: { people_losing: 0 } },
    ]);
    expect((await changeSet(app, task)).state).toBe('stale');
  });

  test('shows its edits before', async ({ app }) => {
    const { source, plan } = await aHouse(app);
    const task = await importPeople(app, source, asStation);
    const { items } = await found(app, task);
    const body = { finding_ids: items.map(({ id }) => id) };
    const preview = await app.as('superadmin').call(renames.preview, { params: { id: idOf(task) }, body });
    expect(preview.body).toEqual({
      plans: [
        {
          keyplan_id: plan,
          name: 'House',
          sentences: ["'Wards' is also about Station."],
          comes_into_force: true,
          waiting_changes: 0,
        },
      ],
      effect: { people_gaining: 0, people_losing: 0, rights_gained: 0, rights_lost: 0 },
    });
  });

  test('brings only itself into force, not what else waits in a draft', async ({ app }) => {
    const { source, system, plan, wards } = await aHouse(app, { takes_effect: 'on_activation' });
    const before = await wholeAccess(app);
    const more = [...wards.objects, group(system.group('G-03').id)].map(({ object_type, object_identifier }) => {
      return { object_type, object_identifier };
    });
    const edit = { kind: 'change_rule' as const, rule_id: wards.id, rule: { objects: more } };
    const { call } = app.as('superadmin');
    await call(draftEdits.apply, { params: { keyplan_id: plan }, body: { edits: [edit] } });
    const task = await importPeople(app, source, asStation);
    expect(plain(await decided(app, task, 'carry_over'))).toBe('applied');
    expect(await wholeAccess(app)).toEqual(before);
    const params = { keyplan_id: plan };
    const { body } = await call(planVersions.compare, { params, query: {} });
    expect(body.changes).toMatchObject([{ kind: 'rule', change: 'changed', name: 'Wards' }]);
    const [change] = body.changes;
    expect(change?.kind === 'rule' && change.after?.subjects.map(({ name }) => name).sort()).toEqual([
      'Station',
      'Ward',
    ]);
    expect(change?.kind === 'rule' && [change.before?.objects.length, change.after?.objects.length]).toEqual([1, 2]);
    expect(plain(await syncNow(app))).toBe('nothing_to_do');
  });

  test('waits for the second person where a plan needs one, and lets nobody lose a door until then', async ({
    app,
  }) => {
    const { source, plan } = await aHouse(app, { takes_effect: 'on_activation' });
    await app.db.updateTable('key_plan').set({ needs_second_person: true }).where('id', '=', plan).execute();
    const before = await wholeAccess(app);
    const task = await importPeople(app, source, asStation);
    const again = await decided(app, task, 'carry_over');
    expect(plain(again)).toBe('quarantined');
    expect((await found(app, again)).items).toMatchObject([{ stops: true, decision: null }]);
    expect(await wholeAccess(app)).toEqual(before);
    await app.db.updateTable('key_plan').set({ edited_by: null }).where('id', '=', plan).execute(); // somebody else's edit
    expect((await activate(app, plan)).status).toBe(200);
    expect(plain(await run(app, source))).toBe('applied');
    expect(await wholeAccess(app)).toEqual(before);
  });

  test('writes another rule beside one that asks for department and title, also when both have new names', async ({
    app,
  }) => {
    const { source, system, plan } = await aHouse(app);
    const subjects = [
      { subject_type: 'department' as const, subject_identifier: 'ward' },
      { subject_type: 'job_title' as const, subject_identifier: 'NURSE' },
    ];
    const rule = { name: 'Nurses', subject_match: 'all' as const, subjects, objects: [group(system.group('G-04').id)] };
    const edits = [{ kind: 'add_rule' as const, rule }];
    await app.as('superadmin').call(draftEdits.apply, { params: { keyplan_id: plan }, body: { edits } });
    await syncNow(app);
    const before = await wholeAccess(app);
    const task = await importPeople(app, source, renamed(asStation, 'job_title', { Nurse: 'Carer', Porter: 'Driver' }));
    expect((await found(app, task)).items.map(({ field, stops }) => [field, stops])).toEqual([
      ['department', true],
      ['job_title', true],
      ['job_title', false],
    ]);
    expect(plain(await decided(app, task, 'carry_over'))).toBe('applied');
    expect(await wholeAccess(app)).toEqual(before);
    const names = await app.db.selectFrom('access_rule').select('name').where('name', 'like', 'Nurses%').execute();
    expect(names.map(({ name }) => name).sort()).toEqual([
      'Nurses',
      'Nurses (Carer)',
      'Nurses (Station)',
      'Nurses (Station, Carer)',
    ]);
  });

  test('asks when people would gain doors who had the new name before', async ({ app }) => {
    const { source } = await aHouse(app);
    const task = await importPeople(app, source, renamed(everybody, 'department', { Ward: 'Kitchen' }));
    expect((await found(app, task)).items).toMatchObject([{ kind: 'merge', choices: ['carry_over', 'not_a_rename'] }]);
    const refused = await decide(app, task, 'carry_over');
    expect([refused.status, refused.problem]).toMatchObject([409, { code: 'confirmation_needed', people_gaining: 6 }]);
    expect((await found(app, task)).version).toBe(1);
    const before = await wholeAccess(app);
    expect(plain(await decided(app, task, 'carry_over', { accept_gaining: 6 }))).toBe('applied');
    const after = new Set(await wholeAccess(app));
    expect(before.filter((line) => !after.has(line))).toHaveLength(6);
  });
});

describe('keeping the old name for good', () => {
  test('reads the new name as the old one in every later list, until that is taken back', async ({ app }) => {
    const { source } = await aHouse(app);
    const before = await wholeAccess(app);
    const task = await importPeople(app, source, asStation);
    expect(plain(await decided(app, task, 'map_for_good'))).toBe('nothing_to_do');
    expect(await wholeAccess(app)).toEqual(before);
    const next = [...asStation.slice(1), { external_id: 'NEW', display_name: 'New One', department: 'STATION' }];
    const later = await importPeople(app, source, next);
    expect(later.result).toMatchObject({ outcome: 'applied', counts: { mover: 0, joiner: 1, leaver: 1 } });
    expect(await countPeople(app, 'Station')).toBe(0);
    expect(await countPeople(app, 'Ward')).toBe(21);
    const { call } = app.as('superadmin');
    const { items } = (await call(renames.aliases, { params: { id: source } })).body;
    expect(items).toMatchObject([{ field: 'department', source_value: 'Station', read_as: 'Ward' }]);
    const params = { id: source, alias_id: items[0]?.id ?? '' };
    expect((await call(renames.removeAlias, { params })).body.success).toBe(true);
    expect((await call(renames.removeAlias, { params })).status).toBe(404);
    expect(plain(await run(app, source))).toBe('quarantined');
  });

  test('keeps the doors of two departments that have swapped their names', async ({ app }) => {
    const { source } = await aHouse(app);
    const before = await wholeAccess(app);
    const task = await importPeople(app, source, renamed(everybody, 'department', { Ward: 'Gate', Gate: 'Ward' }));
    expect((await found(app, task)).items).toMatchObject([
      { kind: 'swap', people: 34, choices: ['map_for_good', 'not_a_rename'], stops: true },
    ]);
    const refused = await decide(app, task, 'carry_over');
    expect([refused.status, refused.problem.code]).toEqual([409, 'conflict']);
    expect(plain(await decided(app, task, 'map_for_good'))).toBe('nothing_to_do');
    expect(await wholeAccess(app)).toEqual(before);
  });

  test('keeps the doors of both parts of a split', async ({ app }) => {
    const { source } = await aHouse(app);
    const before = await wholeAccess(app);
    const split = everybody.map((person, i) =>
      person.department === 'Ward' ? { ...person, department: i < 12 ? 'Ward North' : 'Ward South' } : person,
    );
    const task = await importPeople(app, source, split);
    expect((await found(app, task)).items).toMatchObject([{ kind: 'split', people: 20, stops: true }]);
    expect(plain(await decided(app, task, 'carry_over'))).toBe('applied');
    expect(await wholeAccess(app)).toEqual(before);
    expect(plain(await syncNow(app))).toBe('nothing_to_do');
  });
});

describe('calling it no rename', () => {
  test('leaves it to the guard on people whose doors change, once and for all', async ({ app }) => {
    const { source } = await aHouse(app);
    const task = await importPeople(app, source, asStation);
    const again = await decided(app, task, 'not_a_rename');
    expect(plain(again)).toBe('quarantined');
    expect((await changeSet(app, again)).guards).toMatchObject([{ reason: 'too_many_moves', count: 20, of: 34 }]);
    expect((await found(app, again)).items).toMatchObject([{ stops: false, decision: { is: 'not_a_rename' } }]);
    const params = { id: idOf(again) };
    const allowed = await app
      .as('superadmin')
      .call(changeSets.allowOnce, { params, body: { reason: 'They have moved house' } });
    expect(plain(await app.ended(allowed.body.task_id))).toBe('applied');
    expect(await countPeople(app, 'Station')).toBe(20);
  });
});

describe('deciding', () => {
  test('is for one of two administrators', async ({ app }) => {
    const { source } = await aHouse(app);
    const task = await importPeople(app, source, asStation);
    const { items, version } = await found(app, task);
    const send = (decision: RenameDecision) =>
      app
        .as('superadmin')
        .send(
          renames.decide,
          { params: { id: idOf(task) }, body: { decisions: [{ finding_id: items[0]?.id ?? '', decision }] } },
          { headers: { 'if-match': `"${version}"` } },
        );
    const answers = await Promise.all([send('carry_over'), send('not_a_rename')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const won = answers.find(({ status }) => status === 200)?.body;
    await app.ended(won?.task?.task_id ?? '');
  });

  test('answers 412 to who has not seen the decision of another', async ({ app }) => {
    const { source } = await aHouse(app);
    const task = await importPeople(app, source, renamed(asStation, 'department', { Gate: 'Entrance' }));
    const { items, version } = await found(app, task);
    expect(items).toHaveLength(2);
    const one = async (at: number, decision: RenameDecision | null, seen: number) =>
      app
        .as('superadmin')
        .call(
          renames.decide,
          { params: { id: idOf(task) }, body: { decisions: [{ finding_id: items[at]?.id ?? '', decision }] } },
          { headers: { 'if-match': `"${seen}"` } },
        );
    const first = await one(0, 'map_for_good', version);
    expect([first.status, first.body.task, first.body.version]).toEqual([200, null, version + 1]);
    expect((await one(1, 'carry_over', version)).status).toBe(412);
    const taken = await one(0, null, version + 1);
    expect(taken.body.items[0]?.decision).toBeNull();
    expect(await app.db.selectFrom('value_alias').selectAll().execute()).toEqual([]);
    await one(0, 'carry_over', version + 2);
    const late = await one(0, null, version + 3);
    expect([late.status, late.problem.code]).toEqual([409, 'conflict']);
    const last = await one(1, 'carry_over', version + 3);
    expect(plain(await app.ended(last.body.task?.task_id ?? ''))).toBe('applied');
  });

  test('is over when another list has replaced the one that waits', async ({ app }) => {
    const { source } = await aHouse(app);
    const first = await importPeople(app, source, asStation);
    const second = await importPeople(app, source, renamed(everybody, 'department', { Ward: 'Unit' }));
    expect((await changeSet(app, first)).state).toBe('stale');
    const refused = await decide(app, first, 'carry_over');
    expect([refused.status, refused.problem.code]).toEqual([409, 'change_set_stale']);
    expect(plain(await decided(app, second, 'carry_over'))).toBe('applied');
    expect(await app.db.selectFrom('access_rule_subject').select('subject_identifier').execute()).not.toContainEqual({
      subject_identifier: 'Station',
    });
  });

  test('is written down with the rules as they were and are', async ({ app }) => {
    const { source } = await aHouse(app);
    const task = await importPeople(app, source, asStation);
    await decided(app, task, 'carry_over', { reason: 'New names from January' });
    const event = await app.db
      .selectFrom('audit_event')
      .select(['target_id', 'details'])
      .where('action', '=', 'iam.rename_decided')
      .executeTakeFirstOrThrow();
    expect(event).toMatchObject({
      target_id: source,
      details: {
        change_set_id: idOf(task),
        reason: 'New names from January',
        decisions: [{ decision: 'carry_over', flows: [{ from: 'Ward', to: 'Station', people: 20 }] }],
        plans: [{ name: 'House', in_force: true, rules: [{ name: 'Wards' }] }],
      },
    });
  });

  test('finds nothing in changes of a key system, nor findings of others', async ({ app }) => {
    const { source } = await aHouse(app);
    const sync = await syncNow(app, { dry_run: true });
    const params = { id: idOf(sync) };
    expect((await app.as('superadmin').call(renames.list, { params })).status).toBe(404);
    const task = await importPeople(app, source, asStation);
    const body = { decisions: [{ finding_id: source, decision: 'carry_over' as const }] };
    const answer = await app.as('superadmin').call(renames.decide, { params: { id: idOf(task) }, body });
    expect(answer.status).toBe(404);
  });
});
