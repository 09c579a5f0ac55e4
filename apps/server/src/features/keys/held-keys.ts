import { sql } from 'kysely';
import type { Reader } from '#platform/visible-to';
import { keysOf } from './relation';

/** Whether a key, named `key` in the statement, carries its rights itself; else the cylinders keep them. */
export const carriesRights = sql<boolean>`(lower(key.key_type) in ('dynamic', 'connect'))`;

/**
 * When what is recorded of the rights of a person of ours, named `holder`, last changed, or of the key, named `key`, that the
 * person holds. What we have written since the last read counts too.
 */
export const rightsChangedAt = sql<Date>`greatest(
    key.changed_at,
    holder.created_at,
    case when not holder.active then holder.known_at end,
    (select max(since) from recorded_profile_member as member
      where member.connection_id = holder.connection_id and member.person_reference = holder.own_reference),
    (select max(profile.known_at) from recorded_profile_member as member
      join recorded_profile as profile
        on profile.connection_id = member.connection_id and profile.own_reference = member.profile_reference
      where member.connection_id = holder.connection_id and member.person_reference = holder.own_reference),
    (select max(until) from access_past
      where kind = 'recorded_member' and record_id = holder.own_reference
        and content ->> 'connection_id' = holder.connection_id::text))`;

/**
 * The reader's keys that our people hold, as key systems have recorded it: whose, when each was last updated, and when what is recorded of
 * the holder's rights last changed. A key may have reached its holder's rights only if it carries them itself.
 */
export const heldKeys = (reader: Pick<Reader, 'viewer'>) => sql`
  select key.id, key.connection_id, key.marking, holder.own_reference as person_id, ${carriesRights} as carries, key.last_update_at, ${rightsChangedAt} as changed_at
  from ${keysOf(reader)} join recorded_person as holder
    on holder.connection_id = key.connection_id and holder.identity = key.holder_identity
  where key.deleted_at is null and holder.own_reference is not null`;
