import { enteredColumns, workItemList } from '@key2xs/contract';
import { sql } from 'kysely';
import { listSource } from '#platform/list/list-source';
import type { Reader } from '#platform/visible-to';
import { standsFor } from '../decisions/service';
import { leaveOutDoors, shownDoors } from './describe/shown-doors';
import { presentWork } from './present';
import { workOf } from './relation';
import type { WorkRow } from './work-row';

/** Work of one key system is ordered by kind, then by the plan's ordinals. */
const rankOfKind = sql`array_position(
  array['member_remove', 'person_deactivate', 'programming_job', 'key_holder', 'key_times', 'key_access', 'profile_put', 'person_create',
    'person_update', 'member_add'], entry.kind)`;

const reference = (name: 'reference' | 'person_reference' | 'profile_reference') =>
  sql`(entry.write ->> ${sql.lit(name)})`;

/** The entry's references that its key system had at the last read: only those can a read find again. */
const recordedReferences = sql<string[]>`array(
  select reference from recorded_person as recorded
  where recorded.connection_id = entry.connection_id and recorded.deleted_at is null
    and reference in (${reference('reference')}, ${reference('person_reference')})
  union select reference from recorded_profile as recorded
  where recorded.connection_id = entry.connection_id and recorded.deleted_at is null
    and reference in (${reference('reference')}, ${reference('profile_reference')}))`;

/**
 * Equal for open entries, or for those closed in one way, that are the same work for other people, keys or cylinders. An entry about a
 * profile is alone, and one from before sentences had codes.
 */
export const groupOfEntry = sql<string>`'g' || md5(jsonb_build_array(
  entry.connection_id, entry.kind, case when entry.kind <> 'profile_put' and entry.subject_id is null then entry.why end, entry.state, entry.closed_by, entry.assigned_to,
  replace(entry.what ->> 'code', 'WithEmail', ''), ${reference('profile_reference')},
  case when entry.kind <> 'profile_put' and entry.subject_id is null then entry.what -> 'params' -> 'changes' end,
  case when entry.kind = 'profile_put' or entry.what ->> 'code' = 'asWritten' then entry.id end)::text)`;

/** What is entered, in columns: of a person, a key, a programming job. */
const enteredCells = Object.fromEntries(
  enteredColumns.map((column) => [
    column,
    (_: unknown, { kind, write }: Pick<WorkRow, 'kind' | 'write'>) =>
      kind === 'profile_put' || write[column] === undefined || write[column] === null ? null : String(write[column]),
  ]),
) as Record<(typeof enteredColumns)[number], (item: unknown, row: Pick<WorkRow, 'kind' | 'write'>) => string | null>;

export const workSource = (reader: Reader) =>
  listSource(workItemList, (db) =>
    db
      .selectFrom(workOf(reader, 'entry'))
      .innerJoin('key_system_connection as system', 'system.id', 'entry.connection_id'),
  )({
    resource: 'work_list',
    show: (entries) => {
      const shown = entries
        .leftJoin('admin', 'admin.id', 'entry.assigned_to')
        .leftJoin('decision', (join) => join.on(standsFor('work_item', 'entry.id')))
        .leftJoin('recorded_person as person', (join) =>
          join
            .onRef('person.connection_id', '=', 'entry.connection_id')
            .on(
              'person.own_reference',
              '=',
              sql<string>`coalesce(entry.write ->> 'person_reference', entry.write ->> 'reference')::uuid`,
            ),
        )
        .selectAll('entry')
        .select([
          'system.name as connection_name',
          'system.capabilities',
          'admin.username as assignee',
          'person.identity',
          recordedReferences.as('recorded_references'),
          'decision.decided_by',
          sql<string | null>`nullif(decision.reason, '')`.as('note'),
          shownDoors(reader).as('shown_doors'),
        ]);
      return { execute: async () => (await shown.execute()).map(leaveOutDoors) };
    },
    id: 'entry.id',
    isCostly: true,
    filters: {
      connection_id: 'entry.connection_id',
      state: (state) => (state === 'all' ? null : sql`entry.state = ${state}`),
      kind: 'entry.kind',
      assigned_to: (assignee, { id }) =>
        assignee === 'nobody'
          ? sql`entry.assigned_to is null`
          : sql`entry.assigned_to = ${assignee === 'me' ? id : assignee}`,
      group: (group) => sql`${groupOfEntry} = ${group}`,
    },
    // Instructions about profiles name doors.
    search: (pattern) =>
      reader.viewer.scope?.places
        ? sql`case entry.kind when 'profile_put' then lower(entry.label) else entry.search_text end like ${pattern}`
        : sql`entry.search_text like ${pattern}`,
    sorts: {
      order: [sql`case entry.state when 'open' then 0 else 1 end`, sql`lower(system.name)`, 'entry.ordinal'],
      created_at: 'entry.created_at',
      label: sql`lower(entry.label)`,
      kind: rankOfKind,
    },
    present: presentWork,
    cells: {
      connection: ({ connection_name }) => connection_name,
      ...enteredCells,
      before: (_, { before }) => before && JSON.stringify(before),
      after: (_, { after }) => after && JSON.stringify(after),
      waiting_since: ({ created_at }) => created_at,
      assigned_to: ({ assigned_to }) => assigned_to?.username ?? null,
      closed_by: ({ closed_by, closed_by_name }) => (closed_by === 'operator' ? closed_by_name : closed_by),
    },
  });
