import type { DayOfChanges } from '@key2xs/contract';
import { sql } from 'kysely';
import { type Reader, sees, visibleTo } from '#platform/visible-to';

const shown = 14;

type Row = Omit<DayOfChanges, 'from' | 'before'> & { begins: Date; ends: Date };

/** What each of the last fourteen days changed, the oldest first; days begin by the clock of the zone. None without the right to see it. */
export async function listDays(
  { db, viewer }: Reader,
  { now, zone }: { now: Date; zone: string },
): Promise<DayOfChanges[]> {
  if (!sees(viewer, 'change_sets')) return [];
  const count = (kind: string) =>
    sql`coalesce(sum((counts ->> ${sql.lit(kind)})::int) filter (where kind = 'directory'), 0)::int`;
  const isWhole = sql`kind = 'key_system' and failed = 0 and waiting = 0`;
  const doors = (field: string) =>
    sql`coalesce(sum((effect ->> ${sql.lit(field)})::int) filter (where ${isWhole}), 0)::int`;
  const { rows } = await sql<Row>`
    with today as (select date_trunc('day', ${now}::timestamptz at time zone ${zone}) as day),
    days as (
      select (day - step * interval '1 day') at time zone ${zone} as begins,
        (day - (step - 1) * interval '1 day') at time zone ${zone} as ends
      from today, generate_series(0, ${shown - 1}::int) as step)
    select days.begins, days.ends,
      ${count('joiner')} as joined, ${count('leaver')} as "left", ${count('mover')} as moved,
      ${doors('rights_gained')} as rights_granted, ${doors('rights_lost')} as rights_withdrawn,
      (count(*) filter (where kind = 'key_system' and (failed > 0 or waiting > 0)))::int as unfinished
    from days left join change_set
      on change_set.applied_at >= days.begins and change_set.applied_at < days.ends and ${visibleTo(viewer, 'change_sets')}
    group by days.begins, days.ends order by days.begins`.execute(db);
  return rows.map(({ begins, ends, ...row }) => ({ from: begins.toISOString(), before: ends.toISOString(), ...row }));
}
