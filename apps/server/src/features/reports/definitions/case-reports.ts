import { say } from '@key2xs/texts';
import { type RawBuilder, sql } from 'kysely';
import { doorCounts } from '../../key-cases/service';
import { keysOf, standingsOf } from '../../keys/relation';
import { peopleOf } from '../../people/relation';
import { isOfSystem, momentOrder, type ReportDefinition } from '../report';
import { moment, number, state, text } from './columns';

type Progress = 'no_case' | 'to_do' | 'in_work' | 'no_doors' | 'done';

const doors = (name: 'undecided' | 'waiting' | 'failed' | 'secured' | 'accepted') =>
  sql<number>`(counted.doors ->> ${sql.lit(name)})::int`;

/** No one outside of what the reader may see: such a key is not among the reader's keys. */
const holder: RawBuilder<string | null> = sql`coalesce(held_by.display_name, nullif(outsider.full_name, ''),
  key_case.holder_identity)`;

/** A key that is lost keeps the doors of its last case after that has ended. */
const lostKeys: ReportDefinition = {
  id: 'lost_keys',
  group: 'cases',
  resource: 'key_desk',
  parameters: [{ kind: 'key_system' }],
  columns: [
    text('key_system'),
    text('key'),
    text('key_name'),
    text('holder'),
    text('department'),
    moment('lost_since'),
    state('progress', (value) => say(`report.progress.${value as Progress}`)),
    number('doors_undecided'),
    number('doors_waiting'),
    number('doors_failed'),
    number('doors_secured'),
    number('doors_accepted'),
  ],
  rows: ({ reader, chosen }) => sql`
    select standing.key_id::text as id, ${momentOrder(sql`key_case.opened_at`)} as sort, system.name as key_system,
      standing.marking as key, standing.name as key_name, ${holder} as holder, held_by.department,
      key_case.opened_at as lost_since, case
        when key_case.id is null then 'no_case'
        when ${doors('undecided')} + ${doors('failed')} > 0 then 'to_do'
        when ${doors('waiting')} > 0 then 'in_work'
        when ${doors('secured')} + ${doors('accepted')} = 0 then 'no_doors' else 'done' end as progress,
      ${doors('undecided')} as doors_undecided, ${doors('waiting')} as doors_waiting, ${doors('failed')} as doors_failed,
      ${doors('secured')} as doors_secured, ${doors('accepted')} as doors_accepted
    from ${standingsOf(reader)}
    join key_system_connection as system on system.id = standing.connection_id
    left join lateral (
      select * from key_case as one where one.key_id = standing.key_id and one.kind = 'lost'
      order by one.closed_at desc nulls first, one.opened_at desc limit 1) as key_case on true
    left join ${peopleOf(reader, 'held_by')} on held_by.id = key_case.person_id
    left join recorded_person as outsider
      on outsider.connection_id = standing.connection_id and outsider.identity = key_case.holder_identity
    cross join lateral (select case when key_case.id is not null then ${doorCounts(reader)} end as doors) as counted
    where standing.deleted_at is null and standing.state = 'lost' and ${isOfSystem(sql`standing.connection_id`, chosen)}`,
  direction: 'asc',
};

const leaverCases: ReportDefinition = {
  id: 'leaver_cases',
  group: 'cases',
  resource: 'key_desk',
  parameters: [{ kind: 'key_system' }],
  columns: [
    text('holder'),
    text('department'),
    text('key_system'),
    text('key'),
    text('key_name'),
    moment('opened'),
    moment('due'),
    number('days_late'),
    text('owner'),
  ],
  rows: ({ reader, now, chosen }) => sql`
    select key_case.id::text as id, ${momentOrder(sql`key_case.due_at`)} as sort, ${holder} as holder, held_by.department,
      system.name as key_system, lent.marking as key, lent.name as key_name, key_case.opened_at as opened,
      key_case.due_at as due, case when key_case.due_at < ${now}
        then floor(extract(epoch from ${now}::timestamptz - key_case.due_at) / 86400)::int end as days_late,
      coalesce(owner.name, owner.username) as owner
    from key_case join ${keysOf(reader, 'lent')} on lent.id = key_case.key_id
    join key_system_connection as system on system.id = lent.connection_id
    left join ${peopleOf(reader, 'held_by')} on held_by.id = key_case.person_id
    left join recorded_person as outsider
      on outsider.connection_id = lent.connection_id and outsider.identity = key_case.holder_identity
    left join admin as owner on owner.id = key_case.owner_id
    where key_case.kind = 'return' and key_case.closed_at is null and lent.deleted_at is null
      and ${isOfSystem(sql`lent.connection_id`, chosen)}`,
  direction: 'asc',
};

export const caseReports = [lostKeys, leaverCases];
