import type { Page, Person } from '@key2xs/contract';
import type { Db } from '#platform/deps';
import { notFound } from '#platform/errors';
import { presentPerson } from './present';
import { countPeople, findPerson, type ListedPersonRow, listPeople, type PersonFilter } from './queries';
import { totalOf } from './total-cache';

export { countValues } from './queries';

/** One page of people with the number of all that match. */
export async function listPage(db: Db, filter: PersonFilter & { sort?: string | undefined }, page: Page) {
  const rows = await listPeople(db, filter, { ...page, sort: filter.sort });
  return { items: rows.map(presentPerson), total: await totalBeside(db, filter, { rows, page }), ...page };
}

type Read = { rows: readonly ListedPersonRow[]; page: Page };

async function totalBeside(db: Db, filter: PersonFilter, { rows: [first], page }: Read): Promise<number> {
  if (first) return totalOf(db, filter, first.directory_stamp);
  return page.offset === 0 ? 0 : countPeople(db, filter);
}

/** @throws AppError not_found, also when the person belongs to another source than the one named */
export async function getPerson(db: Db, id: string, connectionId?: string): Promise<Person> {
  const row = await findPerson(db, id);
  if (!row || (connectionId !== undefined && row.connection_id !== connectionId)) throw notFound('person');
  return presentPerson(row);
}
