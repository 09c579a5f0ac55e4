import type { Row, StaffListFile } from '../lib/data/lists';

const departments = ['POLICE', 'FIRE', 'PUBLIC LIBRARY', 'WATER MGMNT', 'FINANCE', 'LAW'];
const titles = ['CLERK III', 'FIREFIGHTER', 'LIBRARIAN II', 'PLUMBER', 'CIVIL ENGINEER IV'];
const columns = ['employeeId', 'userName', 'givenName', 'familyName', 'jobTitle', 'department'];
const people = 3_000;
/** People per department who move in a round, and back in the next: work for a sync, but too few to trip a guard. */
const movers = 5;

/** The staff list of a round. No one joins or leaves; different people move each round. */
export function listOfRound(round: number): StaffListFile {
  const rows = Array.from({ length: people }, (_, n) => personOf(n, round));
  const lines = [columns, ...rows.map((row) => columns.map((name) => row[name]))].map((cells) => cells.join(','));
  return {
    name: `round-${round}.csv`,
    content: Buffer.from(lines.join('\n')),
    rows: new Map(rows.map((row) => [row.employeeId, row])),
  };
}

function personOf(n: number, round: number): Row {
  const home = n % departments.length;
  const place = Math.floor(n / departments.length);
  const rounds = people / departments.length / movers;
  const isAway = Math.floor(place / movers) === round % rounds;
  return {
    employeeId: `C${10_000 + n}`,
    userName: `person${n}`,
    givenName: `Given${n}`,
    familyName: `Family${n}`,
    jobTitle: titles[n % titles.length] ?? '',
    department: departments[(home + (isAway ? 1 : 0)) % departments.length] ?? '',
  };
}
