import type { Page } from '@key2xs/contract';
import { type Selectable, sql } from 'kysely';
import type { Db } from '#platform/deps';
import type { Schema } from '#platform/schema';

export type PersonRow = Omit<Selectable<Schema['person']>, 'search_text' | 'attributes' | 'source_hash'> & {
  connection_name: string;
};

export type PersonFilter = {
  search?: string | undefined;
  connection_id?: string | undefined;
  department?: string | undefined;
  job_title?: string | undefined;
  active?: boolean | undefined;
};

/** Escapes what LIKE would read as a pattern. */
const like = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

const filtered = (db: Db, { search, connection_id, department, job_title, active }: PersonFilter) =>
  db
    .selectFrom('person')
    .$if(search !== undefined && search !== '', (q) => q.where('search_text', 'like', like(search ?? '')))
    .$if(connection_id !== undefined, (q) => q.where('person.connection_id', '=', connection_id ?? ''))
    .$if(department !== undefined, (q) => q.where('department', '=', department ?? ''))
    .$if(job_title !== undefined, (q) => q.where('job_title', '=', job_title ?? ''))
    .$if(active !== undefined, (q) => q.where('active', '=', active ?? true));

const columns = [
  'person.id',
  'person.connection_id',
  'external_id',
  'username',
  'display_name',
  'given_name',
  'family_name',
  'email',
  'job_title',
  'department',
  'company',
  'location',
  'employee_id',
  'employee_type',
  'manager_ref',
  'active',
  'left_at',
  'person.created_at',
  'person.updated_at',
] as const;

const sortable = ['display_name', 'department', 'job_title', 'employee_id', 'updated_at'] as const;

/** Differs whenever people of any source have changed. */
const directoryStamp = sql<string>`(
  select string_agg(concat(id, directory_version), ',' order by id) from iam_connection)`;

export type ListedPersonRow = PersonRow & { directory_stamp: string };

/** Ties are broken by name and id, so that pages never overlap. */
export function listPeople(
  db: Db,
  filter: PersonFilter,
  { offset, limit, sort = 'display_name' }: Page & { sort?: string | undefined },
): Promise<ListedPersonRow[]> {
  const column = sortable.find((name) => sort.endsWith(name)) ?? 'display_name';
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  return filtered(db, filter)
    .innerJoin('iam_connection', 'iam_connection.id', 'person.connection_id')
    .select([...columns, 'iam_connection.name as connection_name', directoryStamp.as('directory_stamp')])
    .orderBy(column === 'updated_at' ? 'person.updated_at' : column, direction)
    .$if(column !== 'display_name', (q) => q.orderBy('display_name', direction))
    .orderBy('person.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countPeople(db: Db, filter: PersonFilter): Promise<number> {
  const { count } = await filtered(db, filter)
    .select((q) => q.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const findPerson = (db: Db, id: string): Promise<PersonRow | undefined> =>
  db
    .selectFrom('person')
    .innerJoin('iam_connection', 'iam_connection.id', 'person.connection_id')
    .select([...columns, 'iam_connection.name as connection_name'])
    .where('person.id', '=', id)
    .executeTakeFirst();

/** Values of one column among the active people of a source, most common first. */
export async function countValues(
  db: Db,
  connectionId: string,
  column: 'job_title' | 'department',
): Promise<{ value: string; people: number }[]> {
  const rows = await db
    .selectFrom('person')
    .select([sql<string>`${sql.ref(column)}`.as('value'), (q) => q.fn.countAll<string>().as('people')])
    .where('connection_id', '=', connectionId)
    .where('active', '=', true)
    .where(column, 'is not', null)
    .groupBy(column)
    .orderBy('people', 'desc')
    .orderBy('value')
    .execute();
  return rows.map(({ value, people }) => ({ value, people: Number(people) }));
}
