import type { Page } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { invalidField, notFound } from '#platform/errors';
import type { Reader } from '#platform/visible-to';
import { type About, countEvents, findNamed, listEvents } from './event-queries';
import { presentEvent } from './present';

/** Whether a key, named `key` in the statement, carries its rights itself; else the cylinders keep them. */
export const carriesRights = sql<boolean>`(lower(key.key_type) in ('dynamic', 'connect'))`;

/**
 * The keys that our people hold, as key systems have recorded it: whose, when each was last updated, and when what is recorded of
 * the holder's rights last changed. A key may have reached its holder's rights only if it carries them itself.
 */
export const heldKeys = sql`
  select key.id, key.marking, holder.own_reference as person_id, ${carriesRights} as carries, key.last_update_at, greatest(
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
        and content ->> 'connection_id' = holder.connection_id::text)) as changed_at
  from key join recorded_person as holder
    on holder.connection_id = key.connection_id and holder.identity = key.holder_identity
  where key.deleted_at is null and holder.own_reference is not null`;

type Ids = { cylinder_id?: string | undefined; key_id?: string | undefined };

/**
 * A page of the events of a cylinder, of a key, or of that key at that cylinder.
 * @throws AppError validation_failed when neither is given; not_found, also for deleted ones
 */
export async function listPage(reader: Reader, ids: Ids, page: Page) {
  if (!ids.cylinder_id && !ids.key_id) throw invalidField('cylinder_id', say('keySystem.nameCylinderOrKey'));
  const about = await findAbout(reader, ids);
  const rows = await listEvents(reader.db, about, page);
  return { items: rows.map(presentEvent), total: await countEvents(reader.db, about), ...page };
}

async function findAbout(reader: Reader, { cylinder_id, key_id }: Ids): Promise<About> {
  const cylinder = cylinder_id && (await findNamed(reader, 'cylinder', cylinder_id));
  const key = key_id && (await findNamed(reader, 'key', key_id));
  if (cylinder_id && !cylinder) throw notFound('cylinder');
  if (key_id && !key) throw notFound('key');
  return { cylinder: cylinder || undefined, key: key || undefined };
}
