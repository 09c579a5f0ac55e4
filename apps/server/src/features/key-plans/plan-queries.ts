import type { Page } from '@key2xs/contract';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '#platform/deps';
import type { Schema } from '#platform/schema';

type Link = { id: string; name: string };
export type KeyPlanRow = Selectable<Schema['key_plan']> & {
  rules: number;
  active_rules: number;
  iam_connections: Link[];
  key_system_connections: Link[];
};

export type KeyPlanFilter = {
  is_active?: boolean | undefined;
  search?: string | undefined;
  /** Only plans linked to this identity source. */
  iam_connection_id?: string | undefined;
};

const links = (table: 'key_plan_iam_connection' | 'key_plan_key_system', connections: string) => sql<Link[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.name), '[]')
  from ${sql.table(table)} as link join ${sql.table(connections)} as c on c.id = link.connection_id
  where link.keyplan_id = plan.id)`;

const filtered = (db: Db, { is_active, search, iam_connection_id }: KeyPlanFilter) =>
  db
    .selectFrom('key_plan as plan')
    .$if(is_active !== undefined, (q) => q.where('plan.is_active', '=', is_active ?? true))
    .$if(search !== undefined && search !== '', (q) =>
      q.where(sql<boolean>`strpos(lower(plan.name || ' ' || plan.description), lower(${search})) > 0`),
    )
    .$if(iam_connection_id !== undefined, (q) =>
      q.where('plan.id', 'in', (s) =>
        s
          .selectFrom('key_plan_iam_connection')
          .select('keyplan_id')
          .where('connection_id', '=', iam_connection_id ?? ''),
      ),
    );

const withCounts = (db: Db, filter: KeyPlanFilter) =>
  filtered(db, filter)
    .selectAll('plan')
    .select([
      sql<number>`(select count(*)::int from access_rule where keyplan_id = plan.id)`.as('rules'),
      sql<number>`(select count(*)::int from access_rule where keyplan_id = plan.id and is_active)`.as('active_rules'),
      links('key_plan_iam_connection', 'iam_connection').as('iam_connections'),
      links('key_plan_key_system', 'key_system_connection').as('key_system_connections'),
    ]);

/** Last changed first unless sorted otherwise. */
export function listKeyPlans(
  db: Db,
  filter: KeyPlanFilter,
  { offset, limit, sort = '-updated_at' }: Page & { sort?: string | undefined },
): Promise<KeyPlanRow[]> {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  return withCounts(db, filter)
    .orderBy(sort.endsWith('name') ? sql`lower(plan.name)` : 'plan.updated_at', direction)
    .orderBy('plan.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countKeyPlans(db: Db, filter: KeyPlanFilter): Promise<number> {
  const { count } = await filtered(db, filter)
    .select((q) => q.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const findKeyPlan = (db: Db, id: string): Promise<KeyPlanRow | undefined> =>
  withCounts(db, {}).where('plan.id', '=', id).executeTakeFirst();

export async function insertKeyPlan(db: Db, row: Insertable<Schema['key_plan']>): Promise<void> {
  await db.insertInto('key_plan').values(row).execute();
}

/**
 * Raises the version. Also called with an empty change when rules, profiles or links of the plan change: the version
 * stands for everything the plan grants.
 * @returns false when the row is gone or no longer has the expected version
 */
export async function touchKeyPlan(
  db: Db,
  id: string,
  set: Updateable<Schema['key_plan']> = {},
  expectedVersion?: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('key_plan')
    .set({ ...set, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .$if(expectedVersion !== undefined, (q) => q.where('version', '=', expectedVersion ?? 0))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
