import { type Input, iam, type SyncTask, type Timetable, timetables } from '@key2xs/contract';
import { onTestFinished } from 'vitest';
import { AddressBook } from '#test/address-book';
import { expect, type TestApp } from '#test/app';
import { addProvider } from '#test/made-up-provider';

/** A called provider that is not in the contract. */
const provider = 'address_book' as 'csv';

/** A called identity source with a mapping and two people. */
export async function aCalledSource(app: TestApp): Promise<{ id: string; book: AddressBook }> {
  onTestFinished(addProvider(provider));
  const book = new AddressBook();
  Object.assign(app.deps.identitySources, { [provider]: book.driver });
  const { call } = app.as('superadmin');
  const { id } = (await call(iam.create, { body: { name: 'Porter', provider } })).body;
  const mapping_config = { external_id: 'Number', display_name: 'Who', department: 'Where' };
  const body = { configuration_data: { shelf: 'b' }, mapping_config };
  expect((await call(iam.update, { params: { id }, body })).status).toBe(200);
  book.close([
    ['1', 'Ada', 'Ward'],
    ['2', 'Ben', 'Ward'],
  ]);
  return { id, book };
}

/** The same after a manual import, which automatic runs require. */
export async function anImportedSource(app: TestApp): Promise<{ id: string; book: AddressBook }> {
  const source = await aCalledSource(app);
  await app.db
    .updateTable('iam_connection')
    .set({ first_imported_at: new Date() })
    .where('id', '=', source.id)
    .execute();
  return source;
}

type Wanted = Input<typeof timetables.changeOfSource>['body'];

export async function setTimetable(app: TestApp, id: string, body: Wanted): Promise<Timetable> {
  const answer = await app.as('superadmin').call(timetables.changeOfSource, { params: { id }, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

export const timetableOf = async (app: TestApp, id: string): Promise<Timetable> =>
  (await app.as('superadmin').call(timetables.ofSource, { params: { id } })).body;

/** The tasks of a connection in the order of their start, once all have ended. */
export async function endedTasks(app: TestApp, subjectId: string): Promise<SyncTask[]> {
  const rows = await app.db
    .selectFrom('sync_task')
    .select('id')
    .where('subject_id', '=', subjectId)
    .orderBy('created_at')
    .execute();
  return Promise.all(rows.map(({ id }) => app.ended(id)));
}
