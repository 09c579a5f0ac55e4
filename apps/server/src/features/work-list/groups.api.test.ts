import { randomUUID } from 'node:crypto';
import { type Input, type WorkGroup, workList } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aKeySystem } from '#test/factories/key-systems';
import { anEntry, listWork } from '#test/factories/work-list';

type Query = Input<typeof workList.groups>['query'];

async function listGroups(app: TestApp, query: Query = {}): Promise<{ groups: WorkGroup[]; total: number }> {
  const { body } = await app.as('superadmin').call(workList.groups, { query });
  return { groups: body.items, total: body.total };
}

const counts = ({ groups }: { groups: readonly WorkGroup[] }) => groups.map(({ what, count }) => [what, count]);

/** Odo, Ida and Una are to get the profile Garage, Odo also the profile Depot, and two persons are to be created. */
async function aList(app: TestApp) {
  const { id } = await aKeySystem(app);
  const [garage, depot] = [randomUUID(), randomUUID()];
  const give = (label: string, ordinal: number, [profile_reference, profile]: [string, string]) =>
    anEntry(app, id, {
      label,
      ordinal,
      kind: 'member_add',
      sentence: say('work.giveProfile', { person: label, profile }),
      write: JSON.stringify({ profile_reference, person_reference: randomUUID() }),
    });
  const create = (label: string, ordinal: number, email?: string) =>
    anEntry(app, id, {
      label,
      ordinal,
      sentence: email
        ? say('work.createPersonWithEmail', { person: label, email })
        : say('work.createPerson', { person: label }),
    });
  const created = [await create('Odo', 1), await create('Ida', 2, 'ida@acme.test')];
  const [odo, ida, una] = [
    await give('Odo', 3, [garage, 'Garage']),
    await give('Ida', 4, [garage, 'Garage']),
    await give('Una', 6, [garage, 'Garage']),
  ];
  const other = await give('Odo', 5, [depot, 'Depot']);
  return { id, created, garage: [odo, ida, una], depot: other };
}

describe('GET /work-list/groups', () => {
  test('lists what is to be done for several people once, with all it concerns', async ({ app }) => {
    const { created, garage, depot } = await aList(app);
    const list = await listGroups(app);
    expect(counts(list)).toEqual([
      ['Create 2 persons.', 2],
      ["Give 3 people the access profile 'Garage'.", 3],
      ["Give Odo the access profile 'Depot'.", 1],
    ]);
    expect(list.total).toBe(3);
    expect(list.groups.map(({ ids }) => ids)).toEqual([created, garage, [depot]]);
    const { body } = await app
      .as('superadmin')
      .call(workList.groups, { query: { sort: '-kind', limit: 1, offset: 1 } }, { headers: { 'x-language': 'de' } });
    expect([body.items[0]?.what, body.total]).toEqual(['3 Personen das Zugangsprofil „Garage“ geben.', 3]);
    expect((await listGroups(app, { offset: 9 })).total).toBe(3);
  });

  test('opens to its entries, as far as they are filtered', async ({ app }) => {
    await aList(app);
    const [, give] = (await listGroups(app)).groups;
    const group = give?.group;
    expect((await listWork(app, { group })).map(({ label }) => label)).toEqual(['Odo', 'Ida', 'Una']);
    expect((await listWork(app, { group, search: 'una' })).map(({ label }) => label)).toEqual(['Una']);
    expect(counts(await listGroups(app, { search: 'una' }))).toEqual([["Give Una the access profile 'Garage'.", 1]]);
  });

  test('groups by assignee, reason, place and outcome', async ({ app }) => {
    const { id, garage } = await aList(app);
    const call = app.as('superadmin').call;
    const admin_id = (await call(workList.operators, {})).body.items[0]?.id ?? '';
    await call(workList.assign, { body: { ids: [garage[0] ?? ''], admin_id } });
    await call(workList.markDone, { body: { ids: [garage[1] ?? ''] } });
    const gives = async (query: Query) =>
      counts(await listGroups(app, { kind: 'member_add', ...query })).filter(([what]) =>
        String(what).includes('Garage'),
      );
    expect(await gives({})).toEqual([
      ["Give Odo the access profile 'Garage'.", 1],
      ["Give Una the access profile 'Garage'.", 1],
    ]);
    expect(await gives({ state: 'all' })).toHaveLength(3);
    const other = await aKeySystem(app);
    await anEntry(app, other.id, { ordinal: 9 });
    await anEntry(app, id, { ordinal: 9, why: JSON.stringify(say('because.sourceDiffers')) });
    await anEntry(app, id, { ordinal: 9, what: 'Written before sentences had codes.' });
    expect(
      counts(await listGroups(app, { kind: 'person_create' }))
        .map(([, count]) => count)
        .sort(),
    ).toEqual([1, 1, 1, 2]);
  });
});
