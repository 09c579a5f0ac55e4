import { type ExposedRight, exposedRightList } from '@key2xs/contract';
import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely';
import { locationsOfClass, locationsWithin } from '#features/locations/service';
import { cylinderLike } from '#platform/door-names';
import { listSource } from '#platform/list/list-source';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { keysOf } from '../keys/relation';
import { withNames } from './exposed-names';

/** In the hands of someone, or lost. */
export const isOut = sql<boolean>`exposed.whereabouts in ('in_hand', 'lost')`;

/** The rights that may still open a door now, of the keys and doors that the reader may see. */
export function openRights(reader: Reader, now: Date) {
  const open = reader.db
    .selectFrom('exposed_right as exposed')
    .where('exposed.closed_at', 'is', null)
    .where('exposed.ends_at', '>', now);
  if (reader.viewer.scope === null) return open;
  return open
    .where(sql<boolean>`exposed.key_id in (select id from ${keysOf(reader)})`)
    .where(sql<boolean>`exposed.cylinder_id in (select id from ${doorsOf(reader)})`);
}

/** When the oldest of those was withdrawn whose key someone has, or that is lost; undefined without any. */
export async function findOldestExposure(reader: Reader, now: Date): Promise<Date | undefined> {
  const { oldest } = await openRights(reader, now)
    .where(isOut)
    .select(({ fn }) => fn.min('exposed.withdrawn_at').as('oldest'))
    .executeTakeFirstOrThrow();
  return oldest ?? undefined;
}

/**
 * Changes with every commit, and when a right ends by itself. While the next end is the same and nothing was committed, the same
 * rights are open.
 */
const openStamp = (now: Date) => sql<string>`concat(pg_current_snapshot(), ' ', (
  select next.ends_at from exposed_right as next where next.closed_at is null and next.ends_at > ${now}
  order by next.ends_at limit 1))`;

const endings: Record<'validity' | 'revalidation' | 'nothing', RawBuilder<boolean>> = {
  validity: sql`exposed.ended_by = 'validity'`,
  revalidation: sql`exposed.ended_by = 'revalidation'`,
  nothing: sql`exposed.ended_by is null`,
};

const markingOf = (named: RawBuilder<unknown> | AliasedRawBuilder<unknown, string>, id: string) =>
  sql<string>`(select named.marking from ${named} where named.id = ${sql.ref(id)})`;

export const exposedSource = (reader: Reader, now: Date) =>
  listSource(exposedRightList, () => openRights(reader, now))({
    resource: 'keys',
    show: (rights) => ({
      execute: async () =>
        withNames(
          reader,
          await rights
            .select([
              'exposed.id',
              'exposed.connection_id',
              'exposed.key_id',
              'exposed.whereabouts',
              'exposed.cylinder_id',
              'exposed.withdrawn_at',
              'exposed.ended_by',
              'exposed.is_certain',
              sql<Date | null>`case when isfinite(exposed.ends_at) then exposed.ends_at end`.as('dead_at'),
            ])
            .execute(),
        ),
    }),
    stamp: openStamp(now),
    id: 'exposed.id',
    filters: {
      connection_id: 'exposed.connection_id',
      key_id: 'exposed.key_id',
      person_id: (id) => sql`exposed.key_id in (select key_id from key_standing where person_id = ${id})`,
      cylinder_id: 'exposed.cylinder_id',
      location_id: (id) =>
        sql`exposed.cylinder_id in (select id from ${doorsOf(reader)} where location_id in ${locationsWithin(id)})`,
      protection_class: (atLeast) =>
        sql`exposed.cylinder_id in (select id from ${doorsOf(reader)} where location_id in ${locationsOfClass(atLeast)})`,
      dead_by: (by) => endings[by],
      where: (where) => (where === 'out' ? isOut : sql`exposed.whereabouts = ${where}`),
    },
    search: (pattern) => sql`(exposed.key_id in (select id from ${keysOf(reader)} where search_text like ${pattern})
      or exposed.cylinder_id in (select id from ${doorsOf(reader)} where ${cylinderLike('cylinder', pattern)}))`,
    sorts: {
      dead_at: 'exposed.ends_at',
      withdrawn_at: 'exposed.withdrawn_at',
      key_marking: markingOf(keysOf(reader, 'named'), 'exposed.key_id'),
      cylinder_marking: markingOf(doorsOf(reader, 'named'), 'exposed.cylinder_id'),
    },
    present: (row, _, { scope }) => ({
      ...rightOf(row),
      holder: holderIn(row, !scope?.departments),
    }),
    cells: { holder_name: ({ holder }) => holder?.name ?? null },
  });

type Times = { withdrawn_at: Date; dead_at: Date | null; ended_by: ExposedRight['dead_by'] };
type NamedRight = {
  person_id: string | null;
  person_name: string | null;
  department: string | null;
  outsider_name: string | null;
  holder_identity: string | null;
};

function rightOf<Row extends Times & NamedRight>({
  person_id: _id,
  person_name: _name,
  department: _department,
  outsider_name: _outsider,
  holder_identity: _identity,
  ended_by,
  ...row
}: Row) {
  return {
    ...row,
    withdrawn_at: row.withdrawn_at.toISOString(),
    dead_at: row.dead_at?.toISOString() ?? null,
    dead_by: ended_by,
  };
}

/** For a reader with departments, a holder who is none of our people stays unnamed. */
function holderIn(
  { person_id, person_name, department, outsider_name, holder_identity }: NamedRight,
  seesOutsiders: boolean,
): ExposedRight['holder'] {
  if (person_id !== null) return { person_id, name: person_name ?? '', department };
  if (holder_identity === null || !seesOutsiders) return null;
  return { person_id: null, name: outsider_name || holder_identity, department: null };
}
