import { randomUUID } from 'node:crypto';
import { stringify } from 'csv-stringify/sync';
import type { Insertable } from 'kysely';
import type { Schema } from '#platform/schema/schema';
import type { TestApp } from '#test/app';

export const listColumns = [
  'external_id',
  'display_name',
  'email',
  'job_title',
  'department',
  'employee_id',
  'groups',
] as const;
export type ListedPerson = { external_id: string } & Partial<Record<(typeof listColumns)[number], string>>;

/** That many people: E001 Person 001, E002 Person 002 and so on. */
export const somePeople = (count: number, fields: Partial<ListedPerson> = {}): ListedPerson[] =>
  Array.from({ length: count }, (_, at) => {
    const number = String(at + 1).padStart(3, '0');
    return { external_id: `E${number}`, display_name: `Person ${number}`, department: 'Ward', ...fields };
  });

/** A staff list with these people. */
export const listOf = (people: readonly ListedPerson[]): string =>
  stringify([...people], { header: true, columns: [...listColumns] });

type PersonRow = Insertable<Schema['person']>;

const blank = {
  username: null,
  given_name: null,
  family_name: null,
  email: null,
  job_title: null,
  department: null,
  company: null,
  location: null,
  employee_id: null,
  employee_type: null,
  manager_ref: null,
};

/** A stored person of a source. */
export async function aPerson(
  { db }: TestApp,
  values: Partial<PersonRow> & Pick<PersonRow, 'connection_id'>,
): Promise<{ id: string }> {
  const id = randomUUID();
  const row: PersonRow = {
    id,
    external_id: id.slice(0, 8),
    display_name: 'Ada Example',
    source_hash: 'none',
    ...blank,
    ...values,
  };
  await db.insertInto('person').values(row).execute();
  return { id: row.id };
}
