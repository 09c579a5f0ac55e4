import type { Page } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { type Reader, visibleTo } from '#platform/visible-to';

/** How events identify a cylinder or key. */
type Named = { connection_id: string; external_id: string };
export type About = { cylinder?: Named | undefined; key?: Named | undefined };

export const findNamed = ({ db, viewer }: Reader, table: 'cylinder' | 'key', id: string): Promise<Named | undefined> =>
  db
    .selectFrom(table)
    .select(['connection_id', 'external_id'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(visibleTo(viewer, 'inventory'))
    .executeTakeFirst();

const filtered = (db: Db, { cylinder, key }: About) =>
  db
    .selectFrom('access_event as event')
    .$if(cylinder !== undefined, (q) =>
      q
        .where('event.connection_id', '=', cylinder?.connection_id ?? '')
        .where('event.cylinder_external_id', '=', cylinder?.external_id ?? ''),
    )
    .$if(key !== undefined, (q) =>
      q
        .where('event.connection_id', '=', key?.connection_id ?? '')
        .where('event.key_external_id', '=', key?.external_id ?? ''),
    );

/** Newest first. Deleted cylinders and keys keep their last name. */
export const listEvents = (db: Db, about: About, { offset, limit }: Page) =>
  filtered(db, about)
    .leftJoin('key', (join) =>
      join
        .onRef('key.connection_id', '=', 'event.connection_id')
        .onRef('key.external_id', '=', 'event.key_external_id'),
    )
    .leftJoin('cylinder', (join) =>
      join
        .onRef('cylinder.connection_id', '=', 'event.connection_id')
        .onRef('cylinder.external_id', '=', 'event.cylinder_external_id'),
    )
    .leftJoin('recorded_person as person', (join) =>
      join
        .onRef('person.connection_id', '=', 'event.connection_id')
        .onRef('person.identity', '=', 'event.person_identity'),
    )
    .select([
      'event.external_id as id',
      'event.event_time',
      'event.import_time',
      'event.source',
      'key.marking as key_marking',
      'cylinder.marking as cylinder_marking',
      sql<string | null>`coalesce(nullif(person.full_name, ''), event.person_identity)`.as('person_name'),
      'event.result',
      'event.reason',
    ])
    .orderBy('event.event_time', 'desc')
    .orderBy('event.external_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export async function countEvents(db: Db, about: About): Promise<number> {
  const { count } = await filtered(db, about)
    .select((q) => q.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
