import { changeSets, conflicts, iam } from '@key2xs/contract';
import { CursorExpired, DriverError, SourceThrottled } from '@key2xs/drivers';
import { say } from '@key2xs/texts';
import { beforeAll, describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { addPager, aPager, readIn, statesOf } from '#test/factories/called-sources';
import { aTask, type Disturbance, Killed, undisturbed, workOn } from '#test/factories/tasks';
import { calledPerson, type ScriptedPage } from '#test/pager';
import type { TaskStep } from '../../tasks/service';
import { directoryStep } from '../run/directory-step';
import { insertCredential } from './insert-credential';

beforeAll(addPager);

const many = (from: number, count: number) => Array.from({ length: count }, (_, at) => calledPerson(`p${from + at}`));
const groupsOf = async ({ db }: TestApp, id: string) => {
  const rows = await db.selectFrom('person_group').selectAll().where('connection_id', '=', id).execute();
  return rows.map(({ external_id, name, gone_at }) => ({ external_id, name, isGone: gone_at !== null }));
};

describe('a source that is called', () => {
  test('is read page by page into people, and again without a write', async ({ app }) => {
    const { id, pager } = await aPager(app);
    pager.full = [{ people: many(0, 3) }, {}, { people: many(3, 2) }];
    expect((await readIn(app, id)).result).toMatchObject({ outcome: 'applied', counts: { joiner: 5 } });
    expect(pager.asked).toEqual([undefined, '0.1', '0.2']);
    const before = await app.db.selectFrom('person').selectAll().orderBy('id').execute();
    expect((await readIn(app, id)).result).toMatchObject({ outcome: 'nothing_to_do', counts: { unchanged: 5 } });
    expect(await app.db.selectFrom('person').selectAll().orderBy('id').execute()).toEqual(before);
    expect(pager.starts).toBe(1);
    expect(pager.seen.at(-1)?.attributes).toEqual(['groups', 'name', 'unit']);
  });

  test('lists changes: parts of a person, a person gone, a person back', async ({ app }) => {
    const { id, pager } = await aPager(app);
    pager.full = [{ people: many(0, 20) }];
    await readIn(app, id);
    pager.tell({
      people: [
        { id: 'p1', values: { unit: 'Lab' } },
        { id: 'p2', gone: 'restorable' },
      ],
    });
    const { result, change_set_id } = await readIn(app, id);
    expect(result?.counts).toMatchObject({ mover: 1, leaver: 1, unchanged: 18 });
    const params = { id: change_set_id ?? '' };
    const { body } = await app.as('superadmin').call(changeSets.items, { params, query: { kind: 'mover' } });
    expect(body.items).toMatchObject([
      { label: 'Person p1', before: { department: 'Ward' }, after: { department: 'Lab' } },
    ]);
    const was = await app.db.selectFrom('person').select('id').where('external_id', '=', 'p2').executeTakeFirst();
    pager.tell({ people: [calledPerson('p2')] });
    expect((await readIn(app, id)).result?.counts).toMatchObject({ joiner: 1 });
    expect(await app.db.selectFrom('person').select('id').where('external_id', '=', 'p2').execute()).toEqual([was]);
    expect(await statesOf(app, id)).not.toContain('p2: left');
  });

  test('uses the last entry of a person, in whatever order', async ({ app }) => {
    const { id, pager } = await aPager(app);
    const gone = { id: 'p1', gone: 'restorable' } as const;
    const nurses = { id: 'g1', name: 'Nurses', joined: ['p2', 'p9'], left: [] };
    pager.full = [
      { groups: [nurses], people: [calledPerson('p1', { unit: 'Lab' }), calledPerson('p1'), gone, calledPerson('p2')] },
      { people: [calledPerson('p2', { unit: 'Roof' }), calledPerson('p3'), gone, calledPerson('p1'), gone] },
      { people: [calledPerson('p9')] },
    ];
    await readIn(app, id);
    expect(await statesOf(app, id)).toEqual(['p2: active', 'p3: active', 'p9: active']);
    const people = app.db.selectFrom('person').select(['external_id', 'department']);
    const inGroups = people.where(({ fn }) => fn<number>('cardinality', ['group_ids']), '=', 1);
    expect(await inGroups.orderBy('external_id').execute()).toEqual([
      { external_id: 'p2', department: 'Roof' },
      { external_id: 'p9', department: 'Ward' },
    ]);
  });

  test('keeps a renamed group, and distinguishes groups whose ids differ in case', async ({ app }) => {
    const { id, pager } = await aPager(app);
    const group = (id: string, name: string, joined: string[]) => ({ id, name, joined, left: [] });
    pager.full = [{ people: many(0, 2), groups: [group('g1', 'Nurses', ['p0']), group('G1', 'Nurses', ['p1'])] }];
    await readIn(app, id);
    const groups = await groupsOf(app, id);
    expect(groups.map(({ name }) => name)).toEqual(['Nurses', 'Nurses']);
    pager.tell({ groups: [group('g1', 'Carers', [])] });
    expect((await readIn(app, id)).result).toMatchObject({ outcome: 'nothing_to_do' });
    const renamed = groups.map((one) => (one.external_id === 'g1' ? { ...one, name: 'Carers' } : one));
    expect(await groupsOf(app, id)).toEqual(expect.arrayContaining(renamed));
    pager.tell({ groups: [{ id: 'g1', joined: ['p1'], left: ['p0'] }] });
    const { result, change_set_id } = await readIn(app, id);
    expect(result?.counts).toMatchObject({ mover: 2 });
    const params = { id: change_set_id ?? '' };
    const { body } = await app.as('superadmin').call(changeSets.items, { params, query: {} });
    expect(body.items.map(({ before, after }) => [before, after])).toEqual([
      [{ groups: 'Carers' }, { groups: null }],
      [{ groups: 'Nurses' }, { groups: 'Carers; Nurses' }],
    ]);
  });

  const inGroups = async ({ db }: TestApp, external_id: string) => {
    const rows = await db
      .selectFrom('person')
      .innerJoin('person_group as group', (join) => join.on(({ eb, fn }) => eb('group.id', '=', fn.any('group_ids'))))
      .select('group.name')
      .where('person.external_id', '=', external_id)
      .where('superseded_at', 'is', null)
      .execute();
    return rows.map(({ name }) => name);
  };

  test('restores the groups of a person who comes back, also after a full reading', async ({ app }) => {
    const { id, pager } = await aPager(app);
    const nurses = (joined: string[]) => ({ id: 'g1', name: 'Nurses', joined, left: [] });
    pager.full = [{ people: many(0, 12), groups: [nurses(['p1', 'p2'])] }];
    await readIn(app, id);
    pager.tell({ people: [{ id: 'p1', gone: 'restorable' }] });
    await readIn(app, id);
    pager.full = [{ people: [calledPerson('p0'), ...many(2, 10)], groups: [nurses(['p2'])] }];
    await readIn(app, id, { kind: 'full' });
    pager.tell({ people: [calledPerson('p1')] }); // no change of groups is listed
    await readIn(app, id);
    expect(await statesOf(app, id)).toContain('p1: active');
    expect(await inGroups(app, 'p1')).toEqual(['Nurses']);
    pager.full = [{ people: many(0, 12), groups: [nurses(['p2'])] }];
    await readIn(app, id, { kind: 'full' });
    expect(await inGroups(app, 'p1')).toEqual([]);
  });

  test('gives a new person none of the groups of the previous holder of the id', async ({ app }) => {
    const { id, pager } = await aPager(app);
    pager.full = [{ people: many(0, 3), groups: [{ id: 'g1', name: 'Nurses', joined: ['p1'], left: [] }] }];
    await readIn(app, id);
    pager.tell({ people: [{ id: 'p1', gone: 'for_good' }, calledPerson('p1', { name: 'Someone else' })] });
    await readIn(app, id);
    const { call } = app.as('superadmin');
    const [asked] = (await call(conflicts.list, { query: {} })).body.items;
    await call(conflicts.decide, {
      params: { id: asked?.id ?? '' },
      body: { decision: 'new_person', reason: 'asked' },
    });
    await readIn(app, id);
    expect(await statesOf(app, id)).toEqual(['p0: active', 'p1: active', 'p2: active']);
    expect(await inGroups(app, 'p1')).toEqual([]);
  });

  test('is previewed by the same reading, and writes no person', async ({ app }) => {
    const { id, pager } = await aPager(app);
    pager.full = [{ people: many(0, 3), groups: [{ id: 'g1', name: 'Nurses', joined: ['p0'], left: [] }] }];
    expect((await readIn(app, id, { dry_run: 'true' })).result).toMatchObject({
      outcome: 'previewed',
      counts: { joiner: 3 },
    });
    expect(await statesOf(app, id)).toEqual([]);
    expect(await groupsOf(app, id)).toEqual([]);
  });

  test('reads one person alone', async ({ app }) => {
    const { id, pager } = await aPager(app);
    pager.full = [{ people: many(0, 3) }];
    await readIn(app, id);
    pager.tell({ people: [{ id: 'p0', values: { unit: 'Lab' } }] });
    pager.people.set('p1', calledPerson('p1', { unit: 'Roof' }));
    expect((await readIn(app, id, { kind: 'single', person: 'p1' })).result?.counts).toMatchObject({ mover: 1 });
    expect((await readIn(app, id, { kind: 'single', person: 'p2' })).result?.counts).toMatchObject({ leaver: 1 });
    expect(await statesOf(app, id)).toEqual(['p0: active', 'p1: active', 'p2: left']);
    const asked = await app.as('superadmin').call(iam.sync, { params: { id }, query: { kind: 'single' } });
    expect(asked.problem).toMatchObject({ code: 'validation_failed' });
  });

  test('that ends without its end mark loses no people, and the run fails', async ({ app }) => {
    const { id, pager } = await aPager(app);
    pager.full = [{ people: many(0, 4) }];
    await readIn(app, id);
    pager.full = [{ people: many(0, 1), cursor: { more: '0.7' } }];
    const { status, error } = await readIn(app, id, { kind: 'full' });
    expect([status, error]).toEqual(['FAILURE', 'There is no such page.']);
    expect(await statesOf(app, id)).toHaveLength(4);
    expect(await statesOf(app, id)).not.toContain('p3: left');
    pager.full = [{ people: many(0, 3) }];
    expect((await readIn(app, id)).result?.counts).toMatchObject({ leaver: 1, unchanged: 3 }); // not from where it broke off
  });

  test('that repeats its cursors is abandoned, and no people are lost', async ({ app }) => {
    const { id, pager } = await aPager(app);
    pager.full = [{ people: many(0, 2) }, { people: many(2, 2), cursor: { more: '0.1' } }];
    const { status, error } = await readIn(app, id);
    expect([status, error]).toEqual(['FAILURE', expect.stringContaining('the same page again')]);
    expect(pager.asked).toHaveLength(2);
    expect(await statesOf(app, id)).toEqual([]);
  });

  test('is read in full in the same run after its cursor expired; missing people have left', async ({ app }) => {
    const { id, pager } = await aPager(app);
    pager.full = [{ people: many(0, 12) }];
    await readIn(app, id);
    pager.full = [{ people: many(0, 6) }, { people: many(6, 5) }];
    pager.failures.push(new CursorExpired());
    expect((await readIn(app, id)).result?.counts).toMatchObject({ leaver: 1, unchanged: 11 });
    expect(pager.asked).toEqual([undefined, '1.0', undefined, '0.1']);
  });

  test('is read whole again when it forgets a cursor in the middle, and given up when it always does', async ({
    app,
  }) => {
    const { id, pager } = await aPager(app);
    pager.full = [{ people: many(0, 3) }, { people: many(3, 3) }];
    pager.failures.push(undefined, new CursorExpired());
    expect((await readIn(app, id)).result?.counts).toMatchObject({ joiner: 6 });
    expect(pager.asked).toEqual([undefined, '0.1', undefined, '0.1']);
    pager.failures.push(...Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? undefined : new CursorExpired())));
    const { status, error } = await readIn(app, id, { kind: 'full' });
    expect([status, error]).toEqual(['FAILURE', expect.stringContaining('the same page again')]);
    expect(pager.starts).toBeLessThan(10);
    expect(await statesOf(app, id)).toHaveLength(6);
    expect(await statesOf(app, id)).not.toContain('p5: left');
  });

  test('is read whole again after seven days, and when other attributes are mapped', async ({ app }) => {
    const { id, pager } = await aPager(app);
    pager.full = [{ people: [calledPerson('p1', { number: '7' })] }];
    await readIn(app, id);
    await readIn(app, id);
    expect(pager.starts).toBe(1);
    const body = { display_name: 'name', employee_id: 'number' };
    await app.as('superadmin').call(iam.saveMapping, { params: { id }, body: { external_id: 'id', ...body } });
    await readIn(app, id);
    expect(pager.starts).toBe(2);
    const old = new Date(Date.now() - 7 * 86_400_000);
    await app.db.updateTable('source_copy').set({ full_read_at: old }).execute();
    await readIn(app, id);
    expect(pager.starts).toBe(3);
    expect(await app.db.selectFrom('person').select('employee_id').execute()).toEqual([{ employee_id: '7' }]);
  });

  test('is stopped by the guards when it is suddenly empty', async ({ app }) => {
    const { id, pager } = await aPager(app);
    pager.full = [{ people: many(0, 12) }];
    await readIn(app, id);
    pager.full = [{}, {}];
    expect((await readIn(app, id, { kind: 'full' })).result).toMatchObject({ outcome: 'quarantined' });
    expect(new Set((await statesOf(app, id)).map((line) => line.split(': ')[1]))).toEqual(new Set(['active']));
  });

  test('has a person whose values are unclear stay as they are, with what is wrong', async ({ app }) => {
    const { id, pager } = await aPager(app);
    pager.full = [{ people: many(0, 3) }];
    await readIn(app, id);
    const problems = [say('asWritten', { text: 'department is a list' })];
    pager.tell({ people: [{ id: 'p1', values: { name: 'Changed' }, problems }, calledPerson('p2', { unit: 'Lab' })] });
    const { result, change_set_id } = await readIn(app, id);
    expect(result?.counts).toMatchObject({ problem: 1, mover: 1, unchanged: 1 });
    const params = { id: change_set_id ?? '' };
    const { body } = await app.as('superadmin').call(changeSets.items, { params, query: { kind: 'problem' } });
    expect(body.items).toMatchObject([{ label: 'Changed', detail: 'department is a list' }]);
    const people = app.db.selectFrom('person').select('display_name');
    expect(await people.where('external_id', '=', 'p1').execute()).toEqual([{ display_name: 'Person p1' }]);
  });

  const odd = ['Zoë 👩‍🚀', 'a\0b', '\ud800', '', '   ', 'Å', 'A\u030a', '\u202eabc', 'x'.repeat(10_000)];
  test('takes names as they come, and ids byte by byte', async ({ app }) => {
    const { id, pager } = await aPager(app);
    const ids = ['{A-1}', 'A-1', 'a-1', 'Å', 'A\u030a', 'y'.repeat(400)];
    const broken = ['z\0', '\ud800', 'w'.repeat(4_000)];
    pager.full = [
      {
        people: [
          ...odd.map((name, at) => calledPerson(`n${at}`, { name })),
          ...[...ids, ...broken].map((id) => calledPerson(id)),
        ],
      },
    ];
    const { result } = await readIn(app, id);
    expect(result?.counts).toMatchObject({ joiner: odd.length - 1 + ids.length, problem: broken.length + 1 });
    const rows = await app.db.selectFrom('person').select('external_id').execute();
    expect(rows.map(({ external_id }) => external_id)).toEqual(expect.arrayContaining(ids));
  });
});

describe('the credential of a source', () => {
  test('is kept sealed and handed to the driver unsealed', async ({ app }) => {
    const { id, pager } = await aPager(app);
    await readIn(app, id);
    expect(pager.seen.at(-1)?.credential).toBeUndefined();
    const secret = { kind: 'secret', plain: 'open sesame', facts: {}, expires_at: null } as const;
    await app.db.transaction().execute((tx) => insertCredential(tx, app.deps, id, secret));
    await readIn(app, id);
    expect(pager.seen.at(-1)?.credential).toEqual({ kind: 'secret', secret: 'open sesame' });
    const { sealed } = await app.db.selectFrom('source_credential').select('sealed').executeTakeFirstOrThrow();
    expect(sealed.includes('sesame')).toBe(false);
  });
});

describe('a reading that is disturbed', () => {
  const pages: ScriptedPage[] = [{ people: many(0, 2) }, { people: many(2, 2) }, { people: many(4, 2) }];

  test('goes on at the page where a worker died', async ({ app }) => {
    const { id, pager } = await aPager(app);
    pager.full = pages;
    const task = await aTask(app, { iam_connection_id: id });
    pager.failures.push(undefined, undefined, new Killed());
    const die: Disturbance = (step, run) => step(run);
    await expect(workOn(app, task.id, directoryStep as TaskStep, die)).rejects.toThrow(Killed);
    expect(await statesOf(app, id)).toEqual([]);
    await workOn(app, task.id, directoryStep as TaskStep, undisturbed);
    expect(pager.asked).toEqual([undefined, '0.1', '0.2', '0.2']);
    expect(await statesOf(app, id)).toHaveLength(6);
  });

  test('is paused while the source asks for it, and does not fail', async ({ app }) => {
    const { id, pager } = await aPager(app);
    pager.full = pages;
    pager.failures.push(
      undefined,
      new SourceThrottled(say('asWritten', { text: 'Later.' }), new Date(Date.now() + 50)),
    );
    expect((await readIn(app, id)).result).toMatchObject({ outcome: 'applied', counts: { joiner: 6 } });
    expect(pager.asked).toEqual([undefined, '0.1', '0.1', '0.2']);
  });

  test('tries a call that failed again', async ({ app }) => {
    const { id, pager } = await aPager(app);
    pager.full = pages;
    pager.failures.push(undefined, new DriverError('unreachable'));
    expect((await readIn(app, id)).result).toMatchObject({ outcome: 'applied', counts: { joiner: 6 } });
  });
});
