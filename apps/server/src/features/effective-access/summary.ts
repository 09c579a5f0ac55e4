import type { ExposureSummary } from '@key2xs/contract';
import { sql } from 'kysely';
import { type Reader, visibleTo } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { zoneOfSystem } from '../key-times/service';
import { keysOf } from '../keys/relation';
import { isOut, openRights } from './exposed-source';

type Rights = Pick<ExposureSummary, 'keys' | 'doors' | 'rights' | 'endless' | 'stock_keys'> & {
  last_end: Date | null;
  last_of: string | null;
};
type Keys = Pick<ExposureSummary, 'unknown_keys' | 'known_keys'>;

/** How far withdrawn rights are dead, of the keys and doors that the reader may see. */
export async function summarizeExposure(reader: Reader, now: Date): Promise<ExposureSummary> {
  const rights = await openRights(reader, now)
    .where(visibleTo(reader.viewer, 'keys'))
    .select([
      sql<number>`(count(distinct exposed.key_id) filter (where ${isOut}))::int`.as('keys'),
      sql<number>`(count(distinct exposed.cylinder_id) filter (where ${isOut}))::int`.as('doors'),
      sql<number>`(count(*) filter (where ${isOut}))::int`.as('rights'),
      sql<number>`(count(*) filter (where ${isOut} and exposed.ended_by is null))::int`.as('endless'),
      sql<number>`(count(distinct exposed.key_id) filter (where exposed.whereabouts = 'in_stock'))::int`.as(
        'stock_keys',
      ),
      sql<Date | null>`max(exposed.ends_at) filter (where ${isOut} and isfinite(exposed.ends_at))`.as('last_end'),
      sql<string | null>`(array_agg(exposed.connection_id order by exposed.ends_at desc)
        filter (where ${isOut} and isfinite(exposed.ends_at)))[1]`.as('last_of'),
    ])
    .executeTakeFirstOrThrow();
  const { last_end, last_of, ...counts }: Rights = rights;
  return {
    ...counts,
    last_end: last_end?.toISOString() ?? null,
    time_zone: last_of === null ? null : (await zoneOfSystem(reader))(last_of),
    ...(await countKnown(reader)),
    unknown_doors: await countUnknownDoors(reader),
    read_at: await readAt(reader),
  };
}

/** A key whose rights the cylinders list is never wholly known. */
async function countKnown(reader: Reader): Promise<Keys> {
  const { rows } = await sql<Keys>`
    select (count(*) filter (where content.held_sets is null))::int as unknown_keys,
      (count(*) filter (where content.held_sets is not null))::int as known_keys
    from ${keysOf(reader)} join key_standing as standing on standing.key_id = key.id
    left join key_content as content on content.key_id = key.id
    where key.deleted_at is null and ${visibleTo(reader.viewer, 'keys')}
      and (standing.state in ('handed_out', 'lost') or standing.state = 'broken' and standing.assignment_id is not null)`.execute(
    reader.db,
  );
  return rows[0] ?? { unknown_keys: 0, known_keys: 0 };
}

async function countUnknownDoors(reader: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${doorsOf(reader)} join cylinder_content as content on content.cylinder_id = cylinder.id
    where cylinder.deleted_at is null and not content.is_known and ${visibleTo(reader.viewer, 'keys')}`.execute(
    reader.db,
  );
  return rows[0]?.count ?? 0;
}

async function readAt({ db, viewer }: Reader): Promise<string | null> {
  const { rows } = await sql<{ read_at: Date | null }>`
    select case when bool_and(keys_read_at is not null) then min(keys_read_at) end as read_at
    from key_system_connection where is_active and ${visibleTo(viewer, 'keys')}`.execute(db);
  return rows[0]?.read_at?.toISOString() ?? null;
}
