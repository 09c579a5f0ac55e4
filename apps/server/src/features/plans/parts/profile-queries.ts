import { type Selectable, sql } from 'kysely';
import type { Schema } from '#platform/schema/schema';
import { type Reader, visibleTo } from '#platform/visible-to';
import { doorsOf } from '../../cylinders/relation';

export type ProfileRow = Selectable<Schema['access_profile']> & {
  cylinder_ids: string[];
  cylinder_group_ids: string[];
  cylinders: number;
};

/** Over a column `cylinder_id`. */
const isShownDoor = (reader: Reader) =>
  reader.viewer.scope?.places ? sql`cylinder_id in (select id from ${doorsOf(reader, 'inside')})` : sql`true`;

const withContent = (reader: Reader) =>
  reader.db
    .selectFrom('access_profile as profile')
    .selectAll('profile')
    .select([
      sql<string[]>`array(select cylinder_id::text from access_profile_cylinder where profile_id = profile.id
        and ${isShownDoor(reader)} order by 1)`.as('cylinder_ids'),
      sql<string[]>`array(select group_id::text from access_profile_group where profile_id = profile.id order by 1)`.as(
        'cylinder_group_ids',
      ),
      sql<number>`(
        select count(*)::int from ${doorsOf(reader)} where deleted_at is null and (
          id in (select cylinder_id from access_profile_cylinder where profile_id = profile.id)
          or group_id in (select group_id from access_profile_group where profile_id = profile.id)))`.as('cylinders'),
    ]);

/** By name. */
export const listProfiles = (reader: Reader, keyplanId: string): Promise<ProfileRow[]> =>
  withContent(reader).where('profile.keyplan_id', '=', keyplanId).orderBy(sql`lower(profile.name)`).execute();

export const findProfile = (reader: Reader, id: string): Promise<ProfileRow | undefined> =>
  withContent(reader).where('profile.id', '=', id).where(visibleTo(reader.viewer, 'key_plans')).executeTakeFirst();
