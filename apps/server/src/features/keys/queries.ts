import type { Page } from '@key2xs/contract';
import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#platform/deps';
import type { Schema } from '#platform/schema';
import { containing } from '../cylinders/service';

export type KeyFilter = {
  search?: string | undefined;
  connection_id?: string | undefined;
  key_type?: string | undefined;
  state?: string | undefined;
  holder?: 'any' | 'none' | undefined;
};

export type KeyRow = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number];

function conditions(q: ExpressionBuilder<Schema, 'key'>, filter: KeyFilter): Expression<SqlBool> {
  const { search, holder } = filter;
  const equal = (['connection_id', 'key_type', 'state'] as const).flatMap((column) => {
    const value = filter[column];
    return value === undefined ? [] : [q(`key.${column}`, '=', value)];
  });
  const pattern = containing(search ?? '');
  return q.and([
    q('key.deleted_at', 'is', null),
    ...equal,
    ...(holder ? [q('key.holder_identity', holder === 'any' ? 'is not' : 'is', null)] : []),
    ...(search
      ? [
          sql<boolean>`(key.search_text like ${pattern} or (key.connection_id, key.holder_identity) in (
            select connection_id, identity from recorded_person where search_text like ${pattern}))`,
        ]
      : []),
  ]);
}

const filtered = (db: Db, filter: KeyFilter) => db.selectFrom('key').where((q) => conditions(q, filter));

/** A reference is ours when it is the id of a person; others' need not look like one. */
const ownPerson = sql<string | null>`(
  select person.id from person where person.id = case
    when holder.reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then holder.reference::uuid end)`;

const withHolder = (query: SelectQueryBuilder<Schema, 'key', object>) =>
  query.leftJoin('recorded_person as holder', (join) =>
    join.onRef('holder.connection_id', '=', 'key.connection_id').onRef('holder.identity', '=', 'key.holder_identity'),
  );

const shown = (query: SelectQueryBuilder<Schema, 'key', object>) =>
  withHolder(query)
    .innerJoin('key_system_connection as system', 'system.id', 'key.connection_id')
    .select([
      'key.id',
      'key.connection_id',
      'system.name as connection_name',
      'key.external_id',
      'key.marking',
      'key.name',
      'key.serial',
      'key.key_type',
      'key.state',
      'key.holder_identity',
      'holder.full_name as holder_name',
      ownPerson.as('holder_person_id'),
      'key.last_update_at',
      'system.inventory_read_at as read_at',
    ]);

const sortable = {
  marking: 'key.marking',
  name: 'key.name',
  holder: 'holder.full_name',
  state: 'key.state',
  last_update_at: 'key.last_update_at',
} as const;

/** By marking unless sorted otherwise, unknown values last; ties by marking and id, so that pages never overlap. */
export async function listKeys(
  db: Db,
  filter: KeyFilter,
  { offset, limit, sort = 'marking' }: Page & { sort?: string | undefined },
): Promise<KeyRow[]> {
  const by = Object.entries(sortable).find(([name]) => sort.replace('-', '') === name)?.[1] ?? 'key.marking';
  const mayBeUnknown = by === 'holder.full_name' || by === 'key.last_update_at';
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const page = await withHolder(filtered(db, filter))
    .select('key.id')
    .$if(mayBeUnknown, (q) => q.orderBy(by, (order) => order[direction]().nullsLast()))
    .$if(!mayBeUnknown, (q) => q.orderBy(by, direction))
    .$if(by !== 'key.marking', (q) => q.orderBy('key.marking', direction))
    .orderBy('key.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return page.length === 0
    ? []
    : listInOrder(
        db,
        page.map(({ id }) => id),
      );
}

/** What is shown of a key costs several look-ups, which rows before the page must not cost. */
async function listInOrder(db: Db, ids: readonly string[]): Promise<KeyRow[]> {
  const rows = await shown(db.selectFrom('key').where('key.id', 'in', ids)).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The next so many by marking, behind the one given. */
export const listKeysBehind = (
  db: Db,
  filter: KeyFilter,
  { last, limit }: { last: Pick<KeyRow, 'marking' | 'id'> | undefined; limit: number },
): Promise<KeyRow[]> =>
  shown(filtered(db, filter))
    .$if(last !== undefined, (q) =>
      q.where(sql<boolean>`(key.marking, key.id) > (${last?.marking}, ${last?.id}::uuid)`),
    )
    .orderBy('key.marking')
    .orderBy('key.id')
    .limit(limit)
    .execute();

export async function countKeys(db: Db, filter: KeyFilter): Promise<number> {
  const { count } = await filtered(db, filter)
    .select((q) => q.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
