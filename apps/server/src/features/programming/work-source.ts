import { daysDone, type ProgrammingStage, programmingList, programmingStages } from '@key2xs/contract';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '#platform/deps';
import { cylinderLike, shownName } from '#platform/door-names';
import { matching } from '#platform/list/list-query';
import { listSource } from '#platform/list/list-source';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { keysOf } from '../keys/relation';
import { locationPath, locationsWithin } from '../locations/service';
import { presentWork } from './present';
import { programmingOf } from './relation';

const dayMs = 86_400_000;
const before = (now: Date, days: number) => new Date(now.getTime() - days * dayMs);

/** Jobs by stage; done ones of the last days only. */
export const workSource = (reader: Reader, now: Date) =>
  listSource(programmingList, (db) =>
    db
      .selectFrom(programmingOf(reader))
      .leftJoin(doorsOf(reader), 'cylinder.id', 'work.cylinder_id')
      .leftJoin('programming_order as ordered', 'ordered.id', 'work.order_id')
      .leftJoin(keysOf(reader), (join) =>
        join
          .onRef('key.connection_id', '=', 'work.connection_id')
          .onRef('key.external_id', '=', 'work.key_external_id'),
      )
      .where(sql<boolean>`(work.stage <> 'done' or work.done_at >= ${before(now, daysDone)})`),
  )({
    resource: 'inventory',
    show: (jobs) =>
      jobs
        .innerJoin('key_system_connection as system', 'system.id', 'work.connection_id')
        .leftJoin('programming_key as carrier', (join) =>
          join
            .onRef('carrier.connection_id', '=', 'work.connection_id')
            .onRef('carrier.marking', '=', 'work.assigned_key')
            .on('carrier.deleted_at', 'is', null),
        )
        .leftJoin('programming_key as wanted', 'wanted.id', 'ordered.programming_key_id')
        .leftJoin('programming_work as before', 'before.order_id', 'ordered.after_id')
        .select([
          'work.id',
          'work.connection_id',
          'system.name as connection_name',
          'work.external_id',
          'work.kind',
          'work.stage',
          'work.is_gone',
          'work.assigned_key',
          'work.created_at',
          'work.done_at',
          'work.cylinder_external_id',
          'cylinder.id as cylinder_id',
          'cylinder.marking as cylinder_marking',
          shownName('cylinder').as('cylinder_name'),
          locationPath('cylinder.location_id').as('location_path'),
          'cylinder.events_used',
          'key.id as key_id',
          'key.marking as key_marking',
          'key.name as key_name',
          'carrier.id as carrier_id',
          'wanted.id as wanted_id',
          'wanted.marking as wanted_marking',
          'ordered.state as order_state',
          'ordered.is_to_assign',
          'ordered.is_to_cancel',
          'ordered.problem',
          'ordered.ordered_by',
          'ordered.ordered_at',
          'ordered.reason',
          'ordered.version',
          'before.stage as after_stage',
        ]),
    id: 'work.id',
    isCostly: true,
    filters: {
      stage: 'work.stage',
      connection_id: 'work.connection_id',
      location_id: (id) => sql`cylinder.location_id in ${locationsWithin(id)}`,
      cylinder_id: 'work.cylinder_id',
      kind: 'work.kind',
      programming_key_id: (id) =>
        id === 'none'
          ? sql`work.assigned_key is null`
          : sql`(work.connection_id, work.assigned_key) in (select connection_id, marking from programming_key where id = ${id})`,
      older_than_days: (days) => sql`work.created_at < ${before(now, days)}`,
    },
    search: (pattern) =>
      sql`(${cylinderLike('cylinder', pattern)} or key.search_text like ${pattern} or lower(work.assigned_key) like ${pattern})`,
    sorts: {
      created_at: 'work.created_at',
      done_at: { unknownLast: 'work.done_at' },
      cylinder: { unknownLast: 'cylinder.marking' },
    },
    present: presentWork,
    cells: {
      cylinder_marking: ({ cylinder }) => cylinder?.marking ?? null,
      location_path: ({ cylinder }) => cylinder?.location_path ?? null,
      key_marking: ({ key }) => key?.marking ?? null,
      programming_key: ({ programming_key }) => programming_key?.marking ?? null,
      ordered_by: ({ order }) => order?.by ?? null,
      reason: ({ order }) => order?.reason ?? null,
    },
  });

type Query = Omit<z.output<typeof programmingList.page.query>, 'stage' | 'limit' | 'offset' | 'sort'>;

/** How many jobs match, by stage, in one statement. */
export async function countWork(reader: Reader, now: Date, query: Query): Promise<Record<ProgrammingStage, number>> {
  const rows = await matching(reader, workSource(reader, now), { params: undefined, query })
    .groupBy('work.stage')
    .select(['work.stage', sql<number>`count(*)::int`.as('count')])
    .execute();
  const found = new Map(rows.map(({ stage, count }) => [stage, count]));
  // One entry a stage.
  return Object.fromEntries(programmingStages.map((stage) => [stage, found.get(stage) ?? 0])) as Record<
    ProgrammingStage,
    number
  >;
}

/** Another one whenever a job was ordered, changed or written here, and after each read. */
export async function programmingState(db: Db): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select concat_ws(' ', (select max(changed_at) from programming_order),
      (select max(inventory_read_at) from key_system_connection)) as state`.execute(db);
  return rows[0]?.state ?? '';
}
