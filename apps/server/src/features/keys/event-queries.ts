import type { Page } from '@key2xs/contract';
import { sql } from 'kysely';
import { type Reader, visibleTo } from '#platform/visible-to';
import { doorsOf, eventsOf } from '../cylinders/relation';
import { keysOf } from './relation';

/** How events identify a cylinder or key. */
type ExternalRecord = { connection_id: string; external_id: string };
export type About = { cylinder?: ExternalRecord | undefined; key?: ExternalRecord | undefined };

export async function findExternalId(
  reader: Reader,
  kind: 'cylinder' | 'key',
  id: string,
): Promise<ExternalRecord | undefined> {
  const { rows } = await sql<ExternalRecord>`
    select connection_id, external_id from ${kind === 'cylinder' ? doorsOf(reader) : keysOf(reader)}
    where id = ${id}::uuid and deleted_at is null and ${visibleTo(reader.viewer, 'inventory')}`.execute(reader.db);
  return rows[0];
}

const filtered = (reader: Reader, { cylinder, key }: About) =>
  reader.db
    .selectFrom(eventsOf(reader, 'event'))
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

/** Newest first. Deleted cylinders and keys keep their last name; keys outside the reader's scope have none. */
export const listEvents = (reader: Reader, about: About, { offset, limit }: Page) =>
  filtered(reader, about)
    .leftJoin(keysOf(reader), (join) =>
      join
        .onRef('key.connection_id', '=', 'event.connection_id')
        .onRef('key.external_id', '=', 'event.key_external_id'),
    )
    .leftJoin(doorsOf(reader), (join) =>
      join
        .onRef('cylinder.connection_id', '=', 'event.connection_id')
        .onRef('cylinder.external_id', '=', 'event.cylinder_external_id'),
    )
    .select([
      'event.external_id as id',
      'event.event_time',
      'event.import_time',
      'event.source',
      'key.marking as key_marking',
      'cylinder.marking as cylinder_marking',
      'event.result',
      'event.reason',
    ])
    .orderBy('event.event_time', 'desc')
    .orderBy('event.external_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export async function countEvents(reader: Reader, about: About): Promise<number> {
  const { count } = await filtered(reader, about)
    .select((q) => q.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
