import { changeSets, iam } from '@key2xs/contract';
import { beforeAll, describe } from 'vitest';
import { AddressBook } from '#test/address-book';
import { expect, type TestApp, test } from '#test/app';
import { aConnection, importPeople, run, upload } from '#test/factories/iam';
import { somePeople } from '#test/factories/people';
import { aTask, type Disturbance, Killed, undisturbed, workOn } from '#test/factories/tasks';
import { addProvider } from '#test/made-up-provider';
import type { TaskStep } from '../../tasks/service';
import { directoryStep } from './directory-step';

// A name known only to the registries.
const provider = 'address_book' as 'csv';
beforeAll(() => addProvider(provider)); // what it returns is called after all tests

const mapping = { external_id: 'Number', display_name: 'Who', department: 'Where' };
const ada = ['1', 'Ada', 'Ward'];
const ben = ['2', 'Ben', 'Ward'];
const cem = ['3', 'Cem', 'Lab'];

/** A server that knows one kind of source more, and a connection to it. */
async function aBook(app: TestApp): Promise<{ id: string; book: AddressBook }> {
  const book = new AddressBook();
  Object.assign(app.deps.identitySources, { [provider]: book.driver }); // its line in the registry
  const created = await app.as('superadmin').call(iam.create, { body: { name: 'Porter', provider } });
  expect(created).toMatchObject({ status: 201, body: { provider, people: 0 } });
  const { id } = created.body;
  const body = { configuration_data: { shelf: 'b' }, mapping_config: mapping };
  expect((await app.as('superadmin').call(iam.update, { params: { id }, body })).status).toBe(200);
  return { id, book };
}

const start = (app: TestApp, id: string) => app.as('superadmin').call(iam.sync, { params: { id }, query: {} });

/** Names of those who are active. */
const activePeople = async ({ db }: TestApp, id: string) => {
  const rows = db
    .selectFrom('person')
    .select('display_name')
    .where('connection_id', '=', id)
    .where('active', '=', true);
  return (await rows.orderBy('external_id').execute()).map(({ display_name }) => display_name);
};

describe('an identity source of another kind', () => {
  test('is asked whether it can be read before a run begins', async ({ app }) => {
    const { id, book } = await aBook(app);
    expect((await start(app, id)).problem).toMatchObject({ code: 'conflict', detail: 'Close the address book first.' });
    book.close([ada]);
    const body = { configuration_data: { shelf: 'c' } };
    await app.as('superadmin').call(iam.update, { params: { id }, body });
    expect((await start(app, id)).problem?.detail).toBe('Say on which shelf the address book stands.');
  });

  test('shows its first people as a mapping would read them', async ({ app }) => {
    const { id, book } = await aBook(app);
    const preview = () =>
      app.as('superadmin').call(iam.previewMapping, { params: { id }, body: { mapping: { external_id: 'Number' } } });
    expect((await preview()).problem?.detail).toBe('Close the address book first.');
    book.close([ada, ben, cem, ['4', 'Dan'], ['5', 'Eva'], ['6', 'Fay']]);
    const { people } = (await preview()).body;
    expect(people.map(({ row, fields }) => [row, fields.external_id])).toEqual([1, 2, 3, 4, 5].map((n) => [n, `${n}`]));
  });

  test('is previewed, then imported, and people missing from it have left', async ({ app }) => {
    const { id, book } = await aBook(app);
    const others = somePeople(10).map(({ external_id, display_name = '' }) => [external_id, display_name]);
    book.close([ada, ben, cem, ...others]);
    const preview = await run(app, id, true);
    expect(preview.result).toMatchObject({ outcome: 'previewed', counts: { joiner: 13 } });
    expect(await activePeople(app, id)).toEqual([]);

    expect((await run(app, id)).result).toMatchObject({ outcome: 'applied', counts: { joiner: 13 } });
    expect(await activePeople(app, id)).toHaveLength(13);

    book.close([ada, ['3', 'Cem', 'Ward'], ...others]);
    const { result, change_set_id } = await run(app, id);
    expect(result).toMatchObject({ outcome: 'applied', counts: { leaver: 1, mover: 1, unchanged: 11 } });
    expect(await activePeople(app, id)).not.toContain('Ben');
    expect(await activePeople(app, id)).toHaveLength(12);
    const params = { id: change_set_id ?? '' };
    const { body } = await app.as('superadmin').call(changeSets.items, { params, query: { kind: 'leaver' } });
    expect(body.items).toMatchObject([{ label: 'Ben', reference: '2', detail: 'Ward', outcome: 'done' }]);
  });

  test('is read on as it stood when a worker died', async ({ app }) => {
    const { id, book } = await aBook(app);
    book.close([ada, ben, cem, ['4', 'Dan']]);
    const task = await aTask(app, { iam_connection_id: id });
    const inSmallSteps: TaskStep = (run) => directoryStep(run, { compared: 2, reported: 2, applied: 2 });
    const die: Disturbance = async (step, run) => {
      expect(await step(run)).toBe('again');
      throw new Killed();
    };
    await expect(workOn(app, task.id, inSmallSteps, die)).rejects.toThrow(Killed);
    book.close([ada]);
    await workOn(app, task.id, inSmallSteps, undisturbed);
    expect(await activePeople(app, id)).toEqual(['Ada', 'Ben', 'Cem', 'Dan']);
  });

  test('is stopped by the guards, and leaves a staff list beside it alone', async ({ app }) => {
    const { id, book } = await aBook(app);
    const staff = await aConnection(app);
    await importPeople(app, staff.id, somePeople(2));
    book.close(Array.from({ length: 20 }, (_, at) => [`${at}`, `Person ${at}`]));
    await run(app, id);
    book.close([]);
    expect((await run(app, id)).result).toMatchObject({ outcome: 'quarantined', counts: { leaver: 20 } });
    expect(await activePeople(app, id)).toHaveLength(20);
    expect(await activePeople(app, staff.id)).toHaveLength(2);
  });

  test('says that it lacks a mapped column, and takes no staff list', async ({ app }) => {
    const { id, book } = await aBook(app);
    book.close([ada]);
    await app.as('superadmin').call(iam.saveMapping, { params: { id }, body: { external_id: 'Badge' } });
    expect((await run(app, id)).error).toBe('Write Badge into the address book.');
    expect((await upload(app, id, 'Number\n1')).problem).toMatchObject({
      code: 'not_found',
      detail: "'Porter' is not read from staff lists.",
    });
  });
});
