import { access, enhancedKeyPlans } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aHouse, aRule, cylinder, syncNow } from '#test/factories/key-plans';
import { asAnotherClient, readInventory } from '#test/factories/key-systems';

type Of = 'cylinder' | 'group' | 'location';
const canOpen = async (app: TestApp, id: string, of: Of = 'cylinder') =>
  (await app.as('superadmin').call(access.canOpen, { query: { of, id } })).body;

/** A door of the sandbox's City Hall, whose locksmith is a member of a profile that the operator made. */
const aHallOf = (app: TestApp) => aHouse(app, [{ display_name: 'Ada', department: 'Ward' }]);

/** The key system's own id of what was written under this reference. */
const identityOf = (records: readonly { identity: string; reference: string | null }[], ours: string | undefined) =>
  records.find(({ reference }) => reference === ours)?.identity ?? expect.fail('is not there');

const namesOf = ({ items }: Awaited<ReturnType<typeof canOpen>>) => items.map(({ name }) => name);

describe('GET /access/can-open', () => {
  test('names members of profiles that the operator made, with their keys, where no plan lets anybody open', async ({
    app,
  }) => {
    const { system } = await aHallOf(app);
    const { id: group } = system.group('G-01');
    const answer = await canOpen(app, group, 'group');
    expect(answer).toMatchObject({
      layer: 'recorded',
      total: 1,
      items: [
        {
          name: 'Odo Brackwater',
          identity: 'P-00001',
          person_id: null,
          key_system_name: system.name,
          profiles: [{ name: 'Locksmith on call', is_ours: false }],
          keys: [
            { marking: 'CK-001', opened_at: null },
            { marking: 'CK-013', opened_at: null },
          ],
        },
      ],
    });
  });

  test('names people an operator adds to a profile, and drops those removed', async ({ app }) => {
    const { system } = await aHallOf(app);
    const door = system.cylinder('C-0181').id;
    expect(namesOf(await canOpen(app, door))).not.toContain('Tilda Fennimore');
    const { identity: profile } = app.sandbox.act('create-profile', { name: 'Archive', doors: ['C-0181'] });
    app.sandbox.act('add-member', { profile, person: 'P-00002' });
    await readInventory(app, system.id);
    expect((await canOpen(app, door)).items).toContainEqual(
      expect.objectContaining({ name: 'Tilda Fennimore', profiles: [{ name: 'Archive', is_ours: false }] }),
    );
    app.sandbox.act('remove-member', { profile, person: 'P-00002' });
    await readInventory(app, system.id);
    expect(namesOf(await canOpen(app, door))).not.toContain('Tilda Fennimore');
  });

  test('names a key that is recorded for the door by itself, with its holder or without one', async ({ app }) => {
    const { system } = await aHallOf(app);
    const access = { cylinders: ['C-0181'], cylinder_groups: [] };
    const { holder_identity } = await asAnotherClient(app, async (session) => {
      await session.setKeyAccess('K-0025', access); // in stock
      await session.setKeyAccess('K-0001', access);
      for await (const page of session.listKeys()) return page.find((key) => key.external_id === 'K-0001') ?? page[0];
      return undefined;
    }).then((key) => key ?? expect.fail('there are no keys'));
    await readInventory(app, system.id);
    const { items } = await canOpen(app, system.cylinder('C-0181').id);
    const named = items.map(({ identity, keys }) => ({ identity, markings: keys.map(({ marking }) => marking) }));
    expect(named).toContainEqual({ identity: null, markings: ['CK-025'] });
    expect(named).toContainEqual({ identity: holder_identity, markings: expect.arrayContaining(['CK-001']) });
  });

  test('names our people in a foreign profile, unless a plan lets them open', async ({ app }) => {
    const { system, source, plan, persons } = await aHallOf(app);
    const [door, other] = [system.cylinder('C-0181').id, system.cylinder('C-0182').id];
    await aRule(app, { plan, source, departments: ['Ward'], objects: [cylinder(other)] });
    await syncNow(app);
    const ada = identityOf(app.sandbox.inspect().persons, persons[0]);
    const { identity: profile } = app.sandbox.act('create-profile', { name: 'Archive', doors: ['C-0181', 'C-0182'] });
    app.sandbox.act('add-member', { profile, person: ada });
    await readInventory(app, system.id);
    expect(namesOf(await canOpen(app, door))).toContain('Ada');
    expect(namesOf(await canOpen(app, other))).not.toContain('Ada');
  });

  test('counts, for one person, the doors of profiles of others, and those that no plan lets them open', async ({
    app,
  }) => {
    const { system, source, plan, persons } = await aHallOf(app);
    const [person_id = ''] = persons;
    const objects = [cylinder(system.cylinder('C-0182').id)];
    await aRule(app, { plan, source, departments: ['Ward'], objects });
    await syncNow(app);
    const profilesOf = async (id: string) =>
      app.as('superadmin').call(access.foreignProfiles, { params: { person_id: id } });
    expect((await profilesOf(person_id)).body.items).toEqual([]);
    const { identity: profile } = app.sandbox.act('create-profile', { name: 'Archive', doors: ['C-0181', 'C-0182'] });
    app.sandbox.act('add-member', { profile, person: identityOf(app.sandbox.inspect().persons, person_id) });
    await readInventory(app, system.id);
    expect((await profilesOf(person_id)).body.items).toEqual([
      {
        profile_id: expect.any(String),
        key_system_connection_id: system.id,
        key_system_name: system.name,
        name: 'Archive',
        doors: 2,
        beyond: 1,
      },
    ]);
    expect((await profilesOf(system.id)).status).toBe(404);
  });

  test('names those who are recorded in a profile of ours and may no longer open, and strangers put into it', async ({
    app,
  }) => {
    const { system, source, plan } = await aHallOf(app);
    const door = system.cylinder('C-0183').id;
    const rule = await aRule(app, { plan, source, departments: ['Ward'], objects: [cylinder(door)] });
    await syncNow(app);
    const profile = identityOf(app.sandbox.inspect().profiles, rule.id);
    app.sandbox.act('add-member', { profile, person: 'P-00002' });
    await readInventory(app, system.id);
    expect(namesOf(await canOpen(app, door))).toContain('Tilda Fennimore');
    expect(namesOf(await canOpen(app, door))).not.toContain('Ada');
    await app.as('superadmin').call(enhancedKeyPlans.removeRule, {
      params: { connection_id: source, rule_id: rule.id },
    });
    const { items } = await canOpen(app, door);
    expect(items).toContainEqual(
      expect.objectContaining({ name: 'Ada', profiles: [{ name: expect.any(String), is_ours: true }] }),
    );
  });

  test('names holders whose key has opened the door lately, and keys without a holder', async ({ app }) => {
    const { system } = await aHallOf(app);
    const door = system.cylinder('C-0184').id;
    for (const key of ['K-0002', 'K-0050']) {
      app.sandbox.act('happen', { key, cylinder: 'C-0184', result: 'granted' });
      app.sandbox.act('update-key', { key });
    }
    await readInventory(app, system.id);
    const { items } = await canOpen(app, door);
    const opened = { opened_at: expect.any(String) };
    expect(items).toContainEqual(
      expect.objectContaining({
        name: 'Tilda Fennimore',
        profiles: [],
        keys: [
          expect.objectContaining({ marking: 'CK-002', ...opened }),
          expect.objectContaining({ marking: 'CK-014' }),
        ],
      }),
    );
    expect(items).toContainEqual(
      expect.objectContaining({
        name: null,
        identity: null,
        keys: [expect.objectContaining({ marking: 'CK-050', ...opened })],
      }),
    );
  });

  test('finds nothing of what is not there', async ({ app }) => {
    const { system } = await aHallOf(app);
    const { call } = app.as('superadmin');
    for (const of of ['cylinder', 'group', 'location'] as const) {
      expect((await call(access.canOpen, { query: { of, id: system.id } })).status).toBe(404);
    }
  });
});
