import { randomUUID } from 'node:crypto';
import { workList } from '@key2xs/contract';
import type { Insertable } from 'kysely';
import { describe } from 'vitest';
import type { Schema } from '#platform/schema/schema';
import { expect, type TestApp, test } from '#test/app';
import { aKeySystem } from '#test/factories/key-systems';
import { anEntry, listWork, tickByHand } from '#test/factories/work-list';

const call = (app: TestApp) => app.as('superadmin').call;

describe('POST /work-list/done and /reopen', () => {
  test('tick into the mirror and take back from it', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const entry = await anEntry(app, id);
    const recorded = () =>
      app.db
        .selectFrom('recorded_person')
        .select(['identity', 'first_name', 'employee_id', 'active', 'known_from'])
        .execute();
    const { body } = await call(app)(workList.markDone, { body: { ids: [entry], note: 'By phone' } });
    expect(body.changed).toBe(1);
    expect(await recorded()).toEqual([
      { identity: null, first_name: 'Odo', employee_id: '4711', active: true, known_from: 'ticked' },
    ]);
    expect(await listWork(app, { state: 'done' })).toMatchObject([{ closed_by: 'operator', note: 'By phone' }]);
    expect(await tickByHand(app, await listWork(app, { state: 'all' }))).toBe(0);

    await call(app)(workList.reopen, { body: { ids: [entry] } });
    expect(await recorded()).toEqual([]);
    expect(await listWork(app)).toMatchObject([{ id: entry, state: 'open', closed_by: null, note: null }]);
  });

  test('bring back doors, names and memberships as they were', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const [person, profile] = [randomUUID(), randomUUID()];
    const names = { first_name: 'Odo', surname: 'Old', email: null, employee_id: null };
    const fields = { reference: person, ...names };
    const doors = {
      reference: profile,
      name: 'Garage',
      description: '',
      cylinders: [],
      cylinder_groups: ['G-1'],
      schedule: [],
    };
    await app.db
      .insertInto('recorded_person')
      .values({ ...names, connection_id: id, own_reference: person, identity: 'P-1', active: true })
      .execute();
    const mirrored = { own_reference: profile, name: 'Garage', description: '', content: JSON.stringify(doors) };
    await app.db
      .insertInto('recorded_profile')
      .values({ connection_id: id, ...mirrored })
      .execute();
    const membership = { profile_reference: profile, person_reference: person };
    await app.db
      .insertInto('recorded_profile_member')
      .values({ connection_id: id, ...membership })
      .execute();
    const state = async () => [
      await app.db
        .selectFrom('recorded_person')
        .select(['identity', 'own_reference', 'first_name', 'surname', 'email', 'employee_id', 'active', 'deleted_at'])
        .execute(),
      await app.db.selectFrom('recorded_profile').select(['own_reference', 'name', 'content']).execute(),
      await app.db.selectFrom('recorded_profile_member').select(['profile_reference', 'person_reference']).execute(),
    ];
    const before = await state();
    const json = (value: object) => JSON.stringify(value);
    const entry = (kind: string, write: object, change: Partial<Insertable<Schema['work_item']>> = {}) =>
      anEntry(app, id, { kind, signature: kind, write: json(write), ...change });
    const ids = [
      await entry('member_remove', membership),
      await entry('person_deactivate', { person_reference: person }),
      await entry('person_update', { ...fields, surname: 'New' }, { before: json({ surname: 'Old' }) }),
      await entry('profile_put', { ...doors, cylinder_groups: [] }, { before: json({ cylinder_groups: ['G-1'] }) }),
    ];
    await call(app)(workList.markDone, { body: { ids: ids.slice(0, 2) } });
    await call(app)(workList.markDone, { body: { ids: ids.slice(2) } });
    const [persons, , members] = await state();
    expect([persons?.[0], members]).toEqual([expect.objectContaining({ surname: 'New', identity: 'P-1' }), []]);
    await call(app)(workList.reopen, { body: { ids } });
    expect(await state()).toEqual(before);
  });

  test('change nothing when one entry is unknown', async ({ app }) => {
    const entry = await anEntry(app, (await aKeySystem(app)).id);
    const ids = [entry, randomUUID()];
    for (const endpoint of [workList.markDone, workList.reopen]) {
      expect((await call(app)(endpoint, { body: { ids } })).problem.code).toBe('not_found');
    }
    expect(await listWork(app)).toHaveLength(1);
    expect(await app.db.selectFrom('recorded_person').selectAll().execute()).toEqual([]);
  });

  test('reopen only what was ticked by hand, and nothing that is listed again', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const read = await anEntry(app, id, { state: 'done', closed_by: 'read' });
    const [first, again] = [
      await anEntry(app, id, { signature: 'same', state: 'done', closed_by: 'operator' }),
      await anEntry(app, id, { signature: 'same' }),
    ];
    for (const [ids, detail] of [
      [[read], /^A read has shown as done: Create the person .* Only what was ticked by hand/],
      [[first], /^The same is on the list again already/],
    ] as const) {
      const { problem } = await call(app)(workList.reopen, { body: { ids: [...ids] } });
      expect([problem.code, problem.detail]).toEqual(['conflict', expect.stringMatching(detail)]);
    }
    expect((await call(app)(workList.reopen, { body: { ids: [again] } })).body.changed).toBe(0);
  });

  test('leave a trace with the ids', async ({ app }) => {
    const entry = await anEntry(app, (await aKeySystem(app)).id);
    await call(app)(workList.markDone, { body: { ids: [entry] } });
    const { details } = await app.db
      .selectFrom('audit_event')
      .select('details')
      .where('action', '=', 'work_item.done')
      .executeTakeFirstOrThrow();
    expect(details).toEqual({
      note: null,
      entries: [{ id: entry, what: 'Create the person Odo Brackwater (employee number 4711).' }],
    });
  });

  test('take back what others build on only after those', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const [person, profile] = [randomUUID(), randomUUID()];
    const membership = { profile_reference: profile, person_reference: person };
    const created = await anEntry(app, id, { person });
    const member = await anEntry(app, id, {
      kind: 'member_add',
      signature: `member_add ${profile} ${person}`,
      what: 'Give Odo Brackwater the access profile.',
      write: JSON.stringify(membership),
    });
    const other = await anEntry(app, id);
    for (const entry of [created, member, other]) {
      await call(app)(workList.markDone, { body: { ids: [entry] } });
    }
    const { problem } = await call(app)(workList.reopen, { body: { ids: [created] } });
    expect([problem.code, problem.detail]).toEqual([
      'conflict',
      'Something ticked later builds on it; take that back first: Give Odo Brackwater the access profile.',
    ]);
    expect(await listWork(app)).toEqual([]);
    for (const ids of [[member], [created]]) {
      expect((await call(app)(workList.reopen, { body: { ids } })).body.changed).toBe(1);
    }
    await call(app)(workList.markDone, { body: { ids: [created] } });
    await call(app)(workList.markDone, { body: { ids: [member] } });
    expect((await call(app)(workList.reopen, { body: { ids: [created, member] } })).body.changed).toBe(2);
  });
});
