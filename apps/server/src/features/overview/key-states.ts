import { sql } from 'kysely';
import { type Reader, visibleTo } from '#platform/visible-to';
import { jobsOf } from '../cylinders/relation';
import { heldKeys, isToDo, peopleWithRights } from '../keys/service';

/** States of the keys of a key system, as last read. */
export type KeyStates = {
  id: string;
  name: string;
  is_active: boolean;
  read_at: Date | null;
  open_jobs: number;
  /** Held by people of ours. */
  keys: number;
  up_to_date: number;
  waiting: number;
  unknown: number;
  held_by_inactive: number;
  to_update: number;
  /** People with recorded rights, and those of them without a key. */
  entitled: number;
  missing: number;
};

/** Key states of every key system, by name. One statement, because holders and changes take longest to compute. */
export async function listKeyStates(reader: Reader): Promise<KeyStates[]> {
  const { db, viewer } = reader;
  const toDo = isToDo(reader);
  const { rows } = await sql<KeyStates>`
    with held as (
      select held.*, ${toDo.held_by_inactive} as held_by_inactive, ${toDo.to_update} as to_update
      from (${heldKeys(reader)}) as held where ${visibleTo(viewer, 'inventory')}
    ),
    counted as (
      select connection_id, count(*)::int as keys,
        (count(*) filter (where carries and last_update_at >= changed_at))::int as up_to_date,
        (count(*) filter (where carries and last_update_at < changed_at))::int as waiting,
        (count(*) filter (where not carries or last_update_at is null))::int as unknown,
        (count(*) filter (where held_by_inactive))::int as held_by_inactive,
        (count(*) filter (where to_update))::int as to_update
      from held group by connection_id
    ),
    people as (
      select connection_id, count(*)::int as entitled, (count(*) filter (where not has_key))::int as missing
      from (${peopleWithRights(reader)}) as entitled where ${visibleTo(viewer, 'inventory')} group by connection_id
    )
    select system.id, system.name, system.is_active, system.keys_read_at as read_at,
      (select count(*)::int from ${jobsOf(reader, 'job')} where job.connection_id = system.id
        and job.deleted_at is null and job.state not in ('done', 'cancelled') and ${visibleTo(viewer, 'inventory')}) as open_jobs,
      ${sql.join(counts.map((count) => sql`coalesce(${sql.ref(count)}, 0) as ${sql.ref(count)}`))}
    from key_system_connection as system
    left join counted on counted.connection_id = system.id
    left join people on people.connection_id = system.id
    where ${visibleTo(viewer, 'key_systems')}
    order by lower(system.name)`.execute(db);
  return rows;
}

const counts = [
  ...(['keys', 'up_to_date', 'waiting', 'unknown', 'held_by_inactive', 'to_update'] as const),
  ...(['entitled', 'missing'] as const),
];
