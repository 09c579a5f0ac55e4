import { intervalMinutes, type SourceMetrics } from '@key2xs/contract';
import type { SourceCall } from '@key2xs/drivers';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import type { Db, Deps } from '#platform/deps';
import type { Reader } from '#platform/visible-to';
import { percentile } from './call-buckets';
import { type HealthFacts, isFresh, judgeHealth } from './judge-health';
import { findSourceFacts, type SourceFacts } from './source-facts';

const hourMs = 3_600_000;

type Outcome = SourceCall['outcome'];
type CallRow = {
  hour: Date;
  outcome: Outcome;
  bucket: number;
  calls: number;
  objects: number;
  units: number;
  load: number | null;
};

/** @throws AppError not_found */
export async function sourceMetrics(deps: Deps, reader: Reader, id: string, hours: number): Promise<SourceMetrics> {
  const facts = await findSourceFacts(deps, reader, id);
  await deps.sourceCalls.flush();
  const from = new Date(Math.floor(facts.now.getTime() / hourMs) * hourMs - (hours - 1) * hourMs);
  const rows = await listCalls(reader.db, id, from);
  const responseTimes = timesOf(rows);
  return {
    from: from.toISOString(),
    health: healthOf(facts, rows, responseTimes.p95, reader),
    usageData: usageOf(rows, await countRuns(reader.db, id, from)),
    errorRates: ratesOf(rows),
    responseTimes,
  };
}

async function listCalls(db: Db, id: string, from: Date): Promise<CallRow[]> {
  const { rows } = await sql<CallRow>`
    select hour, outcome, bucket::int, calls, objects::float8 as objects, units::float8 as units, load
    from source_call where connection_id = ${id} and hour >= ${from} order by hour`.execute(db);
  return rows;
}

async function countRuns(db: Db, id: string, from: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sync_task
    where subject_id = ${id} and kind = 'directory' and created_at >= ${from}`.execute(db);
  return rows[0]?.count ?? 0;
}

const sum = (rows: readonly CallRow[], what: 'calls' | 'objects' | 'units') =>
  rows.reduce((total, row) => total + row[what], 0);

const isFailure = ({ outcome }: CallRow) => outcome !== 'ok' && outcome !== 'throttled';

function healthOf(facts: SourceFacts, rows: readonly CallRow[], p95: number | null, { language }: Reader) {
  const { now, runs } = facts;
  const known = healthFacts(facts, rows, p95);
  const { score, reasons } = judgeHealth(known);
  const since = runs.last_success && Math.floor((now.getTime() - runs.last_success.getTime()) / 1_000);
  return {
    score,
    state: score >= 80 ? ('good' as const) : score >= 50 ? ('attention' as const) : ('bad' as const),
    reasons: reasons.map(({ sentence, ...reason }) => ({ ...reason, message: renderSentence(sentence, language) })),
    last_success: runs.last_success?.toISOString() ?? null,
    seconds_since_success: since && Math.max(since, 0),
    is_fresh: isFresh(known),
  };
}

function healthFacts(facts: SourceFacts, rows: readonly CallRow[], p95: number | null): HealthFacts {
  const { now, connection, timetable, runs, webhook, credential_kind, credential_ends, people_waiting } = facts;
  const { sync_interval } = timetable;
  return {
    now,
    is_active: connection.is_active,
    last_success: runs.last_success,
    interval: sync_interval === 'disabled' ? undefined : intervalMinutes[sync_interval] * 60_000,
    failures: timetable.failures,
    is_stopped: timetable.is_stopped,
    credential_ends,
    refused: timetable.failures > 0 && runs.failed_on === 'credential' ? credential_kind : null,
    webhook: webhook.state,
    calls: sum(rows, 'calls'),
    throttled: sum(
      rows.filter(({ outcome }) => outcome === 'throttled'),
      'calls',
    ),
    failed: sum(rows.filter(isFailure), 'calls'),
    p95,
    people_waiting,
  };
}

function usageOf(rows: readonly CallRow[], runs: number): SourceMetrics['usageData'] {
  const [requests, units, objects] = [sum(rows, 'calls'), sum(rows, 'units'), sum(rows, 'objects')];
  const perRun = (count: number) => (runs === 0 ? 0 : Math.round((10 * count) / runs) / 10);
  const loads = rows.flatMap(({ load }) => load ?? []);
  return {
    requests,
    units,
    objects,
    runs,
    requests_per_run: perRun(requests),
    units_per_run: perRun(units),
    objects_per_run: perRun(objects),
    highest_load: loads.length > 0 ? Math.max(...loads) : null,
    hours: [...Map.groupBy(rows, ({ hour }) => hour.toISOString())].map(([at, ofHour]) => ({
      at,
      requests: sum(ofHour, 'calls'),
      units: sum(ofHour, 'units'),
      objects: sum(ofHour, 'objects'),
      failed: sum(ofHour.filter(isFailure), 'calls'),
    })),
  };
}

function ratesOf(rows: readonly CallRow[]): SourceMetrics['errorRates'] {
  const all = sum(rows, 'calls');
  const rate = (of: Outcome) => {
    const count = sum(
      rows.filter(({ outcome }) => outcome === of),
      'calls',
    );
    return { count, rate: all === 0 ? 0 : count / all };
  };
  return {
    auth: rate('auth'),
    permission: rate('permission'),
    throttle: rate('throttled'),
    network: rate('network'),
    data: rate('data'),
    server: rate('server'),
  };
}

function timesOf(rows: readonly CallRow[]): SourceMetrics['responseTimes'] {
  const calls = new Map<number, number>();
  for (const row of rows) calls.set(row.bucket, (calls.get(row.bucket) ?? 0) + row.calls);
  return { p50: percentile(calls, 0.5), p95: percentile(calls, 0.95), p99: percentile(calls, 0.99) };
}
