import { z } from 'zod';
import type { Directory } from './directory';
import { guidOf } from './object-id';
import type { Person } from './objects';

const columns = [
  'employeeId',
  'userName',
  'givenName',
  'familyName',
  'mail',
  'jobTitle',
  'department',
  'employmentType',
] as const;
const Row = z.record(z.enum(columns), z.string());
type Row = z.infer<typeof Row>;

/** Rows of a CSV file with these columns; fields may be quoted. @throws RangeError */
export function readPeople(csv: string): Row[] {
  const [head = [], ...rows] = fieldsOf(csv.replace(/^\uFEFF/, ''));
  const missing = columns.filter((column) => !head.includes(column));
  if (missing.length > 0) throw new RangeError(`The file has no column ${missing.join(', ')}.`);
  return rows.map((fields) =>
    Row.parse(Object.fromEntries(columns.map((name) => [name, fields[head.indexOf(name)] ?? '']))),
  );
}

function fieldsOf(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/y;
  while (cell.lastIndex < csv.length) {
    const [, quoted, plain = '', end] = cell.exec(csv) ?? [];
    if (end === undefined) throw new RangeError('The file is no CSV.');
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

export type Loaded = { people: number; added: number; changed: number; gone: number };

/**
 * Makes the directory hold exactly the people of the list: adds new ones and soft-deletes missing ones, as ordinary changes.
 * People are identified by `employeeId`.
 */
export function loadPeople(directory: Directory, rows: readonly Row[]): Loaded {
  const { people } = directory;
  const wanted = new Set<string>();
  const loaded = { people: rows.length, added: 0, changed: 0, gone: 0 };
  const now = directory.clock.now().toISOString();
  for (const row of rows) {
    const person = personOf(row, now);
    const before = people.get(person.id);
    wanted.add(person.id);
    const last = directory.last();
    directory.putPerson(before ? { ...person, createdDateTime: before.createdDateTime } : person);
    if (before?.gone !== null) loaded.added++;
    else if (directory.last() > last) loaded.changed++;
  }
  for (let index = 0; index < people.total(); index++) {
    const person = people.at(index);
    if (person?.gone !== null || wanted.has(person.id)) continue;
    directory.putPerson({ ...person, gone: 'changed', deletedDateTime: now });
    loaded.gone++;
  }
  return loaded;
}

const orNull = (text: string) => (text === '' ? null : text);

const personOf = (row: Row, now: string): Person => ({
  id: guidOf('person of a list', row.employeeId),
  userPrincipalName: row.userName,
  displayName: `${row.givenName} ${row.familyName}`.trim(),
  givenName: orNull(row.givenName),
  surname: orNull(row.familyName),
  mail: orNull(row.mail),
  jobTitle: orNull(row.jobTitle),
  department: orNull(row.department),
  companyName: null,
  officeLocation: null,
  employeeId: row.employeeId,
  employeeType: orNull(row.employmentType),
  accountEnabled: true,
  userType: 'Member',
  employeeHireDate: null,
  employeeLeaveDateTime: null,
  onPremisesSamAccountName: null,
  createdDateTime: now,
  deletedDateTime: null,
  manager: null,
  gone: null,
});
