import type { AccessAsOf } from '@key2xs/contract';
import { sql } from 'kysely';
import { cylinderWords } from '#platform/door-names';
import { notFound } from '#platform/errors';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../../cylinders/relation';
import { placesOf } from '../../locations/relation';
import { locationPath } from '../../locations/service';
import { peopleOf } from '../../people/relation';
import type { AskedAsOf, RightsThen } from './rights-then';

/**
 * How many rights each layer had at a moment, since when each is known, and the versions of plans that gave them.
 * @throws AppError not_found
 */
export async function countAsOf(
  reader: Reader,
  asked: AskedAsOf,
  { moment, rights, desiredSince, layersSince }: RightsThen,
): Promise<AccessAsOf> {
  const plans = [...new Set(rights.flatMap(({ reasons }) => reasons.map(({ keyplan_id }) => keyplan_id)))];
  const count = (layer: 'recorded' | 'effective') => ({
    rights: rights.filter((right) => right[layer] === 'yes').length,
    not_known: rights.filter((right) => right[layer] === 'not_known').length,
    known_since: layersSince,
  });
  return {
    of: asked.of,
    id: asked.id,
    name: await nameOf(reader, asked),
    ...moment,
    desired: { rights: rights.filter(({ desired }) => desired).length, known_since: desiredSince },
    recorded: count('recorded'),
    effective: count('effective'),
    people: new Set(rights.map(({ person_id }) => person_id)).size,
    doors: new Set(rights.map(({ cylinder_id }) => cylinder_id)).size,
    plans: await listVersions(reader, plans, moment.at),
  };
}

async function nameOf(reader: Reader, { of, id }: AskedAsOf): Promise<string> {
  const names = {
    person: sql<{ name: string }>`select display_name as name from ${peopleOf(reader)} where id = ${id}::uuid`,
    cylinder: sql<{
      name: string;
    }>`select ${cylinderWords('cylinder')} as name from ${doorsOf(reader)} where id = ${id}::uuid`,
    location: sql<{
      name: string;
    }>`select ${locationPath('location.id')} as name from ${placesOf(reader)} where id = ${id}::uuid`,
  };
  const { rows } = await names[of].execute(reader.db);
  if (!rows[0]) throw notFound('record');
  return rows[0].name;
}

/** The latest version of each plan at the moment. */
async function listVersions({ db }: Reader, plans: readonly string[], at: string): Promise<AccessAsOf['plans']> {
  if (plans.length === 0) return [];
  const { rows } = await sql<{ keyplan_id: string; keyplan_name: string; version: number; at: Date; made_by: string }>`
    select distinct on (keyplan_id) version.keyplan_id, plan.name as keyplan_name, number as version, version.at, made_by
    from key_plan_version as version join key_plan as plan on plan.id = version.keyplan_id
    where version.keyplan_id = any(${[...plans]}::uuid[]) and version.at <= ${at}::timestamptz
    order by keyplan_id, number desc`.execute(db);
  return rows
    .map(({ at: published, made_by, ...row }) => ({
      ...row,
      published_at: published.toISOString(),
      published_by: made_by,
    }))
    .sort((a, b) => a.keyplan_name.localeCompare(b.keyplan_name, 'en'));
}
