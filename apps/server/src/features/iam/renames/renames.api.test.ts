import { changeSets, type RenameDecision, renames, sourceEvents } from '@key2xs/contract';
import { beforeAll, describe } from 'vitest';
import { expect, test } from '#test/app';
import { addPager, aPager, readIn } from '#test/factories/called-sources';
import { importPeople, run, upload } from '#test/factories/iam';
import { syncNow } from '#test/factories/key-plans';
import { listOf } from '#test/factories/people';
import {
  aRenamedHouse,
  asStation,
  changeSet,
  countPeople,
  decide,
  decided,
  everybody,
  found,
  idOf,
  plain,
  renamed,
  wholeAccess,
} from '#test/factories/renamed-house';
import { calledPerson } from '#test/pager';

beforeAll(addPager);

describe('a list in which a department has another name', () => {
  test('is stopped before anything changes, and says what it would do', async ({ app }) => {
    const { source, plan, wards } = await aRenamedHouse(app);
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
        effect: { people_losing: 20, people_gaining: 0, doors_lost: expect.any(Number), doors_gained: 0, scopes: 0 },
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
    const { source } = await aRenamedHouse(app);
    const task = await importPeople(app, source, asStation);
    const params = { id: idOf(task) };
    const { call } = app.as('superadmin');
    const allowed = await call(changeSets.allowOnce, { params, body: { reason: 'Looks fine' } });
    expect([allowed.status, allowed.problem.code]).toEqual([409, 'conflict']);
    const raised = await call(changeSets.raiseLimit, { params, body: { limit_percent: 100, reason: 'Looks fine' } });
    expect([raised.status, raised.problem.code]).toEqual([409, 'conflict']);
    expect((await changeSet(app, task)).state).toBe('quarantined');
  });

  test('counts those whose account is switched off among the people it had', async ({ app }) => {
    const { id, pager } = await aPager(app, { active: 'enabled', department: 'department' });
    const all = (department: string) =>
      Array.from({ length: 20 }, (_, i) => calledPerson(`p${i}`, { enabled: String(i > 2), department }));
    pager.full = [{ people: all('Ward') }];
    await readIn(app, id);
    pager.tell({ people: all('Station') });
    const { items } = await found(app, await readIn(app, id));
    expect(items).toMatchObject([{ people: 20, of: 20, from: [{ people_before: 20, staying: 0 }] }]);
  });

  test('is applied where no rule names it, and reported', async ({ app }) => {
    const { source } = await aRenamedHouse(app);
    const task = await importPeople(app, source, renamed(everybody, 'department', { Kitchen: 'Catering' }));
    expect(plain(task)).toBe('applied');
    expect((await found(app, task)).items).toMatchObject([
      { kind: 'rename', people: 6, stops: false, effect: { people_losing: 0, people_gaining: 0 }, rules: [] },
    ]);
  });

  test('goes through where only case and blanks differ, because rules read it alike', async ({ app }) => {
    const { source } = await aRenamedHouse(app);
    const before = await wholeAccess(app);
    const task = await importPeople(app, source, renamed(everybody, 'department', { Ward: ' WARD' }));
    expect(plain(task)).toBe('applied');
    expect((await found(app, task)).items).toMatchObject([{ kind: 'spelling', stops: false }]);
    expect(await wholeAccess(app)).toEqual(before);
  });

  test('is stopped as a dry run too, and stays one when it is decided', async ({ app }) => {
    const { source } = await aRenamedHouse(app);
    await upload(app, source, listOf(asStation));
    const task = await run(app, source, true);
    expect(plain(task)).toBe('quarantined');
    expect(plain(await decided(app, task, 'carry_over'))).toBe('previewed');
    expect(await countPeople(app, 'Station')).toBe(0);
  });
});

describe('calling it no rename', () => {
  test('leaves it to the guard on people whose doors change, once and for all', async ({ app }) => {
    const { source } = await aRenamedHouse(app);
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
    const { source } = await aRenamedHouse(app);
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
    const { source } = await aRenamedHouse(app);
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
    const { source } = await aRenamedHouse(app);
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

  test('is listed in the events of the source, like its decision', async ({ app }) => {
    const { source } = await aRenamedHouse(app);
    const task = await importPeople(app, source, asStation);
    await decided(app, task, 'carry_over');
    const { body } = await app.as('superadmin').call(sourceEvents.list, { params: { id: source }, query: {} });
    const events = body.items.filter(({ kind }) => kind.startsWith('rename.'));
    expect(events.map(({ kind, message, change_set_id }) => [kind, message, change_set_id])).toEqual([
      ['rename.decided', 'Ward → Station: decided as a rename. The rules name the new name too.', idOf(task)],
      ['rename.found', 'A department or job title seems to have changed: Ward → Station.', idOf(task)],
    ]);
    expect(events.map(({ actor }) => actor)).toEqual([expect.stringMatching(/^superadmin/), null]);
  });

  test('is written down with the rules as they were and are', async ({ app }) => {
    const { source } = await aRenamedHouse(app);
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

  test('refuses two decisions on one finding that contradict each other', async ({ app }) => {
    const { source } = await aRenamedHouse(app);
    const task = await importPeople(app, source, asStation);
    const params = { id: idOf(task) };
    const { body: found } = await app.as('superadmin').call(renames.list, { params });
    const finding_id = found.items[0]?.id ?? '';
    const both = ['carry_over', 'not_a_rename'] as const;
    const body = { decisions: both.map((decision) => ({ finding_id, decision })) };
    const { status, problem } = await app.as('superadmin').call(renames.decide, { params, body });
    expect([status, problem.errors?.map(({ path }) => path)]).toEqual([422, ['decisions.1.decision']]);
    const { body: after } = await app.as('superadmin').call(renames.list, { params });
    expect(after.items).toEqual(found.items);
  });

  test('finds nothing in changes of a key system, nor findings of others', async ({ app }) => {
    const { source } = await aRenamedHouse(app);
    const sync = await syncNow(app, { dry_run: true });
    const params = { id: idOf(sync) };
    expect((await app.as('superadmin').call(renames.list, { params })).status).toBe(404);
    const task = await importPeople(app, source, asStation);
    const body = { decisions: [{ finding_id: source, decision: 'carry_over' as const }] };
    const answer = await app.as('superadmin').call(renames.decide, { params: { id: idOf(task) }, body });
    expect(answer.status).toBe(404);
  });
});
