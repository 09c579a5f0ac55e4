import { keyPlanList } from '@key2xs/contract';
import { sql } from 'kysely';
import { listSource } from '#platform/list/list-source';
import { pendingRecords } from '../content/differences';
import type { KeyPlanRow, Link } from './plan-queries';
import { presentListed } from './present-plan';

const links = (table: 'key_plan_iam_connection' | 'key_plan_key_system', connections: string) => sql<Link[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.name), '[]')
  from ${sql.table(table)} as link join ${sql.table(connections)} as c on c.id = link.connection_id
  where link.keyplan_id = plan.id)`;

export const keyPlanSource = listSource(keyPlanList, (db) => db.selectFrom('key_plan as plan'))({
  resource: 'key_plans',
  show: (plans) =>
    plans.selectAll('plan').select([
      sql<number>`(select count(*)::int from access_rule where keyplan_id = plan.id)`.as('rules'),
      sql<number>`(select count(*)::int from access_rule where keyplan_id = plan.id and is_active)`.as('active_rules'),
      sql<number>`case when takes_effect = 'at_once' then 0 else (
          select count(*)::int from ${pendingRecords(sql.ref('plan.id'))} as changed) end`.as('pending_changes'),
      sql<KeyPlanRow['second_person_removal']>`(
        select jsonb_build_object('requested_by', admin.username, 'requested_at', second_person_removal_at) from admin
        where admin.id = second_person_removal_by and second_person_removal_at > now() - interval '7 days')`.as(
        'second_person_removal',
      ),
      links('key_plan_iam_connection', 'iam_connection').as('iam_connections'),
      links('key_plan_key_system', 'key_system_connection').as('key_system_connections'),
    ]),
  id: 'plan.id',
  filters: { is_active: 'plan.is_active' },
  search: (pattern) => sql`lower(plan.name || ' ' || plan.description) like ${pattern}`,
  sorts: { updated_at: 'plan.updated_at', name: sql`lower(plan.name)` },
  present: (row, _, viewer) => presentListed(row, viewer),
  cells: {
    iam_connections: ({ iam_connections }) => namesOf(iam_connections),
    key_system_connections: ({ key_system_connections }) => namesOf(key_system_connections),
  },
});

const namesOf = (connections: readonly Link[]) => connections.map(({ name }) => name).join('; ');

/** The same list, of the plans linked to one identity source. */
export const keyPlansOf = (connectionId: string): typeof keyPlanSource => ({
  ...keyPlanSource,
  from: (db) =>
    keyPlanSource
      .from(db, undefined)
      .where(
        sql<boolean>`plan.id in (select keyplan_id from key_plan_iam_connection where connection_id = ${connectionId})`,
      ),
});
