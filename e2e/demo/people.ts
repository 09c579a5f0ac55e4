import type { Row, StaffListFile } from '../lib/data/lists';

const share = { leavers: 97, movers: 61, joiners: 89 };

/**
 * The town of the small list, grown to `count` people: names are made of the list's own, jobs are spread as there.
 * `later` is the list some weeks on: one person in a hundred has left, some have moved, others have come.
 */
export function growTown(list: StaffListFile, count: number) {
  const pattern = [...list.rows.values()];
  const first = range(0, count).map((index) => personAt(pattern, index));
  const moved = first.map((person, index) => (index % share.movers === 11 ? movedOn(pattern, person, index) : person));
  const stayed = moved.filter((_, index) => index % share.leavers !== 23);
  const joined = range(count, count + Math.ceil(count / share.joiners)).map((index) => personAt(pattern, index));
  return { first: fileOf('Town staff.csv', first), later: fileOf('Town staff, later.csv', [...stayed, ...joined]) };
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

const at = (pattern: readonly Row[], index: number): Row => {
  const row = pattern[index % pattern.length];
  if (!row) throw new Error('the list has no people');
  return row;
};

/** Each pair of names comes once in as many people as there are pairs. */
function personAt(pattern: readonly Row[], index: number): Row {
  const round = Math.floor(index / pattern.length);
  const { jobTitle, department, employmentType = '' } = at(pattern, index);
  const givenName = at(pattern, index + round).givenName ?? '';
  const familyName = at(pattern, index * 7 + round * 3).familyName ?? '';
  const userName = `${givenName}.${familyName}${index + 1}@town.example`.toLowerCase().replaceAll(' ', '-');
  const employeeId = `T${100_001 + index}`;
  return { employeeId, userName, givenName, familyName, mail: userName, jobTitle, department, employmentType };
}

function movedOn(pattern: readonly Row[], person: Row, index: number): Row {
  const { jobTitle, department } = at(pattern, index + 101);
  return { ...person, jobTitle, department };
}

function fileOf(name: string, rows: readonly Row[]) {
  const columns = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => columns.map((column) => row[column]).join(','));
  return { name, content: Buffer.from([columns.join(','), ...lines].join('\n')) };
}
