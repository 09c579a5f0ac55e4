import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parse } from 'csv-parse/sync';

export type Row = { employeeId: string; jobTitle: string; department: string; [column: string]: string };
export type StaffListFile = { name: string; content: Buffer; rows: Map<string, Row> };

const city = new URL('../../../../shared/data/city/', import.meta.url);
const shipped = new URL('../../lists/', import.meta.url);

/** The two lists of a folder, or the small ones of this repository. */
export async function listsOf(folder = fileURLToPath(shipped)) {
  const [firstPath, secondPath] = [join(resolve(folder), '2018.csv'), join(resolve(folder), '2022.csv')];
  return {
    first: { path: firstPath, ...(await load(pathToFileURL(firstPath))) },
    second: { path: secondPath, ...(await load(pathToFileURL(secondPath))) },
  };
}

/** The city's two snapshots if present, otherwise the small lists of this repository. */
export async function loadLists({
  isSmall = false,
} = {}): Promise<{ isCity: boolean; first: StaffListFile; second: StaffListFile }> {
  const isCity = !isSmall && existsSync(new URL('2018.csv', city));
  const folder = isCity ? city : shipped;
  return { isCity, first: await load(new URL('2018.csv', folder)), second: await load(new URL('2022.csv', folder)) };
}

async function load(url: URL): Promise<StaffListFile> {
  const content = await readFile(url);
  const rows = parse(content, { bom: true, columns: true }) as Row[]; // the columns come from the header line
  return {
    name: basename(fileURLToPath(url)),
    content,
    rows: new Map(rows.map((row) => [row.employeeId, row])),
  };
}

/** Joiners, leavers and movers between two lists, counted without the product's code. */
export function compareLists(first: StaffListFile, second: StaffListFile) {
  const figures = { joiner: 0, leaver: 0, mover: 0, update: 0, unchanged: 0 };
  for (const [id, row] of second.rows) {
    const old = first.rows.get(id);
    if (!old) figures.joiner++;
    else if (old.jobTitle !== row.jobTitle || old.department !== row.department) figures.mover++;
    else if (Object.keys(row).some((column) => old[column] !== row[column])) figures.update++;
    else figures.unchanged++;
  }
  for (const id of first.rows.keys()) if (!second.rows.has(id)) figures.leaver++;
  return figures;
}
