import type { ReviewedAccess } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { asProduct } from '#platform/visible-to';
import { holdersThen, privatePlaces } from '../access-events/relation';
import { doorsOf, eventsOf } from '../cylinders/relation';

const dayMs = 86_400_000;
const days = 90;
/** How much of the days a key system may be without its events, which begin with what a key reported first. */
const graceDays = 7;

type Used = (person: string | null, doors: readonly string[]) => ReviewedAccess['used'];

/** Whether people have opened doors in the 90 days before, as far as the privacy of places lets names be seen by one person alone. */
export async function listUsedDoors(db: Db, now: Date): Promise<Used> {
  const all = asProduct(db);
  const since = new Date(now.getTime() - days * dayMs);
  const begun = new Date(since.getTime() + graceDays * dayMs);
  /** Of doors without events, and of key systems whose events do not reach back, no use is not known. */
  const { rows: known } = await sql<{ door: string }>`
    select cylinder.id as door from ${doorsOf(all)} where deleted_at is null
      and coalesce(location_id not in (select id from (${privatePlaces}) as private), true)
      and connection_id in (select system.id from key_system_connection as system where exists (
        select from ${eventsOf(all, 'earlier')} where earlier.connection_id = system.id and earlier.event_time < ${begun}::timestamptz))
      and exists (select from ${eventsOf(all, 'event')} where event.connection_id = cylinder.connection_id
        and event.cylinder_external_id = cylinder.external_id and event.event_time >= ${since}::timestamptz)`.execute(
    db,
  );
  const { rows } = await sql<{ person: string; door: string }>`
    with event as materialized (
      select connection_id, cylinder_external_id, key_external_id, person_identity, max(event_time) as event_time
      from ${eventsOf(all)} where result = 'granted' and event_time >= ${since}::timestamptz
      group by 1, 2, 3, 4, date_trunc('day', event_time)
    )
    select distinct holder.person_id as person, cylinder.id as door
    from event ${holdersThen}
    join ${doorsOf(all)} on cylinder.connection_id = event.connection_id and cylinder.external_id = event.cylinder_external_id
    where holder.person_id is not null`.execute(db);
  const [shown, used] = [
    new Set(known.map(({ door }) => door)),
    new Set(rows.map(({ person, door }) => `${person} ${door}`)),
  ];
  return (person, doors) => {
    const open = doors.filter((door) => shown.has(door));
    if (person === null || open.length === 0) return 'not_known';
    if (open.some((door) => used.has(`${person} ${door}`))) return 'yes';
    return open.length === doors.length ? 'no' : 'not_known';
  };
}
