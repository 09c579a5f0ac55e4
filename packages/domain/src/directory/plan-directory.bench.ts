import { bench, describe } from 'vitest';
import { manyPersons } from '../../test/large-house';
import { compileMapping } from './map-staff-row';
import { type CurrentPerson, directoryPlanner } from './plan-directory';

// The size of a large city. The text itself serves as hash, to leave hashing out of the measurement.
const people = manyPersons(32_812);
const columns = [
  'employeeId',
  'userName',
  'givenName',
  'familyName',
  'mail',
  'jobTitle',
  'department',
  'employmentType',
];
const cells = people.map(({ id, job_title, department }, i) => {
  const mail = `given.family${i}@city.example`;
  return [
    `E${100_000 + i}`,
    mail,
    `Given${i}`,
    `Family${i}`,
    mail,
    job_title ?? '',
    department ?? '',
    `full-time ${id}`,
  ];
});
const { mapRow } = compileMapping(columns, {
  external_id: 'employeeId',
  username: 'userName',
  given_name: 'givenName',
  family_name: 'familyName',
  email: 'mail',
  job_title: 'jobTitle',
  department: 'department',
  employee_type: 'employmentType',
});
const rows = cells.map((row, i) => ({ row: i + 2, hash: row.join(), state: 'active' as const, ...mapRow(row) }));

/** The stored people, every `share`-th with another title and hash. */
function aDirectory(share: number): Map<string, CurrentPerson> {
  return new Map(
    rows.map(({ hash, fields: { external_id = '', job_title = null, department = null } }, i) => {
      const person = { external_id, person_id: `p${i}`, state: 'active' as const, department, groups: '' };
      const isChanged = i % share === 0;
      return [external_id, { ...person, ...(isChanged ? { hash: 'other', job_title: 'OTHER' } : { hash, job_title }) }];
    }),
  );
}

function planAll(current: Map<string, CurrentPerson>) {
  const planner = directoryPlanner();
  for (const row of rows) planner.take(row, current.get(row.fields.external_id ?? ''));
  planner.leave([...current.values()]);
}

const [unchanged, fifthChanged, empty] = [aDirectory(Number.POSITIVE_INFINITY), aDirectory(5), new Map()];

describe('32,812 people', () => {
  bench('mapRow, every row', () => {
    for (const row of cells) mapRow(row);
  });
  bench('planDirectory, first import', () => planAll(empty));
  bench('planDirectory, a fifth changed', () => planAll(fifthChanged));
  bench('planDirectory, nothing changed', () => planAll(unchanged));
});
