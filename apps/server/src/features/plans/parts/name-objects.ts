import type { RuleObject } from '@key2xs/contract';
import { sql } from 'kysely';
import { cylinderWords, shownName } from '#platform/door-names';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../../cylinders/relation';
import { locationPath } from '../../locations/service';

/** How something is called that a rule names; of a cylinder also the path of its place. */
export type NamedObject = { name: string; place: string | null };

/** By id: how cylinders, groups, places and profiles are called, also those that are gone but still known. */
export async function nameObjects(reader: Reader, objects: readonly RuleObject[]): Promise<Map<string, NamedObject>> {
  const ids = [...new Set(objects.map((one) => one.object_identifier))];
  if (ids.length === 0) return new Map();
  const { rows } = await sql<NamedObject & { id: string }>`
    with wanted as (select unnest(${ids}::uuid[]) as id)
    select id, ${cylinderWords('cylinder')} as name, ${locationPath('cylinder.location_id')} as place
      from ${doorsOf(reader)} join wanted using (id)
    union all select id, ${shownName('cylinder_group')}, null from cylinder_group join wanted using (id)
    union all select id, name, null from location join wanted using (id)
    union all select id, name, null from access_profile join wanted using (id)`.execute(reader.db);
  return new Map(rows.map(({ id, ...named }) => [id, named]));
}
