import { changeSets } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aRule, bringIntoForce, group, syncNow } from '#test/factories/key-plans';
import { disturb, heldMemberships, refusal } from '#test/factories/key-systems';
import {
  aFamily,
  aFireDepartment,
  allowOnly,
  listWork,
  offerQueryOnly,
  ofKind,
  openKinds,
  tickByHand,
} from '#test/factories/work-list';

const reads = ['read_persons', 'read_person_references', 'read_profiles'];
const crew = (family: string) => ['Odo', 'Ida', 'Ulf'].map((given_name) => ({ given_name, family_name: family }));

const leave = ({ db }: TestApp, id = '') =>
  db.updateTable('person').set({ department: 'Elsewhere' }).where('id', '=', id).execute();

describe('a connection that can write some things', () => {
  test('writes those, and what builds on the others waits with them', async ({ app }) => {
    const { system, persons } = await aFireDepartment(app, crew(aFamily()));
    await allowOnly(app, system.id, [...reads, 'write_persons', 'write_profile_members']);
    expect((await syncNow(app)).result).toEqual({
      outcome: 'applied',
      counts: { profile_put: 1, person_create: 3, member_add: 3, waiting: 4 },
      failed: 0,
      waiting: 4,
    });
    const held = app.sandbox.inspect().persons.map(({ reference }) => reference);
    expect(held).toEqual(expect.arrayContaining(persons));
    expect(await openKinds(app)).toEqual(['profile_put', 'member_add', 'member_add', 'member_add']);
    await tickByHand(app);
    expect((await syncNow(app)).result?.outcome).toBe('nothing_to_do');
  });

  test('never writes into what an operator made, which bears no reference', async ({ app }) => {
    const family = aFamily();
    const { system, plan, source } = await aFireDepartment(app, crew(family));
    await offerQueryOnly(app, system.id);
    await syncNow(app);
    for (const { given_name } of crew(family))
      app.sandbox.act('create-person', { first_name: given_name, surname: family });
    await syncNow(app);
    await tickByHand(app);

    app.sandbox.offer('full');
    await allowOnly(app, system.id, [...reads, 'write_persons', 'write_profiles', 'write_profile_members']);
    const objects = [group(system.group('G-02').id)];
    const rule = await aRule(app, { plan, source, name: 'Garage', departments: ['Fire department'], objects });
    // The profiles ticked by hand are not there for a connection that writes them itself.
    expect((await syncNow(app)).result).toMatchObject({ outcome: 'applied', counts: { profile_put: 2 } });
    expect(app.sandbox.inspect().profiles.map(({ reference }) => reference)).toContain(rule.id);
    const writtenByUs = app.sandbox.inspect().persons.filter(({ surname }) => surname === family);
    expect(writtenByUs).toEqual([]);
    expect(await heldMemberships(app)).toEqual([]);
    expect(new Set(await openKinds(app))).toEqual(new Set(['member_add']));
  });

  test('opens no more doors to a person an operator still has to remove', async ({ app }) => {
    const people = [...crew(aFamily()), ...crew(aFamily()), ...crew(aFamily()), ...crew(aFamily())];
    const { system, persons, rule, profileId } = await aFireDepartment(app, people);
    await syncNow(app);
    await allowOnly(app, system.id, [...reads, 'write_persons', 'write_profiles']);
    await leave(app, persons[0]);
    await app.db
      .insertInto('access_profile_group')
      .values({ profile_id: profileId, group_id: system.group('G-02').id })
      .execute();
    await app.db.transaction().execute(bringIntoForce);
    expect((await syncNow(app)).result).toMatchObject({ outcome: 'applied', waiting: 2 });
    expect(await openKinds(app)).toEqual(['member_remove', 'profile_put']);
    const doors = () => app.sandbox.inspect().profiles.find(({ reference }) => reference === rule.id)?.cylinder_groups;
    expect(doors()).toEqual(['G-01']);

    const { profiles } = app.sandbox.inspect();
    const profile = profiles.find(({ reference }) => reference === rule.id);
    const person = app.sandbox.inspect().persons.find(({ reference }) => reference === persons[0]);
    app.sandbox.act('remove-member', { profile: profile?.identity ?? '', person: person?.identity ?? '' });
    expect((await syncNow(app)).result).toMatchObject({ outcome: 'applied', counts: { profile_put: 1 }, waiting: 0 });
    expect(doors()?.toSorted()).toEqual(['G-01', 'G-02']);
    const closed = await listWork(app, { state: 'all' });
    expect(closed.map(({ kind, state, closed_by }) => [kind, state, closed_by]).sort()).toEqual([
      ['member_remove', 'done', 'read'],
      ['profile_put', 'done', 'sync'],
    ]);
  });

  test('shows what failed and what waits, and lists no work that a failure defers', async ({ app }) => {
    const { system, persons } = await aFireDepartment(app, crew(aFamily()));
    await allowOnly(app, system.id, [...reads, 'write_persons', 'write_profiles']);
    disturb(app, ({ path }) => (path.endsWith(`/persons/${persons[0]}`) ? refusal('No.') : undefined));
    const task = await syncNow(app);
    expect(task).toMatchObject({
      status: 'FAILURE',
      error:
        '2 of 7 changes failed, 3 were made. 2 wait for an operator, on the work list. ' +
        'The changes say which and why; fix the cause, then sync again.',
    });
    const params = { id: task.change_set_id ?? '' };
    const { body } = await app.as('superadmin').call(changeSets.get, { params });
    expect(body).toMatchObject({ state: 'applied', applied: 5, failed: 2, waiting: 2, total: 7 });
    expect(ofKind(await listWork(app), 'member_add').map(({ person_id }) => person_id)).not.toContain(persons[0]);
  });
});

describe('a key system that offers less than it did', () => {
  test('is called again after the first failure; its records are matched by identity', async ({ app }) => {
    const people = [...crew(aFamily()), ...crew(aFamily()), ...crew(aFamily()), ...crew(aFamily())];
    const { system, persons } = await aFireDepartment(app, people);
    await syncNow(app);
    expect((await syncNow(app)).result?.outcome).toBe('nothing_to_do'); // now the mirror knows all identities
    const { capabilities } = await app.db
      .selectFrom('key_system_connection')
      .select('capabilities')
      .where('id', '=', system.id)
      .executeTakeFirstOrThrow();
    await offerQueryOnly(app, system.id);
    await allowOnly(app, system.id, capabilities);
    expect(await syncNow(app)).toMatchObject({ status: 'FAILURE' });
    expect((await syncNow(app)).result?.outcome).toBe('nothing_to_do');

    await leave(app, persons[0]);
    await syncNow(app);
    expect(await openKinds(app)).toEqual(['member_remove', 'person_deactivate']);
    const left = app.sandbox.inspect().persons.find(({ reference }) => reference === persons[0]);
    app.sandbox.act('delete-person', { person: left?.identity ?? '' });
    await syncNow(app);
    expect(await openKinds(app)).toEqual(['member_remove']);
  });
});
