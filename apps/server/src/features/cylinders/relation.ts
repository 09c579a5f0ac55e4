import { sql } from 'kysely';
import { relation } from '#platform/scope';
import type { Reader } from '#platform/visible-to';
import { placeIdsOf } from '../locations/relation';

type Scope = Pick<Reader, 'viewer'>;

/** The cylinders in the reader's places, deleted ones too. One without a place is in no reader's scope. */
export function doorsOf<As extends string = 'cylinder'>(reader: Scope, as: As = 'cylinder' as As) {
  const ids = placeIdsOf(reader);
  return relation('cylinder', as, ids && sql<boolean>`cylinder.location_id in ${ids}`);
}

const isOfDoor = (reader: Scope, table: 'programming_job' | 'access_event') =>
  placeIdsOf(reader) &&
  sql<boolean>`exists (select from ${doorsOf(reader, 'door')} where door.connection_id = ${sql.ref(`${table}.connection_id`)}
    and door.external_id = ${sql.ref(`${table}.cylinder_external_id`)})`;

/** What is to be programmed on the reader's doors. */
export const jobsOf = <As extends string = 'programming_job'>(reader: Scope, as: As = 'programming_job' as As) =>
  relation('programming_job', as, isOfDoor(reader, 'programming_job'));

/** What has happened at the reader's doors. */
export const eventsOf = <As extends string = 'access_event'>(reader: Scope, as: As = 'access_event' as As) =>
  relation('access_event', as, isOfDoor(reader, 'access_event'));
