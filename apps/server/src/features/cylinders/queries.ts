import type { Page } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';

type Filter = { search?: string | undefined; connection_id?: string | undefined; group_id?: string | undefined };

const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

const filteredCylinders = (db: Db, { search, connection_id, group_id }: Filter) =>
  db
    .selectFrom('cylinder')
    .leftJoin('cylinder_group', 'cylinder_group.id', 'cylinder.group_id')
    .where('cylinder.deleted_at', 'is', null)
    .$if(connection_id !== undefined, (q) => q.where('cylinder.connection_id', '=', connection_id ?? ''))
    .$if(group_id !== undefined, (q) => q.where('cylinder.group_id', '=', group_id ?? ''))
    .$if(search !== undefined && search !== '', (q) =>
      q.where((w) =>
        w.or([
          w('cylinder.marking', 'ilike', like(search ?? '')),
          w('cylinder.name', 'ilike', like(search ?? '')),
          w('cylinder.location', 'ilike', like(search ?? '')),
          w('cylinder_group.name', 'ilike', like(search ?? '')),
        ]),
      ),
    );

const columns = [
  'cylinder.id',
  'cylinder.connection_id',
  'cylinder.external_id',
  'cylinder.marking',
  'cylinder.name',
  'cylinder.cylinder_type',
  'cylinder.domain',
  'cylinder.location',
  'cylinder.state',
  'cylinder.group_id',
  'cylinder_group.name as group_name',
] as const;

const sortable = ['marking', 'name', 'location'] as const;

export function listCylinders(
  db: Db,
  filter: Filter,
  { offset, limit, sort = 'marking' }: Page & { sort?: string | undefined },
) {
  const column = sortable.find((name) => sort.endsWith(name)) ?? 'marking';
  return filteredCylinders(db, filter)
    .select(columns)
    .orderBy(`cylinder.${column}`, sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('cylinder.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countCylinders(db: Db, filter: Filter): Promise<number> {
  const { count } = await filteredCylinders(db, filter)
    .select((q) => q.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const findCylinder = (db: Db, id: string) =>
  filteredCylinders(db, {}).select(columns).where('cylinder.id', '=', id).executeTakeFirst();

export const listCylindersByIds = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : filteredCylinders(db, {}).select(columns).where('cylinder.id', 'in', ids).orderBy('cylinder.marking').execute();

const groupsWithCount = (db: Db) =>
  db
    .selectFrom('cylinder_group')
    .where('cylinder_group.deleted_at', 'is', null)
    .select([
      'cylinder_group.id',
      'cylinder_group.connection_id',
      'cylinder_group.external_id',
      'cylinder_group.name',
      'cylinder_group.domain',
      sql<number>`(select count(*)::int from cylinder where cylinder.group_id = cylinder_group.id and cylinder.deleted_at is null)`.as(
        'cylinders',
      ),
    ]);

const filteredGroups = (db: Db, { search, connection_id }: Filter) =>
  groupsWithCount(db)
    .$if(connection_id !== undefined, (q) => q.where('cylinder_group.connection_id', '=', connection_id ?? ''))
    .$if(search !== undefined && search !== '', (q) => q.where('cylinder_group.name', 'ilike', like(search ?? '')));

export const listGroups = (db: Db, filter: Filter, { offset, limit }: Page) =>
  filteredGroups(db, filter)
    .orderBy('cylinder_group.name')
    .orderBy('cylinder_group.id')
    .limit(limit)
    .offset(offset)
    .execute();

export async function countGroups(db: Db, filter: Filter): Promise<number> {
  const { count } = await db
    .selectFrom(filteredGroups(db, filter).as('found'))
    .select((q) => q.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const listGroupsByIds = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : groupsWithCount(db).where('cylinder_group.id', 'in', ids).orderBy('cylinder_group.name').execute();
