import type { KeyRequest } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { type RawBuilder, sql } from 'kysely';
import { peopleOf } from '../../people/relation';
import { isInPeriod, isOfPerson, momentOrder, type ReportContext, type ReportDefinition } from '../report';
import { moment, number, state, text } from './columns';

/** Of a request that is decided, and was not asked back or cancelled since. */
const decidedAt: RawBuilder<Date | null> = sql`case
  when key_request.state not in ('to_complete', 'in_approval', 'needs_info', 'cancelled') then (
    select max(entry.at) from key_request_entry as entry where entry.request_id = key_request.id
      and entry.happening in ('approved', 'approved_shorter', 'rejected')) end`;

/** When the key was handed out, or what was asked for was done. What it then takes to reach a key is not counted. */
const doneAt: RawBuilder<Date | null> = sql`(
  select min(entry.at) from key_request_entry as entry where entry.request_id = key_request.id
    and entry.happening in ('handed_out', 'applied'))`;

const hours = (from: string, until: string) =>
  sql<number | null>`extract(epoch from ${sql.ref(until)} - ${sql.ref(from)})::float / 3600`;

const asked = ({ reader, chosen }: ReportContext) => sql`
  select key_request.id, key_request.kind, key_request.state, person.display_name as person, person.department,
    coalesce(key_request.place_name, key_request.place_words) as place, key_request.asked_by, key_request.asked_at as asked,
    ${decidedAt} as decided, ${doneAt} as done
  from key_request join ${peopleOf(reader)} on person.id = key_request.person_id
  where ${isInPeriod(sql`key_request.asked_at`, chosen)} and ${isOfPerson(sql`key_request.person_id`, chosen)}`;

type Medians = { decided: number; decided_hours: number | null; done: number; done_hours: number | null };

async function medians(context: ReportContext): Promise<Sentence[]> {
  const { rows } = await sql<Medians>`
    select count(decided)::int as decided,
      percentile_cont(0.5) within group (order by ${hours('asked', 'decided')}) as decided_hours,
      count(done)::int as done, percentile_cont(0.5) within group (order by ${hours('asked', 'done')}) as done_hours
    from (${asked(context)}) as request`.execute(context.reader.db);
  const [
    { decided, decided_hours, done, done_hours } = { decided: 0, decided_hours: null, done: 0, done_hours: null },
  ] = rows;
  return [
    decided_hours === null
      ? say('report.note.noneDecided')
      : say('report.note.decided', { hours: rounded(decided_hours), count: decided }),
    done_hours === null
      ? say('report.note.noneDone')
      : say('report.note.done', { hours: rounded(done_hours), count: done }),
  ];
}

const rounded = (value: number) => Math.round(value * 10) / 10;

export const requestReport: ReportDefinition = {
  id: 'requests',
  group: 'requests',
  resource: 'key_desk',
  parameters: [{ kind: 'period', usual: 90 }, { kind: 'person' }],
  columns: [
    moment('asked'),
    state('request_kind', (value) => say(`report.requestKind.${value as KeyRequest['kind']}`)),
    text('person'),
    text('department'),
    text('place'),
    text('asked_by'),
    state('request_state', (value) => say(`report.requestState.${value as KeyRequest['state']}`)),
    moment('decided'),
    number('hours_to_decision'),
    moment('done'),
    number('hours_to_done'),
  ],
  rows: (context) => sql`
    select id::text, ${momentOrder(sql`asked`)} as sort, asked, kind as request_kind, person, department, place, asked_by,
      state as request_state, decided, round((${hours('asked', 'decided')})::numeric, 1)::float as hours_to_decision,
      done, round((${hours('asked', 'done')})::numeric, 1)::float as hours_to_done
    from (${asked(context)}) as request`,
  direction: 'desc',
  notes: medians,
};
