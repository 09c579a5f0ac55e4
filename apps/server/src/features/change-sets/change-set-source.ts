import { type ChangeSetItem, changeList, changeSetList } from '@key2xs/contract';
import { sql } from 'kysely';
import { listSource } from '#platform/list/list-source';
import { managerNames } from '#platform/manager-names';
import { standsFor } from '../decisions/service';
import { presentChangeSet, presentItem } from './present';

export const changeSetSource = listSource(changeSetList, (db) => db.selectFrom('change_set'))({
  resource: 'change_sets',
  show: (sets) =>
    sets
      .leftJoin('decision', (join) => join.on(standsFor('change_set', 'change_set.id')))
      .selectAll('change_set')
      .select(['decision.choice', 'decision.reason', 'decision.decided_by', 'decision.decided_at']),
  id: 'change_set.id',
  filters: {
    state: 'state',
    connection_id: (id) => sql`${id} in (iam_connection_id, key_system_connection_id)`,
    applied_from: (at) => sql`applied_at >= ${at}::timestamptz`,
    applied_before: (at) => sql`applied_at < ${at}::timestamptz`,
  },
  sorts: { created_at: 'change_set.created_at' },
  present: presentChangeSet,
  cells: {},
});

/** Applying a range only advances the change set's counter; its items stay 'pending' in the table. */
const outcome = sql<ChangeSetItem['outcome']>`
  case when outcome = 'pending' and ordinal <= (select applied from change_set where id = change_set_id)
  then 'done' else outcome end`;

const source = sql`(select iam_connection_id from change_set where id = change_set_id)`;
const managers = managerNames(source, {
  before: sql`before ->> 'manager_ref'`,
  after: sql`after ->> 'manager_ref'`,
});

/** As shown in English, in lower case; an unreadable row's reference is its line number. */
const shownReference = sql`case when kind = 'problem' then 'line ' || reference else lower(reference) end`;

const shownColumns = [
  'ordinal',
  'kind',
  'person_id',
  'label',
  'reference',
  'detail',
  'before',
  'after',
  'message',
] as const;

export const changeSource = listSource(changeList, (db, { id }) =>
  db.selectFrom('change_set_item').where('change_set_id', '=', id),
)({
  resource: 'change_sets',
  show: (items) =>
    items
      .select([...shownColumns, outcome.as('outcome')])
      .select([managers.before.as('manager_before'), managers.after.as('manager_after')]),
  id: 'ordinal',
  filters: {
    kind: 'kind',
    outcome: (wanted) => sql`${outcome} = ${wanted}`,
    department: (name) => sql`((kind = 'leaver' and detail = ${name}) or after ->> 'department' = ${name})`,
  },
  search: (pattern) => sql`(lower(label) like ${pattern} or ${shownReference} like ${pattern})`,
  sorts: { ordinal: 'ordinal', label: 'label' },
  present: presentItem,
  cells: {
    before: ({ before }) => before && JSON.stringify(before),
    after: ({ after }) => after && JSON.stringify(after),
  },
});
