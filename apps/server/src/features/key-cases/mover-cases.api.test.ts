import { type KeyCase, keyCases, keyDesk } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { deliverEvents } from '#platform/events/deliver-events';
import { emit } from '#platform/events/event-kind';
import { expect, type TestApp, test } from '#test/app';
import { aSubAdmin } from '#test/factories/administrators';
import { aConnection } from '#test/factories/iam';
import { aKeyPlan, aRule } from '#test/factories/key-plans';
import { aReadKeySystem, asAnotherClient, readInventory } from '#test/factories/key-systems';
import { aPerson } from '#test/factories/people';
import { kindOfJob, runNow } from '#test/run-jobs';
import { send } from '#test/send';
import { productEvents } from '../../product-events';
import { lookAtKeysJob } from '../recorded/service';
import { taskEnded } from '../tasks/events';

const external = 'K-0025';
const [northDoor, southDoor] = ['C-0181', 'C-0182'];
const deliver = ({ deps }: TestApp) => deliverEvents(deps, productEvents(deps), new AbortController().signal);

/** The end of a run of a directory, as its task tells of it. */
async function runEnds(app: TestApp, subject_id: string, error: ReturnType<typeof say> | null = null) {
  const [task_id, title] = ['a-run', 'Staff'];
  const event = { task_id, kind: 'directory' as const, subject_id, title, dry_run: false, error, was_failing: false };
  await app.db.transaction().execute((tx) => emit(tx, taskEnded, event));
  await deliver(app);
}

async function readAndLook(app: TestApp, system: string): Promise<void> {
  await readInventory(app, system);
  await runNow(app, kindOfJob(app, lookAtKeysJob), system);
}

/** Whose department opens one door, with a key that opens just that; the other department opens another door. */
async function aHolder(app: TestApp) {
  const { id: system, cylinder } = await aReadKeySystem(app);
  const { id: source } = await aConnection(app);
  const setAccess = async (cylinders: string[]) => {
    await asAnotherClient(app, (session) => session.setKeyAccess(external, { cylinders, cylinder_groups: [] }));
    app.sandbox.act('update-key', { key: external });
    await readAndLook(app, system);
    await readAndLook(app, system); // it was changed too shortly before the first
  };
  await setAccess([northDoor]);
  const person = (await aPerson(app, { connection_id: source, department: 'North' })).id;
  const { id: plan } = await aKeyPlan(app, { sources: [source], keySystems: [system] });
  const rule = (department: string, door: string) =>
    aRule(app, {
      ...{ plan, source, departments: [department] },
      objects: [{ object_type: 'cylinder', object_identifier: cylinder(door).id }],
    });
  await rule('North', northDoor);
  await rule('South', southDoor);
  const { id: key } = await app.db
    .selectFrom('key')
    .select('id')
    .where('connection_id', '=', system)
    .where('external_id', '=', external)
    .executeTakeFirstOrThrow();
  await app.as('superadmin').call(keyDesk.handOut, {
    body: { person_id: person, keys: [{ id: key, due_at: null }], reason: 'Needs it.' },
  });
  const move = (department: string) =>
    app.db.updateTable('person').set({ department }).where('id', '=', person).execute();
  const cases = async (): Promise<KeyCase[]> =>
    (await app.as('superadmin').call(keyCases.list, { query: { key_id: key } })).body.items;
  return { source, person, key, move, cases, setAccess };
}

describe('someone with a key who moves', () => {
  test('has one case with the doors that change, until the key opens those', async ({ app }) => {
    const { source, move, cases, setAccess, person } = await aHolder(app);
    await runEnds(app, source);
    expect(await cases()).toEqual([]);
    await move('South');
    await runEnds(app, source, say('keyCase.isClosed'));
    expect(await cases()).toEqual([]); // half a read
    await runEnds(app, source);
    await runEnds(app, source);
    const [found, ...others] = await cases();
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      ...{ kind: 'mover', holder: { person_id: person }, opened_by: null, next_step: 'update_key', lane: 'holder' },
      ...{ moved_doors: { gained: 1, lost: 1 }, due_at: expect.any(String), can_be_replaced: false },
    });
    const params = { id: found?.id ?? '' };
    const { body } = await app.as('superadmin').call(keyCases.get, { params });
    expect(body.moved.map(({ change }) => change)).toEqual(['lost', 'gained']);

    const sees = async (department: string) => {
      const scope = { departments: [department], places: null };
      const { token } = await aSubAdmin(app, { functions: ['assign_keys'], scope });
      return (await send(app.url, keyCases.get, { params }, { token })).status;
    };
    await sql`insert into department_spelling values ('South', 'south'), ('East', 'east') on conflict do nothing`.execute(
      app.db,
    );
    expect([await sees('south'), await sees('east')]).toEqual([200, 404]);

    await setAccess([southDoor]);
    await deliver(app);
    expect(await cases()).toMatchObject([{ outcome: 'settled', closed_by: null, next_step: null }]);
    await runEnds(app, source);
    expect(await cases()).toHaveLength(1);
  });

  test('and back again, or away: the case ends with the next run', async ({ app }) => {
    const { source, person, move, cases } = await aHolder(app);
    await runEnds(app, source);
    await move('South');
    await runEnds(app, source);
    await move('North');
    await runEnds(app, source);
    expect(await cases()).toMatchObject([{ kind: 'mover', outcome: 'settled' }]);
    await move('South');
    await runEnds(app, source);
    await app.db.updateTable('person').set({ active: false }).where('id', '=', person).execute();
    await runEnds(app, source);
    const ended = (await cases()).map(({ kind, outcome }) => `${kind} ${outcome}`);
    expect(ended.sort()).toEqual(['mover holder_left', 'mover settled', 'return null']);
  });
});
