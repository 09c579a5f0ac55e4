import { sql } from 'kysely';
import { relation } from '#platform/scope';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { placeIdsOf } from '../locations/relation';

/** Jobs at the reader's doors, ordered here or by others. */
export const programmingOf = <As extends string = 'work'>(reader: Pick<Reader, 'viewer'>, as: As = 'work' as As) =>
  relation(
    'programming_work',
    as,
    placeIdsOf(reader) &&
      sql<boolean>`programming_work.cylinder_id in (select door.id from ${doorsOf(reader, 'door')})`,
  );
