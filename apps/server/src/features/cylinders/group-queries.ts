import type { Page } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { containing } from './containing';

export type GroupFilter = { search?: string | undefined; connection_id?: string | undefined };

const filtered = (db: Db, { search, connection_id }: GroupFilter) =>
  db
    .selectFrom('cylinder_group as group')
    .where('group.deleted_at', 'is', null)
    .$if(connection_id !== undefined, (q) => q.where('group.connection_id', '=', connection_id ?? ''))
    .$if(Boolean(search), (q) => q.where(sql<boolean>`lower("group".name) like ${containing(search ?? '')}`));

const shown = (db: Db, filter: GroupFilter) =>
  filtered(db, filter)
    .innerJoin('key_system_connection as system', 'system.id', 'group.connection_id')
    .select([
      'group.id',
      'group.connection_id',
      'system.name as connection_name',
      'group.external_id',
      'group.name',
      'group.domain',
      'system.inventory_read_at as read_at',
      sql<number>`(
        select count(*)::int from cylinder where cylinder.group_id = "group".id and cylinder.deleted_at is null)`.as(
        'cylinders',
      ),
    ]);

export type GroupRow = Awaited<ReturnType<typeof listGroups>>[number];

/** By name unless sorted otherwise; ties by name and id, so that pages never overlap. */
export function listGroups(
  db: Db,
  filter: GroupFilter,
  { offset, limit, sort = 'name' }: Page & { sort?: string | undefined },
) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  return shown(db, filter)
    .$if(sort.endsWith('cylinders'), (q) => q.orderBy('cylinders', direction))
    .orderBy('group.name', direction)
    .orderBy('group.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
}

/** The next so many by name, behind the one given. */
export const listGroupsBehind = (
  db: Db,
  filter: GroupFilter,
  { last, limit }: { last: Pick<GroupRow, 'name' | 'id'> | undefined; limit: number },
): Promise<GroupRow[]> =>
  shown(db, filter)
    .$if(last !== undefined, (q) =>
      q.where(sql<boolean>`("group".name, "group".id) > (${last?.name}, ${last?.id}::uuid)`),
    )
    .orderBy('group.name')
    .orderBy('group.id')
    .limit(limit)
    .execute();

export async function countGroups(db: Db, filter: GroupFilter): Promise<number> {
  const { count } = await filtered(db, filter)
    .select((q) => q.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const findGroup = (db: Db, id: string): Promise<GroupRow | undefined> =>
  shown(db, {}).where('group.id', '=', id).executeTakeFirst();

export const listByIds = (db: Db, ids: readonly string[]): Promise<GroupRow[]> =>
  shown(db, {}).where('group.id', 'in', ids).orderBy('group.name').execute();
