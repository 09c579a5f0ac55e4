import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#platform/visible-to';
import { peopleOf } from '../people/relation';
import { heldKeys } from './held-keys';
import { keysOf } from './relation';

type Scope = Pick<Reader, 'viewer'>;

/** Keys of people of ours who no longer count for access, and keys that were not updated since the rights of their holder changed. */
export const isToDo = (reader: Scope) => ({
  held_by_inactive: sql<boolean>`not exists (
    select from ${peopleOf(reader)} where person.id = held.person_id and person.active)`,
  to_update: sql<boolean>`held.carries and (held.last_update_at is null or held.last_update_at < held.changed_at)`,
});

/** Whether a key, named `standing`, has to be collected or updated. */
export const hasTask = (reader: Scope, task: keyof ReturnType<typeof isToDo>): RawBuilder<boolean> =>
  sql<boolean>`standing.key_id in (select held.id from (${heldKeys(reader)}) as held where ${isToDo(reader)[task]})`;

/** People of ours with recorded rights, by the key system, and whether they hold a key of it. Nothing is said of systems whose keys were never read. */
export const peopleWithRights = (reader: Scope) => sql`
  select holder.connection_id, holder.own_reference as person_id, exists (
    select from ${keysOf(reader)} where key.connection_id = holder.connection_id and key.holder_identity = holder.identity
      and key.deleted_at is null) as has_key
  from recorded_person as holder
  where holder.own_reference is not null and holder.active
    and exists (select from ${peopleOf(reader)} where person.id = holder.own_reference and person.active)
    and exists (select from recorded_profile_member as member where member.connection_id = holder.connection_id
      and member.person_reference = holder.own_reference)`;

/** Whether a person has rights recorded in a key system, and no key of it. */
export const hasNoKeyIn = (reader: Scope, connectionId: string): RawBuilder<boolean> =>
  sql<boolean>`person.id in (select person_id from (${peopleWithRights(reader)}) as entitled
    where entitled.connection_id = ${connectionId} and not has_key)`;
