import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#platform/visible-to';
import { peopleOf } from '../people/relation';

/**
 * Joins to each row of `event` who had the key when it happened: by what was handed out here, where that is known for that
 * moment; else as the key system sent with the event; else who had it before that was kept here.
 */
export const holdersThen: RawBuilder<unknown> = sql`
  left join key as held on held.connection_id = event.connection_id and held.external_id = event.key_external_id
  left join lateral (
    select assignment.person_id, assignment.holder_identity, assignment.handed_out_at is not null as is_known
    from key_assignment as assignment
    where assignment.key_id = held.id
      and (assignment.handed_out_at is null or assignment.handed_out_at <= event.event_time)
      and (assignment.ended_at is null or assignment.ended_at > event.event_time)
    order by assignment.handed_out_at desc nulls last limit 1) as custody on true
  left join lateral (select
    case when custody.is_known or event.person_identity is null then custody.person_id end as person_id,
    case when custody.is_known then custody.holder_identity else coalesce(event.person_identity, custody.holder_identity) end
      as identity) as reported on true
  left join recorded_person as recorded on recorded.connection_id = event.connection_id
    and recorded.identity = reported.identity
  left join lateral (select coalesce(reported.person_id, recorded.own_reference) as person_id) as holder on true`;

/** Whether the holder of the key is among the reader's people. To a reader with departments, no one else's events exist. */
export const isOfReader = (reader: Pick<Reader, 'viewer'>): RawBuilder<boolean> | null =>
  reader.viewer.scope?.departments
    ? sql<boolean>`exists (select from ${peopleOf(reader, 'inside')} where inside.id = holder.person_id)`
    : null;

/** Ids of places that keep names from one person alone, by how much. Each has its own mode, else that of the nearest place above. */
export const privatePlaces: RawBuilder<{ id: string; mode: 'none' | 'denied_only' }> = sql`
  with recursive down as (
    select here.id, coalesce(own.mode, 'full') as mode
    from location as here left join access_event_privacy as own on own.location_id = here.id
    where here.parent_id is null
    union all select next.id, coalesce(own.mode, down.mode)
    from location as next join down on next.parent_id = down.id
    left join access_event_privacy as own on own.location_id = next.id)
  select id, mode from down where mode <> 'full'`;
