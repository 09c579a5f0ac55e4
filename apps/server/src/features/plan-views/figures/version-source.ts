import { planVersionList } from '@key2xs/contract';
import { sql } from 'kysely';
import { listSource } from '#platform/list/list-source';

const isInForce = sql<boolean>`(version.number = plan.version_in_force)`;

export const versionSource = listSource(planVersionList, (db, { keyplan_id }) =>
  db
    .selectFrom('key_plan_version as version')
    .innerJoin('key_plan as plan', 'plan.id', 'version.keyplan_id')
    .where('version.keyplan_id', '=', keyplan_id),
)({
  resource: 'key_plans',
  show: (versions) =>
    versions.select([
      'version.number',
      'version.at',
      'version.cause',
      'version.made_by',
      'version.reason',
      'version.changes',
      'version.figures',
      isInForce.as('is_in_force'),
    ]),
  id: 'version.number',
  filters: { cause: 'version.cause' },
  search: (pattern) => sql`lower(version.made_by || ' ' || coalesce(version.reason, '')) like ${pattern}`,
  sorts: { number: 'version.number' },
  present: (row) => ({ ...row, at: row.at.toISOString() }),
  cells: {
    changes: ({ changes }) => JSON.stringify(changes),
    figures: ({ figures }) => (figures ? JSON.stringify(figures) : ''),
  },
});
