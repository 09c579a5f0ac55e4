import { sql } from 'kysely';
import { relation } from '#platform/scope';
import type { Reader } from '#platform/visible-to';
import { peopleOf } from '../people/relation';

type Scope = Pick<Reader, 'viewer'>;

/**
 * Keys without a holder, or with a holder the reader may see: who got it here, else whom the key system has recorded. Holders who
 * are none of our people are in no scope.
 */
export const keysOf = <As extends string = 'key'>(reader: Scope, as: As = 'key' as As) =>
  relation(
    'key',
    as,
    reader.viewer.scope?.departments
      ? sql<boolean>`case when exists (select from key_custody as custody where custody.key_id = key.id)
          then not exists (
            select from key_assignment as assignment where assignment.key_id = key.id and assignment.ended_at is null
              and not exists (select from ${peopleOf(reader, 'inside')} where inside.id = assignment.person_id))
          else key.holder_identity is null or exists (
            select from recorded_person as holder join ${peopleOf(reader, 'inside')} on inside.id = holder.own_reference
            where holder.connection_id = key.connection_id and holder.identity = key.holder_identity) end`
      : null,
  );

/** Where the reader's keys are and what is known of their times, deleted ones too: a list of it reads each key once. */
export const standingsOf = (reader: Scope) =>
  relation(
    'known_key',
    'standing',
    reader.viewer.scope?.departments ? sql<boolean>`known_key.key_id in (select id from ${keysOf(reader)})` : null,
  );
