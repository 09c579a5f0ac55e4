import { say } from '@key2xs/texts';
import { type RawBuilder, sql } from 'kysely';
import { standingsOf } from '../../keys/relation';
import { peopleOf } from '../../people/relation';
import { isOfPerson, isOfSystem, momentOrder, type ReportContext, type ReportDefinition } from '../report';
import { moment, number, state, text } from './columns';
import { unreadSystems } from './unread-systems';

type Where = 'in_stock' | 'reserved' | 'handed_out' | 'lost' | 'broken' | 'retired';

const where = state('where', (value) => say(`report.where.${value as Where}`));
const keyColumns = [text('key_system'), text('key'), text('key_name')];
const holderColumns = [text('holder'), text('department')];

type Keys = { order: RawBuilder<string>; condition: RawBuilder<boolean>; more: RawBuilder<unknown> };

/** The reader's keys, with who has each: `known_key as standing`. */
const keysWhere = ({ reader, chosen }: ReportContext, { order, condition, more }: Keys) => sql`
  select standing.key_id::text as id, ${order} as sort, system.name as key_system, standing.marking as key,
    standing.name as key_name, standing.state as where, ${holder} as holder, custodian.department, ${more}
  from ${standingsOf(reader)}
  join key_system_connection as system on system.id = standing.connection_id
  left join ${peopleOf(reader, 'custodian')} on custodian.id = standing.person_id
  left join recorded_person as outsider
    on outsider.connection_id = standing.connection_id and outsider.identity = standing.holder_identity
  where standing.deleted_at is null and ${isOfSystem(sql`standing.connection_id`, chosen)}
    and ${isOfPerson(sql`standing.person_id`, chosen)} and ${condition}`;

const holder = sql<
  string | null
>`coalesce(custodian.display_name, nullif(outsider.full_name, ''), standing.holder_identity)`;
const byHolder = sql<string>`lower(concat_ws(' ', ${holder}, standing.marking))`;

const daysBetween = (from: RawBuilder<unknown>, until: Date) =>
  sql<number>`floor(extract(epoch from ${until}::timestamptz - ${from}) / 86400)::int`;
const inDays = (now: Date, days: number) => new Date(now.getTime() + days * 86_400_000);

const keysOut: ReportDefinition = {
  id: 'keys_out',
  group: 'keys',
  resource: 'keys',
  parameters: [{ kind: 'key_system' }, { kind: 'person' }],
  columns: [
    ...holderColumns,
    ...keyColumns,
    moment('since'),
    moment('due'),
    state('known_from', (value) => say(`report.knownFrom.${value as 'here' | 'key_system'}`)),
  ],
  rows: (context) =>
    keysWhere(context, {
      order: byHolder,
      condition: sql`standing.state = 'handed_out'`,
      more: sql`standing.handed_out_at as since, standing.due_at as due,
        case when standing.is_kept_here then 'here' else 'key_system' end as known_from`,
    }),
  direction: 'asc',
  notes: unreadSystems,
};

const overdueReturns: ReportDefinition = {
  id: 'overdue_returns',
  group: 'keys',
  resource: 'keys',
  parameters: [{ kind: 'key_system' }],
  columns: [...holderColumns, ...keyColumns, moment('since'), moment('due'), number('days_late')],
  rows: (context) =>
    keysWhere(context, {
      order: momentOrder(sql`standing.due_at`),
      condition: sql`standing.state = 'handed_out' and standing.due_at < ${context.now}`,
      more: sql`standing.handed_out_at as since, standing.due_at as due,
        ${daysBetween(sql`standing.due_at`, context.now)} as days_late`,
    }),
  direction: 'asc',
};

const keysNotUpdated: ReportDefinition = {
  id: 'keys_not_updated',
  group: 'keys',
  resource: 'keys',
  parameters: [{ kind: 'days', usual: 90 }, { kind: 'key_system' }],
  columns: [...keyColumns, text('key_type'), where, ...holderColumns, moment('last_update'), number('days_since')],
  rows: (context) =>
    keysWhere(context, {
      order: momentOrder(sql`standing.last_update_at`),
      condition: sql`standing.has_clock and standing.state <> 'retired'
        and (standing.last_update_at is null or standing.last_update_at < ${inDays(context.now, -context.chosen.days)})`,
      more: sql`standing.key_type, standing.last_update_at as last_update,
        ${daysBetween(sql`standing.last_update_at`, context.now)} as days_since`,
    }),
  direction: 'asc',
  notes: unreadSystems,
};

const revalidationForecast: ReportDefinition = {
  id: 'revalidation_forecast',
  group: 'keys',
  resource: 'key_times',
  parameters: [{ kind: 'days', usual: 7 }, { kind: 'key_system' }],
  columns: [
    moment('ends'),
    state('ends_by', (value) => say(`report.endsBy.${value as 'validity' | 'revalidation'}`)),
    ...keyColumns,
    where,
    ...holderColumns,
    state('certainty', (value) => say(`report.certainty.${value as 'held' | 'recorded'}`)),
  ],
  rows: (context) =>
    keysWhere(context, {
      order: momentOrder(sql`standing.ends_at`),
      condition: sql`standing.has_clock and standing.state <> 'retired'
        and standing.ends_at > ${context.now} and standing.ends_at <= ${inDays(context.now, context.chosen.days)}`,
      more: sql`standing.ends_at as ends, case when standing.validity = 'between' and standing.valid_until = standing.ends_at
          then 'validity' else 'revalidation' end as ends_by,
        case when standing.is_sure then 'held' else 'recorded' end as certainty`,
    }),
  direction: 'asc',
  notes: unreadSystems,
};

export const keyReports = [keysOut, overdueReturns, keysNotUpdated, revalidationForecast];
