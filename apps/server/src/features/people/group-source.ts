import { personGroupList } from '@key2xs/contract';
import { type RawBuilder, sql } from 'kysely';
import { listSource } from '#platform/list/list-source';
import type { Reader } from '#platform/visible-to';
import { peopleOf } from './relation';

/** Whether a person is in a group; in the form that the index of groups needs. */
export const isInGroup = (groupId: string): RawBuilder<boolean> =>
  sql<boolean>`(group_ids <> '{}' and group_ids @> array[${groupId}::uuid])`;

const people = sql<number>`coalesce(counted.people, 0)`;

/** Counts members once for all groups of the source. */
export const groupSource = (reader: Reader) =>
  listSource(personGroupList, (db, { id }) =>
    db
      .selectFrom('person_group')
      .leftJoin(
        sql<{ group_id: string; people: number }>`(
        select group_id, count(*)::int as people from ${peopleOf(reader)} cross join unnest(group_ids) as group_id
        where connection_id = ${id} and active and group_ids <> '{}' group by group_id)`.as('counted'),
        'counted.group_id',
        'person_group.id',
      )
      .where('person_group.connection_id', '=', id),
  )({
    resource: 'people',
    show: (groups) =>
      groups.select(['person_group.id', 'connection_id', 'name', 'created_at', 'gone_at', people.as('people')]),
    id: 'person_group.id',
    filters: { is_gone: (isGone) => (isGone ? sql`gone_at is not null` : sql`gone_at is null`) },
    search: (pattern) => sql`lower(name) like ${pattern}`,
    sorts: { name: sql`lower(name)`, people },
    present: (row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      gone_at: row.gone_at?.toISOString() ?? null,
    }),
    cells: {},
  });
