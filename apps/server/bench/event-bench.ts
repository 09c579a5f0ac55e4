import { type AccessEventFilter, accessEvents } from '@key2xs/contract';
import { sql } from 'kysely';
import { addAccessEvents } from '../src/features/recorded/events/add-events';
import { quantile } from './ask-for';
import type { Bench } from './in-process';
import { fillWithKeys } from './many-keys';
import { median, remark, report } from './report';

const events = Number(process.env.BENCH_EVENTS ?? 1_000_000);
const months = 3;
const asked = 200;
/** As many are inserted within the time that a statement may take. */
const slice = 500_000;

/**
 * First pages of access events by each filter, beside the bare query for it; how long a month takes to be dropped. Events are spread
 * evenly over the last three months, 50,000 keys and 10,000 cylinders, one of twenty denied.
 */
export async function benchEvents({ server, token, call }: Bench): Promise<void> {
  const { db } = server.deps;
  const system = await fillWithKeys(server.deps);
  const { building, floor } = await addPlaces(db, server.deps.newId);
  const began = performance.now();
  for (let first = 1; first <= events; first += slice)
    await sql`insert into access_event (connection_id, external_id, event_time, import_time, source, key_external_id,
      cylinder_external_id, person_identity, result, reason)
    select ${system}, 'E-' || n, now() - (n::float8 / ${events}) * make_interval(days => ${months * 30 - 5}),
      now() - (n::float8 / ${events}) * make_interval(days => ${months * 30 - 5}) + interval '2 hours', 'cylinder',
      'K-' || (1 + (n::bigint * 7919) % 50000), 'C-' || (1 + (n::bigint * 104729) % 10000), 'P-' || (1 + (n::bigint * 7919) % 50000),
      case when n % 20 = 0 then 'denied' else 'granted' end, case when n % 40 = 0 then 'expired' when n % 20 = 0 then 'no_access' end
    from generate_series(${first}::int, ${Math.min(events, first + slice - 1)}::int) as n`.execute(db);
  remark(
    `${events.toLocaleString('en')} events inserted in statements of ${slice.toLocaleString('en')} in ${seconds(began)}`,
  );
  await sql`analyze access_event`.execute(db);
  const { rows } = await sql<{ key: string; cylinder: string }>`
    select (select id from key where external_id = 'K-77') as key,
      (select id from key_system_cylinder where external_id = 'C-77') as cylinder`.execute(db);
  const { key, cylinder } = rows[0] ?? { key: '', cylinder: '' };
  const bare = (condition: string) => `select * from access_event where ${condition}
    order by event_time desc, connection_id desc, external_id desc limit 50`;
  const within = (place: string) => `exists (select from cylinder as door where door.external_id = cylinder_external_id
    and door.location_id in (with recursive below as (select id from location where id = '${place}'
      union all select location.id from location join below on location.parent_id = below.id) select id from below))`;
  const cases: Record<string, [Partial<AccessEventFilter>, string]> = {
    'no filter': [{}, bare('true')],
    denied: [{ result: 'denied' }, bare(`result = 'denied'`)],
    'a reason': [{ reason: 'expired' }, bare(`reason = 'expired'`)],
    'by import': [{ by: 'import' }, bare('true').replace('order by event_time', 'order by import_time')],
    'a door': [{ cylinder_id: cylinder }, bare(`connection_id = '${system}' and cylinder_external_id = 'C-77'`)],
    'a key': [{ key_id: key }, bare(`connection_id = '${system}' and key_external_id = 'K-77'`)],
    'a floor': [{ location_id: floor }, bare(within(floor))],
    'a building': [{ location_id: building }, bare(within(building))],
    'denied at a door': [
      { cylinder_id: cylinder, result: 'denied' },
      bare(`connection_id = '${system}' and cylinder_external_id = 'C-77' and result = 'denied'`),
    ],
  };
  for (const [what, [filter, query]] of Object.entries(cases)) {
    const look = await call(accessEvents.open, { body: { filter } });
    const ours = await timesOf(async () => {
      const answer = await fetch(`${server.url}/api/v1/access-event-looks/${look.id}/events?limit=50`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (!answer.ok) throw new Error(`a page of events: ${answer.status}`);
      await answer.arrayBuffer();
    });
    const theirs = await timesOf(() => sql.raw(query).execute(db));
    remark(
      `${what}: median ${quantile(ours, 0.5).toFixed(1)} ms, bare ${quantile(theirs, 0.5).toFixed(1)}; p99 bare ${quantile(theirs, 0.99).toFixed(1)}`,
    );
    report(`access events, first page, ${what}, p99`, quantile(ours, 0.99), 200, 'ms');
  }
  report('import of 1,000 access events', await importPages(server.deps, system), 200, 'ms');
  const dropped = performance.now();
  const { rows: parts } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'access_event'::regclass order by 1`.execute(
    db,
  );
  const full = parts.find(({ name }) => name === `access_event_${monthBefore().replace('-', '_')}`)?.name;
  if (!full) throw new Error('the month before has no table');
  await sql`alter table access_event detach partition ${sql.table(full)}`.execute(db);
  await sql`drop table ${sql.table(full)}`.execute(db);
  report('a month of access events dropped', (performance.now() - dropped) / 1_000, 1, 's');
}

const pages = 50;

/** Milliseconds a page of 1,000 events takes, as a run of the inventory saves them, in the median. */
async function importPages({ db }: Bench['server']['deps'], system: string): Promise<number> {
  const now = new Date();
  const took: number[] = [];
  for (let page = 0; page < pages; page++) {
    const of = Array.from({ length: 1_000 }, (_, i) => {
      const at = new Date(now.getTime() - (page * 1_000 + i) * 1_000).toISOString();
      const n = (page * 1_000 + i) * 7_919;
      return {
        ...{ external_id: `N-${page}-${i}`, event_time: at, import_time: now.toISOString(), source: 'key' as const },
        ...{ key_external_id: `K-${1 + (n % 50_000)}`, cylinder_external_id: `C-${1 + (n % 10_000)}` },
        ...{ person_identity: null, result: 'granted' as const, reason: null },
      };
    });
    const began = performance.now();
    await db.transaction().execute((tx) => addAccessEvents(tx, system, { events: of, now, knownUntil: null }));
    took.push(performance.now() - began);
  }
  return median(took);
}

const seconds = (began: number) => `${((performance.now() - began) / 1_000).toFixed(1)} s`;

function monthBefore(): string {
  const day = new Date();
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
}

/** How long each of many takes, in ms, after a few that warm up. */
async function timesOf(ask: () => Promise<unknown>): Promise<number[]> {
  for (let i = 0; i < 10; i++) await ask();
  const took: number[] = [];
  for (let i = 0; i < asked; i++) {
    const began = performance.now();
    await ask();
    took.push(performance.now() - began);
  }
  return took;
}

/** A building with half of all doors, fifty floors of a hundred each. */
async function addPlaces(db: Bench['server']['deps']['db'], newId: () => string) {
  const [building, floors] = [newId(), Array.from({ length: 50 }, newId)];
  const place = { parent_id: null, parent_type: null };
  await db
    .insertInto('location')
    .values({ ...place, id: building, name: 'Hospital', type: 'building' })
    .execute();
  await db
    .insertInto('location')
    .values(
      floors.map((id, n) => ({
        ...{ id, parent_id: building, parent_type: 'building' as const, name: `Floor ${n}`, type: 'floor' as const },
      })),
    )
    .execute();
  await sql`update door set location_id = (${floors}::uuid[])[1 + substr(cylinder.external_id, 3)::int % 50], placed_by = 'hand'
    from key_system_cylinder as cylinder
    where door.id = cylinder.id and substr(cylinder.external_id, 3)::int <= 5000`.execute(db);
  return { building, floor: floors[0] ?? '' };
}
