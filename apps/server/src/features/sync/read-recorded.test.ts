import type { KeySystemSession, RecordedPerson } from '@key2xs/drivers';
import { expect, it } from 'vitest';
import { readRecorded } from './read-recorded';

const person: RecordedPerson = {
  identity: 'P1',
  reference: null,
  first_name: 'Odo',
  surname: 'Steen',
  email: null,
  employee_id: null,
  active: true,
};

it('reads persons that a key system lists in one answer, however many', async () => {
  const listPersons = async function* () {
    yield Array.from({ length: 250_000 }, () => person);
  };
  const session: Partial<KeySystemSession> = { listPersons };
  const { allPersons } = await readRecorded(session as KeySystemSession, ['read_persons']); // nothing else is called
  expect(allPersons.length).toBe(250_000);
});
