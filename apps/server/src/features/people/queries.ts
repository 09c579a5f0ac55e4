import type { Person } from '@key2xs/contract';
import { type Selectable, sql } from 'kysely';
import type { Schema } from '#platform/schema/schema';
import { type Reader, visibleTo } from '#platform/visible-to';
import { peopleOf } from './relation';

export type PersonRow = Omit<
  Selectable<Schema['person']>,
  'search_text' | 'attributes' | 'source_hash' | 'group_ids' | 'starts_on' | 'ends_on' | 'superseded_at' | 'erased_at'
> & {
  starts_on: string | null;
  ends_on: string | null;
  connection_name: string;
  groups: Person['groups'];
};

export const groupsOfPerson = sql<Person['groups']>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by lower(name), id), '[]')
  from person_group where id = any(person.group_ids))`;

export const personColumns = [
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
  'state',
  'suspended_at',
  'left_at',
  'forgotten_after',
  sql<string | null>`starts_on::text`.as('starts_on'),
  sql<string | null>`ends_on::text`.as('ends_on'),
  'person.created_at',
  'person.updated_at',
] as const;

/** Values of one column among the active people of a source, most common first. */
export async function countValues(
  reader: Reader,
  connectionId: string,
  column: 'job_title' | 'department',
): Promise<{ value: string; people: number }[]> {
  const rows = await reader.db
    .selectFrom(peopleOf(reader))
    .select([sql<string>`${sql.ref(column)}`.as('value'), (q) => q.fn.countAll<string>().as('people')])
    .where('connection_id', '=', connectionId)
    .where('active', '=', true)
    .where(column, 'is not', null)
    .where(visibleTo(reader.viewer, 'people'))
    .groupBy(column)
    .orderBy('people', 'desc')
    .orderBy('value')
    .execute();
  return rows.map(({ value, people }) => ({ value, people: Number(people) }));
}
