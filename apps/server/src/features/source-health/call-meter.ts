import type { SourceCall } from '@key2xs/drivers';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { isOutage } from '#platform/database/database-outage';
import type { Db, SourceCalls } from '#platform/deps';
import { bucketOf } from './call-buckets';

type Counted = {
  connection_id: string;
  hour: string;
  outcome: SourceCall['outcome'];
  bucket: number;
  calls: number;
  objects: number;
  units: number;
  load: number | null;
};

const hourMs = 3_600_000;
/** While the database is away; more than ever wait for it. */
const maxKept = 5_000;
const keptDays = 31;

/** Counts in memory; each flush writes what calls had in common: never a row for a call. */
export function createCallMeter(db: Db, clock: () => Date, log: Logger): SourceCalls {
  let counted = new Map<string, Counted>();

  const add = (one: Counted) => {
    const key = `${one.connection_id} ${one.hour} ${one.outcome} ${one.bucket}`;
    const known = counted.get(key);
    if (!known && counted.size >= maxKept) return;
    counted.set(key, known ? sumOf(known, one) : one);
  };
  const flush = async () => {
    const rows = [...counted.values()];
    counted = new Map();
    if (rows.length === 0) return;
    try {
      await writeCalls(db, rows);
    } catch (error) {
      if (!isOutage(error)) log.error({ err: error }, 'calls to sources not counted');
      else for (const row of rows) add(row);
    }
  };
  return {
    note(connection_id, { milliseconds, outcome, objects, units, load }) {
      const hour = new Date(Math.floor(clock().getTime() / hourMs) * hourMs).toISOString();
      add({ connection_id, hour, outcome, bucket: bucketOf(milliseconds), calls: 1, objects, units, load });
    },
    flush,
  };
}

const sumOf = (a: Counted, b: Counted): Counted => ({
  ...a,
  calls: a.calls + b.calls,
  objects: a.objects + b.objects,
  units: a.units + b.units,
  load: a.load === null || b.load === null ? (a.load ?? b.load) : Math.max(a.load, b.load),
});

/** Nothing for connections that are gone. */
async function writeCalls(db: Db, rows: readonly Counted[]): Promise<void> {
  await sql`
    insert into source_call as known (connection_id, hour, outcome, bucket, calls, objects, units, load)
    select connection_id, hour, outcome, bucket, calls, objects, units, told.load
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as told(connection_id uuid, hour timestamptz, outcome text,
      bucket smallint, calls int, objects bigint, units bigint, load real)
    where exists (select from iam_connection where id = told.connection_id)
    order by connection_id, hour, outcome, bucket
    on conflict (connection_id, hour, outcome, bucket) do update set
      calls = known.calls + excluded.calls, objects = known.objects + excluded.objects,
      units = known.units + excluded.units, load = greatest(known.load, excluded.load)`.execute(db);
}

/** What is older than any figure that is shown. */
export async function forgetSourceCalls(db: Db): Promise<void> {
  await sql`delete from source_call where hour < now() - make_interval(days => ${keptDays})`.execute(db);
}
