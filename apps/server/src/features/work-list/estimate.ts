import { minutesPerEntry } from '@key2xs/domain';
import { sql } from 'kysely';
import { matching } from '#platform/list/list-query';
import type { Reader } from '#platform/visible-to';
import { workSource } from './work-source';

const dayMs = 86_400_000;
const daysMeasured = 90;
const maxTicks = 5_000;

/** How long the open entries that the reader sees will take, from when entries were ticked here. */
export async function estimateWork(reader: Reader, now: Date, query: { connection_id?: string | undefined }) {
  const open = await matching(reader, workSource(reader), { params: undefined, query: { ...query, state: 'open' } })
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  const ticks = await reader.db
    .selectFrom('decision')
    .select(['decided_by as by', 'decided_at as at', sql<number>`count(*)::int`.as('count')])
    .where('subject_kind', '=', 'work_item')
    .where('choice', '=', 'done')
    .where('decided_at', '>=', new Date(now.getTime() - daysMeasured * dayMs))
    .groupBy(['decided_by', 'decided_at'])
    .orderBy('decided_at', 'desc')
    .limit(maxTicks)
    .execute();
  const { minutes, measured } = minutesPerEntry(ticks);
  return { open: open.count, minutes: minutes === null ? null : Math.ceil(minutes * open.count), measured };
}
