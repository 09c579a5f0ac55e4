import { forecastDays, type KeyForecast } from '@key2xs/contract';
import { addDays, dayIn } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { type Reader, sees } from '#platform/visible-to';
import { standingsOf } from '../keys/relation';
import { peopleOf } from '../people/relation';
import { readHolidays } from './holidays';
import { readAt } from './moment';

const dayMs = 86_400_000;
const holdersShown = 100;

type Holder = KeyForecast['holders'][number] & { total: number };
type DayCount = Pick<KeyForecast['days'][number], 'day' | 'keys'>;
type Counts = KeyForecast['within'] & Pick<KeyForecast, 'stopped' | 'unsure' | 'in_stock'>;

/**
 * What stops working by itself, by what keys surely hold, else by what is recorded.
 * @throws AppError not_found for who may not see it
 */
export async function forecast(deps: Pick<Deps, 'clock'>, reader: Reader, days: number): Promise<KeyForecast> {
  if (!sees(reader.viewer, 'key_times')) throw notFound('key_times_policy');
  const { now, zones, otherZone } = await readAt(deps, reader);
  const until = new Date(now.getTime() + forecastDays * dayMs);
  const inDays = (count: number) => new Date(now.getTime() + count * dayMs);
  const systems = JSON.stringify([...zones].map(([connection_id, time_zone]) => ({ connection_id, time_zone })));
  // One statement, so that each key is looked at once. An end at midnight is the end of the day before.
  const { rows } = await sql<{ counts: Counts; by_day: DayCount[] | null; holders: Holder[] | null }>`
    with ending as materialized (
      select standing.ends_at, standing.is_sure, standing.connection_id, standing.state,
        standing.assigned_person_id, standing.holder_identity, standing.is_kept_here
      from ${standingsOf(reader)}
      where standing.deleted_at is null and standing.state <> 'retired' and standing.has_clock
        and standing.ends_at <= ${until}),
    zone as (select * from jsonb_to_recordset(${systems}::jsonb) as zone(connection_id uuid, time_zone text)),
    held as (
      select assigned_person_id, holder_identity, connection_id, is_kept_here, count(*)::int as keys, min(ends_at) as next_at,
        (count(*) filter (where not is_sure))::int as unsure, (count(*) over ())::int as total
      from ending
      where ends_at > ${now} and ends_at <= ${inDays(days)}
        and (assigned_person_id is not null or holder_identity is not null)
      group by 1, 2, 3, 4 order by next_at, 1, 2 limit ${holdersShown})
    select
      (select jsonb_build_object(
          '1', count(*) filter (where ends_at > ${now} and ends_at <= ${inDays(1)}),
          '7', count(*) filter (where ends_at > ${now} and ends_at <= ${inDays(7)}),
          '30', count(*) filter (where ends_at > ${now}),
          'stopped', count(*) filter (where ends_at <= ${now} and is_sure and state = 'handed_out'),
          'unsure', count(*) filter (where ends_at > ${now} and not is_sure),
          'in_stock', count(*) filter (where ends_at > ${now} and state in ('in_stock', 'reserved')))
        from ending) as counts,
      (select jsonb_agg(jsonb_build_object('day', day, 'keys', keys)) from (
        select ((ends_at - interval '1 millisecond') at time zone coalesce(zone.time_zone, ${otherZone}))::date as day,
          count(*) as keys
        from ending left join zone on zone.connection_id = ending.connection_id
        where ends_at > ${now} group by 1) as by_day) as by_day,
      (select jsonb_agg(holder order by holder.next_at, holder.name) from (
        select custodian.id as person_id,
          coalesce(custodian.display_name, nullif(outsider.full_name, ''), held.holder_identity, '') as name,
          custodian.department, held.keys, held.next_at, coalesce(zone.time_zone, ${otherZone}) as time_zone, held.unsure, held.total
        from held left join zone on zone.connection_id = held.connection_id
        left join recorded_person as outsider on held.assigned_person_id is null
          and outsider.connection_id = held.connection_id and outsider.identity = held.holder_identity
        left join ${peopleOf(reader, 'custodian')}
          on custodian.id = case when held.is_kept_here then held.assigned_person_id else outsider.own_reference end)
        as holder) as holders`.execute(reader.db);
  const [found] = rows;
  if (!found) throw new Error('a statement without a row');
  const { stopped, unsure, in_stock, ...within } = found.counts;
  const holders = found.holders ?? [];
  const keysOn = new Map(found.by_day?.map(({ day, keys }) => [day, keys]));
  const holidays = await readHolidays(reader);
  const today = dayIn(otherZone, now);
  return {
    ...{ within, stopped, unsure, in_stock },
    days: Array.from({ length: forecastDays + 1 }, (_, index) => addDays(today, index)).map((day) => ({
      day,
      keys: keysOn.get(day) ?? 0,
      holiday: holidays.get(day) ?? null,
    })),
    holders: holders.map(({ total: _, next_at, ...holder }) => ({
      ...holder,
      next_at: new Date(next_at).toISOString(),
    })),
    holders_total: holders[0]?.total ?? 0,
  };
}
