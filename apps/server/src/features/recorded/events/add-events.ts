import type { RecordedAccessEvent } from '@key2xs/drivers';
import { sql } from 'kysely';
import { addMonths, monthOf, monthsLater } from '#platform/database/month-tables';
import { storableJson } from '#platform/database/storable-json';
import type { Tx } from '#platform/deps';
import { keptMonths } from './retention';

type Told = {
  events: readonly RecordedAccessEvent[];
  now: Date;
  /** Those imported up to then have been read before; null: none. */
  knownUntil: string | null;
};

/**
 * Stores events within the retention, each once. Those of other months are counted when they are read for the first time.
 * @returns the number of new ones
 */
export async function addAccessEvents(
  tx: Tx,
  connectionId: string,
  { events, now, knownUntil }: Told,
): Promise<number> {
  if (events.length === 0) return 0;
  const { from, to } = await keptMonths(tx, now);
  const [kept, others] = partition(events, ({ event_time }) => isWithin(event_time, from, to));
  const isNew = ({ import_time }: RecordedAccessEvent) =>
    !knownUntil || Date.parse(import_time) > Date.parse(knownUntil);
  await countLeftOut(tx, connectionId, { events: others.filter(isNew), from, now });
  if (kept.length === 0) return 0;
  const months = [...new Set(kept.map(({ event_time }) => monthOf(new Date(event_time)).getTime()))];
  await addMonths(
    tx,
    'access_event',
    months.sort().map((ms) => new Date(ms)),
  );
  const { numAffectedRows } = await sql`
    insert into access_event (connection_id, external_id, event_time, import_time, source, key_external_id,
      cylinder_external_id, person_identity, result, reason)
    select ${connectionId}::uuid, r.* from jsonb_to_recordset(${storableJson(kept)}::jsonb)
      as r(external_id text, event_time timestamptz, import_time timestamptz, source text, key_external_id text,
        cylinder_external_id text, person_identity text, result text, reason text)
    on conflict do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

const isWithin = (instant: string, from: Date, to: Date): boolean => {
  const at = Date.parse(instant);
  return at >= from.getTime() && at < monthsLater(to, 1).getTime();
};

function partition<T>(items: readonly T[], belongs: (item: T) => boolean): [T[], T[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))];
}

type Others = { events: readonly RecordedAccessEvent[]; from: Date; now: Date };

async function countLeftOut(tx: Tx, connectionId: string, { events, from, now }: Others): Promise<void> {
  if (events.length === 0) return;
  await sql`
    insert into access_event_left_out as known (connection_id, month, why, events, last_at)
    select ${connectionId}::uuid, date_trunc('month', at at time zone 'UTC')::date,
      case when at < ${from}::timestamptz then 'older' else 'ahead' end, count(*), ${now}::timestamptz
    from unnest(${events.map(({ event_time }) => event_time)}::timestamptz[]) as at group by 2, 3
    on conflict (connection_id, month, why)
      do update set events = known.events + excluded.events, last_at = excluded.last_at`.execute(tx);
}
