import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { syncNow } from '#test/factories/key-plans';
import { readInventory } from '#test/factories/key-systems';
import { aFamily, aFireDepartment, listWork, offerQueryOnly, ofKind, tickByHand } from '#test/factories/work-list';

/** What is recorded of persons of that family, however it is spelled. */
const rowsOf = ({ db }: TestApp, family: string) =>
  db
    .selectFrom('recorded_person')
    .select(['identity', 'reference', 'own_reference', 'first_name', 'email', 'known_from', 'first_read_at', 'active'])
    .where('search_text', 'like', `%${family.toLowerCase()}%`)
    .execute();

describe('a person in a key system', () => {
  test('who was written by us and then read, by a sync or by the inventory, is one row', async ({ app }) => {
    const family = aFamily();
    const { system, persons } = await aFireDepartment(app, [{ given_name: 'Odo', family_name: family }]);
    const [own_reference] = persons;
    await syncNow(app);
    const written = { own_reference, identity: null, known_from: 'written', first_read_at: null };
    expect(await rowsOf(app, family)).toMatchObject([written]);
    await readInventory(app, system.id);
    const read = { own_reference, reference: own_reference, identity: expect.any(String), known_from: 'read' };
    const listed = await rowsOf(app, family);
    expect(listed).toMatchObject([{ ...read, first_read_at: expect.any(Date) }]);
    await syncNow(app);
    expect(await rowsOf(app, family)).toEqual(listed);
  });

  test('who was written by us and read by a sync is one row too once the inventory lists it', async ({ app }) => {
    const family = aFamily();
    const { system, persons } = await aFireDepartment(app, [{ given_name: 'Odo', family_name: family }]);
    await syncNow(app);
    await syncNow(app);
    const read = { own_reference: persons[0], reference: persons[0], identity: expect.any(String), known_from: 'read' };
    expect(await rowsOf(app, family)).toMatchObject([{ ...read, first_read_at: null }]);
    await readInventory(app, system.id);
    expect(await rowsOf(app, family)).toMatchObject([{ ...read, first_read_at: expect.any(Date) }]);
  });

  test('who was made by hand is one row, with the name and e-mail address as they were asked for', async ({ app }) => {
    const family = aFamily();
    const odo = { given_name: 'Odo', family_name: family, email: 'odo@acme.test' };
    const { system, persons } = await aFireDepartment(app, [odo]);
    await offerQueryOnly(app, system.id);
    await syncNow(app);
    await tickByHand(app, ofKind(await listWork(app), 'person_create'));
    const ours = { own_reference: persons[0], first_name: 'Odo', email: 'odo@acme.test' };
    expect(await rowsOf(app, family)).toMatchObject([{ ...ours, identity: null, known_from: 'ticked' }]);
    const { identity } = app.sandbox.act('create-person', { first_name: 'ODO', surname: family });
    await readInventory(app, system.id);
    const linked = { ...ours, identity, known_from: 'read', first_read_at: expect.any(Date), active: true };
    expect(await rowsOf(app, family)).toMatchObject([linked]);
    await syncNow(app);
    app.sandbox.act('rename-person', { person: identity, first_name: 'odo', surname: family });
    await syncNow(app);
    expect(await rowsOf(app, family)).toMatchObject([linked]);
    app.sandbox.act('rename-person', { person: identity, first_name: 'Otto', surname: family });
    await readInventory(app, system.id);
    expect(await rowsOf(app, family)).toMatchObject([{ ...linked, first_name: 'Otto' }]);
    app.sandbox.act('delete-person', { person: identity });
    await syncNow(app);
    expect(await rowsOf(app, family)).toMatchObject([{ ...linked, first_name: 'Otto', active: false }]);
  });

  test('who was ticked and is not there as ticked is shown as the next read finds them, the list being the same', async ({
    app,
  }) => {
    const family = aFamily();
    const { system, persons } = await aFireDepartment(app, [{ given_name: 'Odo', family_name: family }]);
    await offerQueryOnly(app, system.id);
    await syncNow(app);
    app.sandbox.act('create-person', { first_name: 'Odo', surname: family });
    await syncNow(app);
    await readInventory(app, system.id);
    await app.db
      .updateTable('person')
      .set({ given_name: 'Otto' })
      .where('id', '=', persons[0] ?? '')
      .execute();
    await syncNow(app);
    await tickByHand(app, ofKind(await listWork(app), 'person_update'));
    expect(await rowsOf(app, family)).toMatchObject([{ first_name: 'Otto', known_from: 'ticked' }]);
    await readInventory(app, system.id);
    expect(await rowsOf(app, family)).toMatchObject([{ first_name: 'Odo', known_from: 'read' }]);
  });
});

test('a profile that was written by us and then listed is one row, with its doors', async ({ app }) => {
  const family = aFamily();
  const { system, rule } = await aFireDepartment(app, [{ given_name: 'Odo', family_name: family }]);
  await syncNow(app);
  const profiles = () =>
    app.db
      .selectFrom('recorded_profile')
      .select(['identity', 'own_reference', 'content', 'members', 'known_from'])
      .where((q) => q.or([q('own_reference', '=', rule.id), q('reference', '=', rule.id)]))
      .execute();
  const content = expect.objectContaining({ cylinder_groups: ['G-01'] });
  expect(await profiles()).toMatchObject([{ own_reference: rule.id, identity: null, content, known_from: 'written' }]);
  await readInventory(app, system.id);
  const listed = { own_reference: rule.id, identity: expect.any(String), content, members: 1, known_from: 'read' };
  expect(await profiles()).toMatchObject([listed]);
  await syncNow(app);
  expect(await profiles()).toMatchObject([listed]);
});
