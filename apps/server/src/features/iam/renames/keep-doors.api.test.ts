import {
  accessRules,
  draftEdits,
  invitationList,
  invitations,
  peopleList,
  planVersions,
  renames,
} from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, test } from '#test/app';
import { aSubAdmin } from '#test/factories/administrators';
import { importPeople, run } from '#test/factories/iam';
import { group, syncNow } from '#test/factories/key-plans';
import {
  activate,
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
import { send } from '#test/send';

describe('carrying the rules over', () => {
  test('leaves everybody the same doors, and the key system nothing to do', async ({ app }) => {
    const { source, plan, wards } = await aRenamedHouse(app);
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

  test('leaves sub-admins of the department their people', async ({ app }) => {
    const { source } = await aRenamedHouse(app);
    const scope = { departments: ['ward'], places: null };
    const zoe = await aSubAdmin(app, { functions: ['view_people'], scope });
    const { call } = app.as('superadmin');
    await call(invitations.invite, { body: { role: 'subadmin', scope } });
    const seen = async () => (await send(app.url, peopleList.page, { query: {} }, zoe)).body.total;
    expect(await seen()).toBe(20);
    expect(plain(await decided(app, await importPeople(app, source, asStation), 'carry_over'))).toBe('applied');
    expect(await seen()).toBe(20);
    const { items } = (await call(invitationList.page, { query: {} })).body;
    expect(items[0]?.scope?.departments).toEqual(['Station', 'Ward']);
  });

  test('leaves them to sub-admins also where no rule names the department, and stops only while a scope does', async ({
    app,
  }) => {
    const { source } = await aRenamedHouse(app);
    const scope = { departments: ['kitchen'], places: null };
    const zoe = await aSubAdmin(app, { functions: ['view_people'], scope });
    await app.as('superadmin').call(invitations.invite, { body: { role: 'subadmin', scope } });
    const seen = async () => (await send(app.url, peopleList.page, { query: {} }, zoe)).body.total;
    const asCanteen = renamed(everybody, 'department', { Kitchen: 'Canteen' });
    const task = await importPeople(app, source, asCanteen);
    expect(plain(task)).toBe('quarantined');
    expect((await changeSet(app, task)).guards).toMatchObject([{ reason: 'rename', count: 6, of: 6 }]);
    expect((await found(app, task)).items).toMatchObject([{ stops: true, rules: [], effect: { scopes: 2 } }]);
    const again = await decided(app, task, 'carry_over');
    expect([plain(again), await seen()]).toEqual(['applied', 6]);
    expect((await found(app, again)).items).toMatchObject([{ stops: false, effect: { scopes: 0 } }]);
    const back = await importPeople(app, source, everybody);
    expect([plain(back), await seen()]).toEqual(['applied', 6]);
  });

  test('shows its edits before', async ({ app }) => {
    const { source, plan } = await aRenamedHouse(app);
    const task = await importPeople(app, source, asStation);
    const { items } = await found(app, task);
    const body = { finding_ids: items.map(({ id }) => id) };
    const preview = await app.as('superadmin').call(renames.preview, { params: { id: idOf(task) }, body });
    expect(preview.body).toEqual({
      plans: [
        {
          keyplan_id: plan,
          name: 'House',
          sentences: ["'Wards' also applies to Station."],
          comes_into_force: true,
          waiting_changes: 0,
        },
      ],
      effect: { people_gaining: 0, people_losing: 0, rights_gained: 0, rights_lost: 0 },
    });
  });

  test('brings only itself into force, not what else waits in a draft', async ({ app }) => {
    const { source, system, plan, wards } = await aRenamedHouse(app, { takes_effect: 'on_activation' });
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

  test('waits for the second person where a plan needs one, and takes no doors until then', async ({ app }) => {
    const { source, plan } = await aRenamedHouse(app, { takes_effect: 'on_activation' });
    await app.db.updateTable('key_plan').set({ needs_second_person: true }).where('id', '=', plan).execute();
    const before = await wholeAccess(app);
    const task = await importPeople(app, source, asStation);
    const again = await decided(app, task, 'carry_over');
    expect(plain(again)).toBe('quarantined');
    expect((await found(app, again)).items).toMatchObject([{ stops: true, decision: null }]);
    expect(await wholeAccess(app)).toEqual(before);
    await app.db.deleteFrom('key_plan_editor').execute(); // as if another administrator had decided
    expect((await activate(app, plan)).status).toBe(200);
    expect(plain(await run(app, source))).toBe('applied');
    expect(await wholeAccess(app)).toEqual(before);
  });

  test('writes another rule beside one that asks for department and title, also when both have new names', async ({
    app,
  }) => {
    const { source, system, plan } = await aRenamedHouse(app);
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
    const { source } = await aRenamedHouse(app);
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
    const { source } = await aRenamedHouse(app);
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
    const { source } = await aRenamedHouse(app);
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
    const { source } = await aRenamedHouse(app);
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
