import { loadLists, type StaffListFile } from '../lib/data/lists';

const titles = ['CLERK III', 'POLICE OFFICER', 'FIREFIGHTER', 'LIBRARIAN II', 'PLUMBER', 'CIVIL ENGINEER IV'];
const departments = ['POLICE', 'FIRE', 'PUBLIC LIBRARY', 'WATER MGMNT', 'FINANCE', 'LAW'];
const header = 'employeeId,userName,givenName,familyName,mail,jobTitle,department,employmentType';

/** A list of `count` made-up people. */
export function makeList(count: number): Buffer {
  const rows = Array.from({ length: count }, (_, i) => {
    const name = `given${i % 977}.family${i % 1_009}`;
    const [given, family] = name.split('.');
    const title = titles[i % titles.length];
    const department = departments[(i * 7) % departments.length];
    return `B${100_000 + i},${name}${i}@bench.example,${given},${family},${name}${i}@bench.example,${title},${department},full-time`;
  });
  return Buffer.from([header, ...rows].join('\n'));
}

/** The city's first list if present, otherwise one of the same size. */
export async function firstList(): Promise<StaffListFile> {
  const { isCity, first } = await loadLists();
  return isCity ? first : { name: 'made-up.csv', content: makeList(32_812), rows: new Map() };
}
