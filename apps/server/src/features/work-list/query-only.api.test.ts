import { changeSets } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { syncNow } from '#test/factories/key-plans';
import { readInventory } from '#test/factories/key-systems';
import { aPerson } from '#test/factories/people';
import {
  aFamily,
  aFireDepartment,
  listWork,
  offerQueryOnly,
  ofKind,
  openKinds,
  tickByHand,
} from '#test/factories/work-list';

/** Odo and Ida, of a key system that only answers questions, after the first sync. */
async function aWaitingHouse(app: TestApp) {
  const family = aFamily();
  const odo = { given_name: 'Odo', family_name: family, employee_id: '4711', email: 'odo@acme.test' };
  const house = await aFireDepartment(app, [odo, { given_name: 'Ida', family_name: family }]);
  await offerQueryOnly(app, house.system.id);
  const { writes } = app.sandbox.inspect();
  const first = await syncNow(app);
  expect(app.sandbox.inspect().writes).toBe(writes);
  return { ...house, family, first };
}

/** The same, with everything done by the operator and seen or ticked. */
async function aDoneHouse(app: TestApp) {
  const house = await aWaitingHouse(app);
  const [odo, ida] = ['Odo', 'Ida'].map(
    (name) => app.sandbox.act('create-person', { first_name: name, surname: house.family }).identity,
  );
  expect((await syncNow(app)).result?.outcome).toBe('waiting');
  await tickByHand(app);
  expect((await syncNow(app)).result).toEqual({ outcome: 'nothing_to_do', counts: {}, failed: 0, waiting: 0 });
  return { ...house, identities: { odo: odo ?? '', ida: ida ?? '' } };
}

const setPerson = ({ db }: TestApp, id = '', set: { department?: string; family_name?: string; email?: string }) =>
  db.updateTable('person').set(set).where('id', '=', id).execute();

describe('a query-only key system', () => {
  test('gets a work list: what, where and why, in the order of doing; nothing counts as applied', async ({ app }) => {
    const { first, family, system } = await aWaitingHouse(app);
    expect(first).toMatchObject({
      status: 'SUCCESS',
      result: {
        outcome: 'waiting',
        counts: { profile_put: 1, person_create: 2, member_add: 2, waiting: 5 },
        waiting: 5,
      },
    });
    const params = { id: first.change_set_id ?? '' };
    const { body: changeSet } = await app.as('superadmin').call(changeSets.get, { params });
    expect(changeSet).toMatchObject({ state: 'applied', applied: 0, failed: 0, waiting: 5, total: 5 });
    const { body: items } = await app
      .as('superadmin')
      .call(changeSets.items, { params, query: { outcome: 'waiting' } });
    expect(items.total).toBe(5);

    const entries = await listWork(app);
    const group = system.group('G-01').name;
    const rule = "Rule 'Fire department' of the plan 'Main house'";
    const sorted = entries.map(({ what, place, why, is_readable }) => [what, place, why, is_readable]);
    expect(sorted[0]).toEqual([
      `Create the access profile 'Main house / Fire department' with the cylinder groups ${group}, open at all times.`,
      'Access profiles',
      `${rule} opens these doors.`,
      false,
    ]);
    expect(sorted).toContainEqual([
      `Create the person Odo ${family} (employee number 4711), e-mail odo@acme.test.`,
      'Persons',
      `${rule} reaches this person.`,
      true,
    ]);
    expect(sorted).toContainEqual([
      `Give Ida ${family} the access profile 'Main house / Fire department'.`,
      'Access profiles',
      `${rule} reaches this person.`,
      false,
    ]);
    expect(entries.map(({ kind }) => kind)).toEqual([
      'profile_put',
      'person_create',
      'person_create',
      'member_add',
      'member_add',
    ]);
  });

  test('lists the same work once, however often it is synced', async ({ app }) => {
    await aWaitingHouse(app);
    const before = await listWork(app, { state: 'all' });
    expect((await syncNow(app)).result).toMatchObject({ outcome: 'waiting', waiting: 5 });
    expect(await listWork(app, { state: 'all' })).toEqual(before);
  });

  test('takes over what the plan says now, and keeps its age', async ({ app }) => {
    const { persons, family } = await aWaitingHouse(app);
    const before = ofKind(await listWork(app), 'person_create');
    await setPerson(app, persons[0], { email: 'new@acme.test' });
    await syncNow(app);
    const after = ofKind(await listWork(app), 'person_create');
    expect(after.map(({ id, created_at }) => [id, created_at]).sort()).toEqual(
      before.map(({ id, created_at }) => [id, created_at]).sort(),
    );
    expect(after.map(({ what }) => what)).toContain(
      `Create the person Odo ${family} (employee number 4711), e-mail new@acme.test.`,
    );
  });

  test('has ticked off what the next read shows, by a sync or by the inventory', async ({ app }) => {
    const { family, system } = await aWaitingHouse(app);
    app.sandbox.act('create-person', { first_name: '  odo', surname: family.toUpperCase() });
    await readInventory(app, system.id);
    expect(ofKind(await listWork(app), 'person_create').map(({ label }) => label)).toEqual([`Ida ${family}`]);
    app.sandbox.act('create-person', { first_name: 'Ida', surname: family });
    await syncNow(app);
    expect(await openKinds(app)).toEqual(['profile_put', 'member_add', 'member_add']);
    const done = await listWork(app, { state: 'done' });
    expect(done.map(({ closed_by }) => closed_by)).toEqual(['read', 'read']);
  });

  test('has nothing left to do once all is seen or ticked', async ({ app }) => {
    await aDoneHouse(app);
    expect(await listWork(app)).toEqual([]);
  });

  test('lists the reverse work; a guard stops it once, but not removals that are on the work list', async ({ app }) => {
    const { persons, identities } = await aDoneHouse(app);
    await setPerson(app, persons[0], { department: 'Elsewhere' });
    const stopped = await syncNow(app);
    expect(stopped.result?.outcome).toBe('quarantined');
    expect(await listWork(app)).toEqual([]);
    const params = { id: stopped.change_set_id ?? '' };
    const { body } = await app.as('superadmin').call(changeSets.allowOnce, { params, body: { reason: 'He has left' } });
    expect((await app.ended(body.task_id)).result).toMatchObject({ outcome: 'waiting', waiting: 2 });
    expect(await openKinds(app)).toEqual(['member_remove', 'person_deactivate']);

    app.sandbox.act('delete-person', { person: identities.odo });
    expect((await syncNow(app)).result).toMatchObject({ outcome: 'waiting', waiting: 1 });
    expect(await openKinds(app)).toEqual(['member_remove']);
    await tickByHand(app);
    expect((await syncNow(app)).result?.outcome).toBe('nothing_to_do');
  });

  test('sees a new name, but no new e-mail address', async ({ app }) => {
    const { persons, identities } = await aDoneHouse(app);
    await setPerson(app, persons[0], { family_name: 'Newname' });
    await setPerson(app, persons[1], { email: 'ida@acme.test' });
    await syncNow(app);
    const readable = (await listWork(app)).map(({ kind, is_readable }) => [kind, is_readable]);
    expect(readable.sort()).toEqual([
      ['person_update', false],
      ['person_update', true],
    ]);
    app.sandbox.act('rename-person', { person: identities.odo, first_name: 'Odo', surname: 'Newname' });
    await syncNow(app);
    const [left, ...others] = await listWork(app);
    expect(others).toEqual([]);
    expect(left?.what).toMatch(/^Change the person Ida .*: e-mail \(empty\) becomes 'ida@acme\.test'\.$/);
    await tickByHand(app);
    expect((await syncNow(app)).result?.outcome).toBe('nothing_to_do');
  });

  test('lists the reactivation of a person, and matches a new record by the old name', async ({ app }) => {
    const { persons, identities, family } = await aDoneHouse(app);
    app.sandbox.act('delete-person', { person: identities.odo });
    await syncNow(app);
    expect((await listWork(app)).map(({ what }) => what)).toEqual([
      `Make the person Odo ${family} (employee number 4711), e-mail odo@acme.test active again.`,
    ]);
    app.sandbox.act('create-person', { first_name: 'Odo', surname: family });
    expect((await syncNow(app)).result?.outcome).toBe('nothing_to_do');
    expect(await listWork(app)).toEqual([]);
    expect(persons).toHaveLength(2);
  });
});

describe('what the plan no longer wants', () => {
  test('is withdrawn when it had not been done', async ({ app }) => {
    const { persons, family } = await aWaitingHouse(app);
    await setPerson(app, persons[0], { department: 'Elsewhere' });
    await syncNow(app);
    const withdrawn = await listWork(app, { state: 'withdrawn' });
    expect(withdrawn.map(({ kind, label, closed_by }) => [kind, label, closed_by]).sort()).toEqual([
      ['member_add', `Odo ${family}`, 'sync'],
      ['person_create', `Odo ${family}`, 'sync'],
    ]);
    expect(await listWork(app)).toHaveLength(3);
  });

  test('is withdrawn too when nothing at all is left to do, but not by a preview', async ({ app }) => {
    const { plan } = await aWaitingHouse(app);
    await app.db.updateTable('key_plan').set({ is_active: false }).where('id', '=', plan).execute();
    await syncNow(app, { dry_run: true });
    expect(await listWork(app)).toHaveLength(5);
    expect((await syncNow(app)).result?.outcome).toBe('nothing_to_do');
    expect(await listWork(app)).toEqual([]);
  });

  test('waits again when wanted again', async ({ app }) => {
    const { persons } = await aWaitingHouse(app);
    await setPerson(app, persons[0], { department: 'Elsewhere' });
    await syncNow(app);
    await setPerson(app, persons[0], { department: 'Fire department' });
    await syncNow(app);
    expect(await listWork(app)).toHaveLength(5);
    expect(await listWork(app, { state: 'all' })).toHaveLength(7);
  });
});

describe('namesakes', () => {
  test('are never guessed: two to create, or two matches, are ticked by hand', async ({ app }) => {
    const { source, family } = await aWaitingHouse(app);
    const name = { given_name: 'Odo', family_name: family, display_name: 'Odo' };
    await aPerson(app, { connection_id: source, department: 'Fire department', ...name });
    await syncNow(app);
    app.sandbox.act('create-person', { first_name: 'Odo', surname: family });
    app.sandbox.act('create-person', { first_name: 'Ida', surname: family });
    app.sandbox.act('create-person', { first_name: 'Ida', surname: family });
    await syncNow(app);
    const open = ofKind(await listWork(app), 'person_create');
    expect(open).toHaveLength(3);
    expect(await tickByHand(app, open)).toBe(3);
    await syncNow(app);
    expect(ofKind(await listWork(app), 'person_create')).toEqual([]);
  });

  test('of a person who was there before are not matched with the new one', async ({ app }) => {
    const family = aFamily();
    app.sandbox.act('create-person', { first_name: 'Odo', surname: family });
    const { system } = await aFireDepartment(app, [{ given_name: 'Odo', family_name: family }]);
    await offerQueryOnly(app, system.id);
    await syncNow(app);
    await syncNow(app);
    expect(await openKinds(app)).toEqual(['profile_put', 'person_create', 'member_add']);
    app.sandbox.act('create-person', { first_name: 'Odo', surname: family });
    await syncNow(app);
    expect(await openKinds(app)).toEqual(['profile_put', 'member_add']);
  });

  test('with two of a name found: ticked by hand, the one left over is not matched', async ({ app }) => {
    const { family } = await aWaitingHouse(app);
    app.sandbox.act('create-person', { first_name: 'Odo', surname: family });
    app.sandbox.act('create-person', { first_name: 'Odo', surname: family });
    await syncNow(app);
    await tickByHand(app);
    await syncNow(app);
    const { identity } = await app.db
      .selectFrom('recorded_person')
      .select('identity')
      .where('employee_id', '=', '4711')
      .executeTakeFirstOrThrow();
    expect(identity).toBeNull();
  });
});
