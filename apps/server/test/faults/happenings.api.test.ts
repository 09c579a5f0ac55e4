import { sourceCredentials } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect } from '#test/app';
import { openDoors } from '#test/factories/key-systems';
import { outcomeOf, readDirectory, saidBy, writeRights } from './cycle';
import { test } from './house';
import type { House } from './house-facts';
import { rudeness, wrongSteps } from './invariants';
import { settle } from './settle';

const held = ({ app: { sandbox } }: House) => openDoors(sandbox.inspect());

const reasonsOf = async ({ app: { db } }: House) => {
  const waiting = db.selectFrom('change_set').select('guards').where('state', '=', 'quarantined');
  return (await waiting.execute()).flatMap(({ guards }) => guards.map(({ reason }) => reason));
};

/** An enabled person of the police. */
function anOfficer({ app: { entra } }: House, nth = 0) {
  const { people } = entra.directory;
  const officers = Array.from({ length: people.total() }, (_, at) => people.at(at)).filter(
    (person) => person?.department === 'Police' && person.accountEnabled && person.gone === null,
  );
  const officer = officers[nth];
  if (!officer) throw new Error('the sandbox has too few officers');
  return officer;
}

async function rightsOf(house: House, external_id: string): Promise<string[]> {
  const rows = await house.app.db.selectFrom('person').select('id').where('external_id', '=', external_id).execute();
  return [...held(house)].filter((right) => rows.some(({ id }) => right.startsWith(id)));
}

const stateOf = async ({ app: { db } }: House, external_id: string) =>
  (await db.selectFrom('person').select('state').where('external_id', '=', external_id).executeTakeFirstOrThrow())
    .state;

const cycle = async (house: House) => [outcomeOf(await readDirectory(house)), (await writeRights(house)).task.status];

describe('what happens in a directory', () => {
  test('a third of the people deleted: no person loses a door before a decision', async ({ house }) => {
    const { entra } = house.app;
    const before = held(house);
    await entra.act('leavers', { per_cent: '30' });
    expect(await cycle(house)).toEqual(['quarantined', 'SUCCESS']);
    expect(await reasonsOf(house)).toEqual(['too_many_removals', 'source_dropped']);
    expect(held(house)).toEqual(before);
    await restoreAll(house);
    await settle(house);
    expect(held(house)).toEqual(before);
  });

  test('all people deleted', async ({ house }) => {
    const before = held(house);
    await house.app.entra.act('empty-directory', {});
    expect(await cycle(house)).toEqual(['quarantined', 'SUCCESS']);
    expect(await reasonsOf(house)).toEqual(['too_many_removals', 'empty_source']);
    expect(held(house)).toEqual(before);
    await restoreAll(house);
    await settle(house);
  });

  test('a renamed department: stops as a rename', async ({ house }) => {
    const { entra } = house.app;
    const before = held(house);
    await entra.act('rename-department', { from: 'Police', to: 'Department of Police' });
    expect(await cycle(house)).toEqual(['quarantined', 'SUCCESS']);
    expect(await reasonsOf(house)).toEqual(['rename']);
    expect(held(house)).toEqual(before);
    await entra.act('rename-department', { from: 'Department of Police', to: 'Police' });
    await settle(house);
  });

  test('eleven people moved to four departments: stops because many doors change', async ({ house }) => {
    const { entra } = house.app;
    const before = held(house);
    const movers = Array.from({ length: 11 }, (_, nth) => anOfficer(house, nth).id);
    for (const [at, person] of movers.entries()) {
      const value = ['Fire service', 'Streets', 'Airport', 'Libraries'][at % 4];
      await entra.act('change-person', { person, property: 'department', value });
    }
    expect(await cycle(house)).toEqual(['quarantined', 'SUCCESS']);
    expect(await reasonsOf(house)).toEqual(['too_many_moves']);
    expect(held(house)).toEqual(before);
    for (const person of movers) {
      await entra.act('change-person', { person, property: 'department', value: 'Police' });
    }
    await settle(house);
  });

  test('a person who moves loses the old doors before getting the new ones', async ({ house }) => {
    const { id } = anOfficer(house);
    const [old] = await rightsOf(house, id);
    await house.app.entra.act('change-person', { person: id, property: 'department', value: 'Fire service' });
    await readDirectory(house);
    const writes = await writeRights(house);
    expect(await wrongSteps(house, writes)).toEqual([]);
    expect(await rightsOf(house, id)).toContain(old?.replace('G-01', 'G-02'));
    await settle(house);
  });

  test('a disabled person loses all doors in the same cycle, stays known, and comes back', async ({ house }) => {
    const { id } = anOfficer(house);
    const before = await rightsOf(house, id);
    expect(before.length).toBeGreaterThan(0);
    await house.app.entra.act('disable', { person: id });
    await settle(house);
    expect([await rightsOf(house, id), await stateOf(house, id)]).toEqual([[], 'suspended']);
    await house.app.entra.act('enable', { person: id });
    await settle(house);
    expect(await rightsOf(house, id)).toEqual(before);
  });

  test('a person deleted and restored after ten days has the doors of the current rules', async ({ house }) => {
    const { entra } = house.app;
    const { id } = anOfficer(house);
    const [old] = await rightsOf(house, id);
    await entra.act('soft-delete', { person: id });
    await settle(house);
    expect([await rightsOf(house, id), await stateOf(house, id)]).toEqual([[], 'left']);
    await entra.act('advance', { time: '10d' }); // by then the delta token has expired, too
    await entra.act('restore', { person: id });
    await entra.act('change-person', { person: id, property: 'department', value: 'Fire service' });
    await entra.act('change-person', { person: id, property: 'jobTitle', value: 'Paramedic' });
    await settle(house);
    expect(await rightsOf(house, id)).toEqual([old?.replace('G-01', 'G-02')]);
  });

  test('a person deleted for good loses all doors in the same cycle', async ({ house }) => {
    const { id } = anOfficer(house);
    await house.app.entra.act('delete-for-good', { person: id });
    await settle(house);
    expect([await rightsOf(house, id), await stateOf(house, id)]).toEqual([[], 'left']);
  });

  test('groups that contain each other, and one that is deleted and restored', async ({ house }) => {
    const { entra } = house.app;
    const [one, other] = [entra.directory.groups.at(1)?.id ?? '', entra.directory.groups.at(2)?.id ?? ''];
    await entra.act('join-group', { group: one, member: other });
    await entra.act('join-group', { group: other, member: one });
    await settle(house, { kind: 'full' });
    await entra.act('delete-group', { group: one });
    await settle(house);
    await entra.act('restore-group', { group: one });
    await settle(house);
  });

  test('a revoked secret: reported once, no person loses access, and runs continue with the next one', async ({
    house,
  }) => {
    const { app, source } = house;
    const { entra } = app;
    const before = held(house);
    await entra.act('disable', { person: anOfficer(house).id });
    await entra.act('revoke-secret', {});
    await entra.act('revoke-tokens', {});
    entra.script();
    const refused = await readDirectory(house);
    expect([outcomeOf(refused), saidBy(refused)]).toEqual(['refused', expect.stringContaining('secret')]);
    expect(rudeness(house, 3)).toEqual([]);
    expect((await writeRights(house)).task.result?.outcome).toBe('nothing_to_do');
    expect(held(house)).toEqual(before);
    const { secret } = await entra.act('new-secret', {});
    const { call } = app.as('superadmin');
    const added = await call(sourceCredentials.addSecret, { params: { id: source }, body: { secret } });
    await call(sourceCredentials.activate, { params: { id: source, credential_id: added.body.id } });
    await settle(house);
  });

  test('a tenant that is gone', async ({ house }) => {
    const before = held(house);
    await house.app.entra.act('revoke-tokens', {});
    house.app.entra.script({ name: 'login_refused', variant: '90002' });
    const refused = await readDirectory(house);
    expect([outcomeOf(refused), saidBy(refused)]).toEqual(['refused', expect.stringContaining('tenant')]);
    expect(rudeness(house, 3)).toEqual([]);
    await writeRights(house);
    expect(held(house)).toEqual(before);
    house.app.entra.script();
    await settle(house);
  });
});

describe('what a key system does', () => {
  test('it confirms a write that it did not store: the next sync detects that, and writes again', async ({ house }) => {
    const { entra, sandbox } = house.app;
    const { id } = anOfficer(house);
    await entra.act('disable', { person: id });
    await readDirectory(house);
    sandbox.script({ name: 'stored_nothing' });
    await writeRights(house);
    sandbox.script();
    expect((await rightsOf(house, id)).length).toBeGreaterThan(0);
    await settle(house);
    expect(await rightsOf(house, id)).toEqual([]);
  });

  test('it stores a write and reports a failure: nothing is stored twice', async ({ house }) => {
    const { entra, sandbox } = house.app;
    await entra.act('create-person', { given_name: 'New', surname: 'Comer', department: 'Police' });
    await entra.act('disable', { person: anOfficer(house).id });
    await readDirectory(house);
    sandbox.script({ name: 'stored_but_500', first: 2 });
    await writeRights(house);
    sandbox.script();
    await settle(house);
  });
});

async function restoreAll({ app: { entra } }: House): Promise<void> {
  const { people } = entra.directory;
  for (let at = 0; at < people.total(); at++) {
    const person = people.at(at);
    if (person?.gone === 'changed') await entra.act('restore', { person: person.id });
  }
}
