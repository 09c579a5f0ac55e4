import { sql } from 'kysely';
import { relation } from '#platform/scope';
import type { Reader } from '#platform/visible-to';
import { peopleOf } from '../people/relation';

type Scope = Pick<Reader, 'viewer'>;

/** Keys that nobody holds, or somebody whom the reader may see. Who holds one and is none of our people is in nobody's scope. */
export const keysOf = <As extends string = 'key'>(reader: Scope, as: As = 'key' as As) =>
  relation(
    'key',
    as,
    reader.viewer.scope?.departments
      ? sql<boolean>`(key.holder_identity is null or exists (
          select from recorded_person as holder join ${peopleOf(reader, 'inside')} on inside.id = holder.own_reference
          where holder.connection_id = key.connection_id and holder.identity = key.holder_identity))`
      : null,
  );
