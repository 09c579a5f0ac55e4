import type { NeedsYou } from '@key2xs/contract';
import { sql } from 'kysely';
import { type Reader, visibleTo } from '#platform/visible-to';
import { heldKeys, isToDo, peopleWithRights } from '../keys/service';

type Row = {
  id: string;
  name: string;
  read_at: Date;
  held_by_inactive: number;
  to_update: number;
  missing: number;
  entitled: number;
};

/** What is still to do at keys once rights are recorded. Nothing is said of key systems whose keys were never read. */
export async function listOfKeys({ db, viewer }: Reader): Promise<NeedsYou[]> {
  const { rows } = await sql<Row>`
    with held as (
      select held.*, key.connection_id from (${heldKeys}) as held join key on key.id = held.id
    ),
    entitled as (${peopleWithRights})
    select system.id, system.name, system.keys_read_at as read_at,
      (select count(*)::int from held where held.connection_id = system.id and ${isToDo.held_by_inactive}) as held_by_inactive,
      (select count(*)::int from held where held.connection_id = system.id and ${isToDo.to_update}) as to_update,
      (select count(*)::int from entitled where entitled.connection_id = system.id and not has_key) as missing,
      (select count(*)::int from entitled where entitled.connection_id = system.id) as entitled
    from key_system_connection as system
    where system.is_active and system.keys_read_at is not null
      and ${visibleTo(viewer, 'inventory')} and ${visibleTo(viewer, 'key_systems')}
    order by lower(system.name)`.execute(db);
  const kinds = ['held_by_inactive', 'to_update', 'missing'] as const;
  return kinds.flatMap((what) =>
    rows.flatMap(({ id, name, read_at, entitled, ...counts }): NeedsYou[] => {
      const count = counts[what];
      const of = what === 'missing' ? entitled : null;
      return count === 0 ? [] : [{ kind: 'keys', id, name, what, count, of, read_at: read_at.toISOString() }];
    }),
  );
}
