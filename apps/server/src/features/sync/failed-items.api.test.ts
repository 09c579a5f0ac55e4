import { changeSets } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aWard, changeGroups, syncNow, wantedMemberships } from '#test/factories/key-plans';
import { disturb, heldMemberships, openDoors, refusal } from '#test/factories/key-systems';
import { aPerson } from '#test/factories/people';

const changeSet = async (app: TestApp, id: string | null) =>
  (await app.as('superadmin').call(changeSets.get, { params: { id: id ?? '' } })).body;

/** Kind, reference and message of each failed item. */
async function listFailed(app: TestApp, id: string | null) {
  const query = { outcome: 'failed', limit: 200 } as const;
  const { body } = await app.as('superadmin').call(changeSets.items, { params: { id: id ?? '' }, query });
  return body.items.map(({ kind, reference, message }) => [kind, reference, message]);
}

/** Expects the next sync to converge and the one after it to have nothing to do. */
async function expectRepair(app: TestApp, keySystemId: string) {
  app.sandbox.fault(undefined);
  expect(await syncNow(app)).toMatchObject({ status: 'SUCCESS' });
  expect(await heldMemberships(app)).toEqual(await wantedMemberships(app, keySystemId));
  expect((await syncNow(app)).result?.outcome).toBe('nothing_to_do');
}

/** Those of the given people who may open a group. */
const mayOpen = ({ sandbox }: TestApp, persons: readonly string[], group: string) =>
  persons.filter((person) => openDoors(sandbox.inspect()).has(`${person}>${group}`));

const leave = ({ db }: TestApp, person = '') =>
  db.updateTable('person').set({ department: 'Elsewhere' }).where('id', '=', person).execute();

describe('an item that fails', () => {
  test('is reported with its message, does not block other items, and is repaired by the next sync', async ({
    app,
  }) => {
    const { system, persons } = await aWard(app, 12);
    const [, unlucky] = persons;
    disturb(app, ({ path }) =>
      path.endsWith(`/persons/${unlucky}`) ? { kind: 'answer', status: 500, body: 'Oops' } : undefined,
    );
    const task = await syncNow(app);
    expect(task).toMatchObject({
      status: 'FAILURE',
      error: '2 of 25 changes failed, 23 were made. The changes say which and why; fix the cause, then sync again.',
    });
    const message =
      'The key system answered that it could not do what was asked. It answered with HTTP status 500. ' +
      'Try again later; if the problem persists, its operator has the details in its log.';
    expect(await listFailed(app, task.change_set_id)).toEqual([
      ['person_create', unlucky, message],
      ['member_add', unlucky, 'Held back, because the person could not be created.'],
    ]);
    expect(await changeSet(app, task.change_set_id)).toMatchObject({ state: 'applied', applied: 25, failed: 2 });
    expect(await heldMemberships(app)).toHaveLength(11);
    await expectRepair(app, system.id);
  });

  test('among many in one call is found at few calls', async ({ app }) => {
    const { system, persons } = await aWard(app, 100);
    const bad = persons[77];
    let memberCalls = 0;
    disturb(app, ({ method, path }) => {
      if (method === 'POST') memberCalls++;
      if (!path.endsWith(`/persons/${bad}`)) return undefined;
      return { kind: 'answer', status: 200, body: JSON.stringify({ changed: true }) }; // but nothing is stored
    });
    const task = await syncNow(app);
    expect(task.error).toMatch(/^1 of 201 changes failed, 200 were made\./);
    expect(await listFailed(app, task.change_set_id)).toEqual([
      [
        'member_add',
        bad,
        `The key system refused this record. There is no person ${bad}. Correct the record and try again.`,
      ],
    ]);
    expect(await heldMemberships(app)).toHaveLength(99);
    expect(memberCalls).toBeLessThanOrEqual(15); // the first, and two for each halving of 100
    await expectRepair(app, system.id);
  });

  test('that the key system reports as stored but did not store, is detected by the next sync', async ({ app }) => {
    const { system } = await aWard(app, 5);
    disturb(app, ({ method }) =>
      method === 'POST' ? { kind: 'answer', status: 200, body: JSON.stringify({ changed: true }) } : undefined,
    );
    expect(await syncNow(app)).toMatchObject({ status: 'SUCCESS', result: { outcome: 'applied' } });
    expect(await heldMemberships(app)).toEqual([]);
    app.sandbox.fault(undefined);
    expect((await syncNow(app)).result).toMatchObject({ outcome: 'applied', counts: { member_add: 5 } });
    await expectRepair(app, system.id);
  });

  test('together with most others ends the run early, and leaves nothing in progress', async ({ app }) => {
    const { system } = await aWard(app, 120);
    const { writes } = app.sandbox.inspect();
    disturb(app, ({ path }) => (path.includes('/persons/') ? refusal('The licence is used up.') : undefined));
    const task = await syncNow(app);
    expect(task.status).toBe('FAILURE');
    expect(task.error).toMatch(/^Stopped after \d+ changes\. \d+ of 241 changes failed, 1 were made\. The changes/);
    expect(app.sandbox.inspect().writes - writes).toBeLessThan(60);
    const { state, applied, failed } = await changeSet(app, task.change_set_id);
    expect([state, applied - failed]).toEqual(['stale', 1]);
    expect(failed).toBeGreaterThanOrEqual(50);
    await expectRepair(app, system.id);
  });
});

describe('what follows a failure', () => {
  test('a profile gets no new doors while a member could not be removed from it', async ({ app }) => {
    const { system, plan, rule, profileId, persons } = await aWard(app, 3);
    await syncNow(app);
    await leave(app, persons[0]);
    await changeGroups(app, plan, profileId, [system.group('G-01').id, system.group('G-02').id]);
    const newcomer = await aPerson(app, { connection_id: (await source(app)).id, department: 'Ward' });

    disturb(app, ({ method }) => (method === 'POST' ? refusal('Busy.') : undefined));
    const task = await syncNow(app);
    expect(await listFailed(app, task.change_set_id)).toEqual([
      ['member_remove', persons[0], 'The key system refused this record. Busy. Correct the record and try again.'],
      ['profile_put', rule.id, 'Held back, because someone who is to leave this profile could not be removed from it.'],
      ['member_add', newcomer.id, 'Held back, because the profile could not be changed.'],
    ]);
    expect(mayOpen(app, persons, 'G-02')).toEqual([]);
    await expectRepair(app, system.id);
    expect(mayOpen(app, [newcomer.id], 'G-02')).toEqual([newcomer.id]);
  });

  test('a profile gets no new members while its old doors could not be removed', async ({ app }) => {
    const { system, plan, rule, profileId } = await aWard(app, 3);
    await syncNow(app);
    await changeGroups(app, plan, profileId, [system.group('G-02').id]);
    const newcomer = await aPerson(app, { connection_id: (await source(app)).id, department: 'Ward' });

    disturb(app, ({ path }) => (path.endsWith(`/profiles/${rule.id}`) ? refusal('Locked.') : undefined));
    const task = await syncNow(app);
    expect((await listFailed(app, task.change_set_id)).map(([kind]) => kind)).toEqual(['profile_put', 'member_add']);
    expect(mayOpen(app, [newcomer.id], 'G-01')).toEqual([]);
    await expectRepair(app, system.id);
  });

  test('a profile loses doors all the same', async ({ app }) => {
    const { system, plan, profileId, persons } = await aWard(app, 10);
    await changeGroups(app, plan, profileId, [system.group('G-01').id, system.group('G-02').id]);
    await syncNow(app);
    await leave(app, persons[0]);
    await changeGroups(app, plan, profileId, [system.group('G-01').id]);

    disturb(app, ({ method }) => (method === 'POST' ? refusal('Busy.') : undefined));
    const task = await syncNow(app);
    expect((await listFailed(app, task.change_set_id)).map(([kind]) => kind)).toEqual(['member_remove']);
    expect(mayOpen(app, persons, 'G-02')).toEqual([]);
    await expectRepair(app, system.id);
  });
});

const source = ({ db }: TestApp) => db.selectFrom('iam_connection').select('id').executeTakeFirstOrThrow();
