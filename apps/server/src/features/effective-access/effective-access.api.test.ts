import { effectiveAccess, keyDesk, keys } from '@key2xs/contract';
import { describe } from 'vitest';
import { asProduct } from '#platform/visible-to';
import { expect, type TestApp, test } from '#test/app';
import { aPlace, place } from '#test/factories/doors';
import { aKeySystem, asAnotherClient, readInventory } from '#test/factories/key-systems';
import { kindOfJob, runNow } from '#test/run-jobs';
import { lookAtKeysJob } from '../recorded/service';
import { exposureOf } from './service';

const capabilities = [
  'read_cylinders',
  'read_cylinder_groups',
  'read_keys',
  'read_persons',
  'read_person_references',
  'read_profiles',
  'read_programming_jobs',
];

/** Reads the sandbox and looks at what its keys hold. */
async function readAndLook(app: TestApp, system: string): Promise<void> {
  await readInventory(app, system);
  await runNow(app, kindOfJob(app, lookAtKeysJob), system);
}

type Ids = Map<string, string>;
async function idsOf({ db }: TestApp, table: 'key' | 'cylinder', system: string): Promise<Ids> {
  const rows = await db.selectFrom(table).select(['id', 'external_id']).where('connection_id', '=', system).execute();
  return new Map(rows.map(({ id, external_id }) => [external_id, id]));
}

const accessOf = async (app: TestApp, id = '') => {
  const call = { params: { id }, query: { limit: 200 } };
  return (await app.as('superadmin').call(effectiveAccess.ofKey, call)).body;
};

const exposed = async (app: TestApp, query: object) =>
  (await app.as('superadmin').call(effectiveAccess.list, { query })).body.items;

/** A key that carries its rights, and never was updated. */
const dynamic = 'K-0025';
const door = 'C-0181';

describe('what a key really opens', () => {
  test('follows from updates of the key and jobs at the cylinder, and a withdrawn right is exposed until then', async ({
    app,
  }) => {
    const { sandbox } = app;
    const { id: system } = await aKeySystem(app, { capabilities });
    const setAccess = (cylinders: string[]) =>
      asAnotherClient(app, (session) => session.setKeyAccess(dynamic, { cylinders, cylinder_groups: [] }));
    await setAccess([door]);
    sandbox.act('update-key', { key: dynamic });
    await readAndLook(app, system);
    await readAndLook(app, system); // it was changed too shortly before the first
    const [key, cylinder] = [
      (await idsOf(app, 'key', system)).get(dynamic),
      (await idsOf(app, 'cylinder', system)).get(door),
    ];
    expect(sandbox.opens(dynamic, door).result).toBe('granted');
    expect(await accessOf(app, key)).toMatchObject({
      is_known: true,
      items: [{ cylinder_id: cylinder, recorded: true, effective: 'yes', missing: null }],
    });

    await setAccess([]);
    await readAndLook(app, system);
    expect(sandbox.opens(dynamic, door).result).toBe('granted');
    expect((await accessOf(app, key)).items).toMatchObject([
      { recorded: false, effective: 'yes', missing: 'update_key' },
    ]);
    expect(await exposed(app, { key_id: key })).toMatchObject([{ time_zone: 'UTC' }]);
    const zone = 'America/Chicago';
    const site = await aPlace(app, { name: 'Vault', type: 'site', protection_class: 3, time_zone: zone });
    const room = await aPlace(app, { name: 'Safe', type: 'building', parent_id: site.id });
    await place(app, [cylinder ?? ''], room.id);
    expect(await exposed(app, { key_id: key, protection_class: 3 })).toMatchObject([
      {
        cylinder_id: cylinder,
        is_certain: true,
        protection_class: 3,
        location_path: 'Vault / Safe',
        time_zone: zone,
      },
    ]);
    expect(await exposed(app, { key_id: key, protection_class: 4 })).toEqual([]);
    expect((await accessOf(app, key)).time_zone).toBe(zone); // that of most doors of the system
    expect(await exposed(app, { key_id: key, where: 'out' })).toEqual([]);

    const { external_id: job } = sandbox.act('create-job', { cylinder: door, kind: 'block', key: dynamic });
    await readAndLook(app, system);
    expect(await exposed(app, { key_id: key })).toHaveLength(1);
    sandbox.act('do-job', { job });
    await readAndLook(app, system);
    expect(sandbox.opens(dynamic, door).reason).toBe('blocked');
    expect(await exposed(app, { key_id: key })).toEqual([]);
    expect((await accessOf(app, key)).items).toMatchObject([{ recorded: false, effective: 'no', because: 'blocked' }]);
  });

  test('of a lost key is exposed from the report on, and not because its validity was only recorded as over', async ({
    app,
  }) => {
    const { id: system } = await aKeySystem(app, { capabilities });
    await readAndLook(app, system);
    const { items } = (await app.as('superadmin').call(keys.list, { query: { key_type: 'dynamic', holder: 'any' } }))
      .body;
    const upToDate = items.filter(({ update_pending }) => update_pending === false);
    const accesses = await Promise.all(upToDate.map(async (one) => ({ one, access: await accessOf(app, one.id) })));
    const found = accesses.find(
      ({ access }) => access.dead_by !== 'validity' && access.total > 0 && access.total < 150,
    );
    if (!found) throw new Error('no such key');
    const { one: held, access: before } = found;
    const key = held.id;
    expect(before.is_known).toBe(true);
    const opening = before.items.filter(({ effective }) => effective === 'yes');
    expect(opening.length).toBeGreaterThan(0);
    expect(await exposed(app, { key_id: key })).toEqual([]);
    // Each door belongs to one of the groups, which can be asked for one by one.
    expect(before.groups.length).toBeGreaterThan(1);
    for (const { group_id, group_name, ...counts } of before.groups) {
      const doors = before.items.filter((item) => item.group_name === group_name);
      const call = { params: { id: key }, query: { group_id: group_id ?? 'none' } } as const;
      const { body } = await app.as('superadmin').call(effectiveAccess.ofKey, call);
      expect(body.items).toEqual(doors);
      const effective = doors.filter((door) => door.effective === 'yes').length;
      expect(counts).toMatchObject({ doors: doors.length, effective });
      expect(body.groups).toEqual(before.groups);
    }

    await asAnotherClient(app, (session) =>
      session.setKeyTimes(held.external_id, {
        validity: { mode: 'never' },
        revalidation_minutes: null,
        schedule: [],
      }),
    );
    const body = { report: 'report_lost', reason: 'Left on a train.' } as const;
    const reported = await app.as('superadmin').call(keyDesk.report, { params: { id: key }, body });
    expect(reported.body.custody.state).toBe('lost');
    await readAndLook(app, system);
    const after = await exposed(app, { key_id: key, where: 'lost', limit: 200 });
    expect(after.map(({ cylinder_id }) => cylinder_id).sort()).toEqual(
      opening.map(({ cylinder_id }) => cylinder_id).sort(),
    );
    expect(after.every(({ dead_by }) => dead_by !== 'validity')).toBe(true);
    const [exposure] = await exposureOf(asProduct(app.db), { key_id: key }, app.deps.clock());
    expect(exposure).toMatchObject({ key_id: key, is_known: true, dead_by: before.dead_by });
    const still = exposure?.doors.filter(({ effective }) => effective === 'yes') ?? [];
    expect(still.map(({ cylinder_id }) => cylinder_id).sort()).toEqual(
      opening.map(({ cylinder_id }) => cylinder_id).sort(),
    );
  });

  test('is never said otherwise than the hardware, whatever happens in the key system', async ({ app }) => {
    const { sandbox } = app;
    const { id: system } = await aKeySystem(app, { capabilities });
    await readAndLook(app, system);
    const ids = { keys: await idsOf(app, 'key', system), doors: await idsOf(app, 'cylinder', system) };
    const random = randomOf(28);
    const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T; // never empty
    const tried = ['K-0025', 'K-0028', 'K-0001', 'K-0013', 'K-0023', 'K-0024'];
    const doors = ['C-0181', 'C-0001', 'C-0002', 'C-0047'];
    const people = ['P-00001', 'P-00002'];
    const { identity: profile } = sandbox.act('create-profile', { name: 'Crew', doors: ['C-0181', 'G-01'] });
    const jobOf = (kind: 'block' | 'unblock' | 'reprogram') => {
      const key = kind === 'reprogram' ? undefined : pick(tried);
      const { external_id: job } = sandbox.act('create-job', { cylinder: pick(doors), kind, key });
      if (random(3) > 0) sandbox.act('do-job', { job });
    };
    const happenings: (() => unknown)[] = [
      () => sandbox.act('update-key', { key: pick(tried) }),
      () => sandbox.act('update-key', { key: pick(tried) }),
      () => sandbox.act('add-member', { profile, person: pick(people) }),
      () => sandbox.act('remove-member', { profile, person: pick(people) }),
      () => sandbox.act('hand-out-key', { key: pick(tried), person: pick(people) }),
      () => sandbox.act('hand-in-key', { key: pick(tried) }),
      () => sandbox.act(pick(['delete-person', 'restore-person'] as const), { person: pick(people) }),
      () => jobOf(pick(['block', 'unblock', 'reprogram'] as const)),
      () => {
        const { external_id: job } = sandbox.act('move-cylinder', {
          cylinder: pick(doors),
          group: pick(['G-01', 'G-02', 'none']),
        });
        if (random(2) === 0) sandbox.act('do-job', { job });
      },
      () =>
        asAnotherClient(app, (session) =>
          session.setKeyAccess(pick(tried), { cylinders: [pick(doors)], cylinder_groups: [pick(['G-01', 'G-02'])] }),
        ),
      () =>
        asAnotherClient(app, (session) =>
          session.setKeyTimes(pick(tried.slice(0, 5)), {
            validity: pick([{ mode: 'always' }, { mode: 'never' }] as const),
            revalidation_minutes: pick([null, 60]),
            schedule: [],
          }),
        ),
    ];
    const said = { yes: 0, no: 0, not_known: 0 };
    for (let round = 0; round < 6; round++) {
      for (let left = random(8); left > 0; left--) await pick(happenings)();
      if (round % 2 === 1) {
        for (const key of tried) sandbox.act('update-key', { key });
        await readAndLook(app, system); // what was changed shortly before is proved by the next reading
      }
      await readAndLook(app, system);
      for (const key of tried) {
        const { items, is_known, total } = await accessOf(app, ids.keys.get(key));
        const shown = new Map(items.map((item) => [item.cylinder_id, item.effective]));
        for (const door of doors) {
          const { result, reason } = sandbox.opens(key, door, app.deps.clock());
          const answer = shown.get(ids.doors.get(door) ?? '') ?? (is_known && total < 200 ? 'no' : 'not_known');
          said[answer]++;
          const about = { round, key, door, answer, reason };
          const isSo = answer === 'yes' ? result === 'granted' || reason === 'outside_schedule' : result === 'denied';
          expect({ ...about, isSo: answer === 'not_known' || isSo }).toEqual({ ...about, isSo: true });
        }
      }
    }
    // It would also be true to know nothing.
    expect([said.yes > 5, said.no > 20, said]).toEqual([true, true, said]);
  });
});

/** Numbers below a limit, the same ones each time. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
