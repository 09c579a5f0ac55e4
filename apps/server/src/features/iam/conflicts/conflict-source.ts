import { conflictList, parkedList } from '@key2xs/contract';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import { listSource } from '#platform/list/list-source';
import { standsFor } from '../../decisions/service';

/** Ids of those of its people who are stored with the number now. */
const holders = sql<string[]>`array(
  select person.id::text from jsonb_array_elements(conflict.people) as one
  join person on person.id = (one ->> 'person_id')::uuid
  where conflict.kind <> 'returner' and person.employee_id = conflict.value and person.superseded_at is null)`;

export const conflictSource = listSource(conflictList, (db) =>
  db
    .selectFrom('directory_conflict as conflict')
    .leftJoin('decision', (join) => join.on(standsFor('directory_conflict', 'conflict.id'))),
)({
  resource: 'people',
  show: (rows) =>
    rows
      .innerJoin('iam_connection as source', 'source.id', 'conflict.connection_id')
      .selectAll('conflict')
      .select(['source.name as connection_name', holders.as('holders'), 'decision.decided_by', 'decision.decided_at'])
      .select(sql<string | null>`decision.reason`.as('reason')),
  id: 'conflict.id',
  filters: { connection_id: 'conflict.connection_id', kind: 'conflict.kind', state: 'conflict.state' },
  search: (pattern) => sql`lower(conflict.value) like ${pattern}`,
  sorts: { found_at: 'conflict.found_at', value: 'conflict.value', decided_at: 'decision.decided_at' },
  present: ({ holders, people, ...row }) => ({
    ...row,
    people: people.map((one) => ({ ...one, has_number: one.person_id !== null && holders.includes(one.person_id) })),
    decided_at: row.decided_at?.toISOString() ?? null,
    found_at: row.found_at.toISOString(),
  }),
  cells: {},
});

export const parkedSource = listSource(parkedList, (db) => db.selectFrom('parked_person as parked'))({
  resource: 'people',
  show: (rows) =>
    rows
      .innerJoin('iam_connection as source', 'source.id', 'parked.connection_id')
      .selectAll('parked')
      .select('source.name as connection_name'),
  id: sql`(parked.connection_id, parked.external_id)`,
  filters: { connection_id: 'parked.connection_id' },
  search: (pattern) => sql`(lower(parked.label) like ${pattern} or lower(parked.external_id) like ${pattern})`,
  sorts: { last_seen_at: 'parked.last_seen_at', label: 'parked.label', next_try_at: 'parked.next_try_at' },
  present: (row, language) => ({
    ...row,
    reason: renderSentence(row.reason, language),
    next_try_at: row.next_try_at.toISOString(),
    first_seen_at: row.first_seen_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
  }),
  cells: {},
});
