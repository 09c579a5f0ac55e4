import { peopleList } from '@key2xs/contract';
import { type RawBuilder, sql } from 'kysely';
import { listSource } from '#platform/list/list-source';
import type { Reader } from '#platform/visible-to';
import { hasNoKeyIn } from '../keys/service';
import { isInGroup } from './group-source';
import { hasManager } from './managers';
import { presentPerson } from './present';
import { groupsOfPerson, personColumns } from './queries';
import { peopleOf } from './relation';

/** Changes whenever people of any source change, which only runs do, and whenever a key system was read. */
const directoryStamp = sql<string>`concat(
  (select string_agg(concat(id, directory_version), ',' order by id) from iam_connection),
  (select string_agg(concat(id, inventory_read_at, persons_read_at), ',' order by id) from key_system_connection))`;

/** People whose name, number or mail address matches a pattern. */
export const peopleLike = (pattern: RawBuilder<string>): RawBuilder<boolean> => sql`search_text like ${pattern}`;

export const peopleSource = (reader: Reader) =>
  listSource(peopleList, (db) => db.selectFrom(peopleOf(reader)).where('person.erased_at', 'is', null))({
    resource: 'people',
    show: (people) =>
      people
        .innerJoin('iam_connection', 'iam_connection.id', 'person.connection_id')
        .select([...personColumns, 'iam_connection.name as connection_name', groupsOfPerson.as('groups')]),
    id: 'person.id',
    stamp: directoryStamp,
    filters: {
      connection_id: 'person.connection_id',
      department: 'department',
      job_title: 'job_title',
      group_id: isInGroup,
      manager_id: (id) => hasManager(reader, id),
      active: 'active',
      without_key_in: (id) => hasNoKeyIn(reader, id),
      state: 'state',
    },
    search: peopleLike,
    sorts: {
      display_name: 'display_name',
      department: 'department',
      job_title: 'job_title',
      employee_id: 'employee_id',
      updated_at: 'person.updated_at',
    },
    present: presentPerson,
    cells: { groups: ({ groups }) => groups.map(({ name }) => name).join('; ') },
  });
