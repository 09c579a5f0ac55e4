import type { OrderedKind } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { recordEvents } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, invalidField, notFound } from '#platform/errors';
import { asCaller } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { keysOf } from '../keys/relation';
import { requestWorkByHand } from '../work-list/service';
import { listWritable, requestWrites } from './write-jobs';

export type Desk = { deps: Deps; caller: Caller };

/** What jobs are ordered for. */
export type Subject = { kind: 'case'; id: string };

export type JobWanted = { cylinder_id: string; key_id: string | null; kind: OrderedKind };

export type Orders = {
  jobs: readonly JobWanted[];
  subject: Subject | null;
  reason: string;
  /** Of cylinders to reprogram, which loses the events in them. */
  events?: 'fetch_first' | 'discard' | undefined;
};

type Row = {
  id: string;
  connection_id: string;
  cylinder_id: string;
  key_id: string | null;
  kind: OrderedKind;
  after_id: string | null;
};

/**
 * Orders jobs in the caller's transaction; a background job writes them where the connection can, else an operator enters them.
 * A job that is ordered for the same subject already, and not done, is not ordered twice. Nudge `deps.jobs` after the commit.
 * @returns an id for each job, in order
 * @throws AppError not_found outside the caller's scope, conflict, validation_failed
 */
export async function orderJobs(tx: Tx, desk: Desk, orders: Orders): Promise<{ id: string }[]> {
  const { deps } = desk;
  const { jobs, events = 'fetch_first' } = orders;
  const doors = await findDoors(tx, desk, jobs);
  const open = await listOpen(tx, [...doors.keys()]);
  const rows: Row[] = [];
  const placed = jobs.map((job) => {
    const { connection_id, marking } = getDoor(doors, job.cylinder_id);
    const same = open.filter((one) => isSame(one, job));
    const known = same.find(({ subject_id }) => orders.subject !== null && subject_id === orders.subject.id);
    if (known?.order_id) return known.order_id;
    if (orders.subject === null && same.length > 0) {
      throw new AppError('conflict', say('programming.ordered', { cylinder: marking }));
    }
    const isAfter = job.kind === 'reprogram' && events === 'fetch_first';
    const row: Row = { ...job, id: deps.newId(), connection_id, after_id: null };
    if (isAfter) row.after_id = fetchBefore(row);
    rows.push(row);
    return row.id;
  });
  function fetchBefore({ connection_id, cylinder_id }: Row): string {
    const fetch: JobWanted = { cylinder_id, key_id: null, kind: 'fetch_events' };
    const known =
      open.find((one) => one.order_id !== null && isSame(one, fetch))?.order_id ??
      rows.find((one) => isSame(one, fetch))?.id;
    if (known) return known;
    const id = deps.newId();
    rows.push({ ...fetch, id, connection_id, after_id: null });
    return id;
  }
  await insertOrders(tx, desk, { rows, ...orders });
  await recordEvents(
    tx,
    desk.caller,
    'programming_job.ordered',
    rows.map(({ id, kind, cylinder_id }) => ({
      id,
      details: { kind, cylinder: getDoor(doors, cylinder_id).marking, reason: orders.reason },
    })),
  );
  return placed.map((id) => ({ id }));
}

const isSame = (one: { cylinder_id: string | null; key_id: string | null; kind: string }, job: JobWanted) =>
  one.cylinder_id === job.cylinder_id && one.kind === job.kind && one.key_id === job.key_id;

type Door = { id: string; connection_id: string; marking: string; is_planned: boolean };

function getDoor(doors: ReadonlyMap<string, Door>, id: string): Door {
  const door = doors.get(id);
  if (!door) throw notFound('cylinder');
  return door;
}

/** The cylinders, once all that can be refused is checked. A concurrent order for the same key system waits. */
async function findDoors(tx: Tx, { caller }: Desk, jobs: readonly JobWanted[]): Promise<ReadonlyMap<string, Door>> {
  const reader = asCaller(tx, caller);
  const found = await tx
    .selectFrom(doorsOf(reader))
    .select(['cylinder.id', 'cylinder.connection_id', 'cylinder.marking', 'cylinder.is_planned'])
    .where('cylinder.id', '=', (q) => q.fn.any(q.val(jobs.map(({ cylinder_id }) => cylinder_id))))
    .where('cylinder.deleted_at', 'is', null)
    .execute();
  const doors = new Map(found.map((door) => [door.id, door]));
  const keyIds = jobs.flatMap(({ key_id }) => key_id ?? []);
  const keys = await tx
    .selectFrom(keysOf(reader))
    .select(['key.id', 'key.connection_id', 'key.marking'])
    .where('key.id', '=', (q) => q.fn.any(q.val(keyIds)))
    .where('key.deleted_at', 'is', null)
    .execute();
  const byId = new Map(keys.map((key) => [key.id, key]));
  const seen = new Set<string>();
  for (const { cylinder_id, key_id, kind } of jobs) {
    const door = getDoor(doors, cylinder_id);
    const cylinder = door.marking;
    if (door.is_planned) throw new AppError('conflict', say('programming.planned', { cylinder }));
    const isAboutKey = kind === 'block' || kind === 'unblock';
    if (isAboutKey && key_id === null) throw invalidField('key_id', say('programming.keyNeeded', { cylinder }));
    if (key_id !== null && (kind === 'fetch_events' || kind === 'reprogram')) {
      throw invalidField('key_id', say('programming.noKey', { cylinder }));
    }
    const key = key_id === null ? undefined : byId.get(key_id);
    if (key_id !== null && !key) throw notFound('key');
    if (key && key.connection_id !== door.connection_id) {
      throw invalidField('key_id', say('programming.otherSystem', { key: key.marking, cylinder }));
    }
    const name = `${cylinder_id} ${kind} ${key_id}`;
    if (seen.has(name)) throw invalidField('jobs', say('programming.twice', { cylinder }));
    seen.add(name);
  }
  const connections = [...new Set(found.map(({ connection_id }) => connection_id))].sort();
  for (const id of connections) {
    await sql`select pg_advisory_xact_lock(hashtext('programming_order'), hashtext(${id}))`.execute(tx);
  }
  return doors;
}

/** Jobs at these cylinders that are not done, ordered here or by others. */
async function listOpen(tx: Tx, cylinderIds: readonly string[]) {
  const { rows } = await sql<{
    cylinder_id: string;
    kind: string;
    key_id: string | null;
    order_id: string | null;
    subject_id: string | null;
  }>`
    select work.cylinder_id, work.kind, coalesce(ordered.key_id, (
        select about.id from ${keysOf({ viewer: product }, 'about')}
        where about.connection_id = work.connection_id and about.external_id = work.key_external_id)) as key_id,
      work.order_id, ordered.subject_id
    from programming_work as work left join programming_order as ordered on ordered.id = work.order_id
    where work.cylinder_id = any(${cylinderIds}::uuid[])
      and work.stage in ('to_write', 'pending', 'assigned', 'loaded_on_key')`.execute(tx);
  return rows;
}

const product = { role: 'superadmin', functions: [], scope: null } as const;

async function insertOrders(
  tx: Tx,
  { deps, caller }: Desk,
  { rows, subject, reason }: Pick<Orders, 'subject' | 'reason'> & { rows: readonly Row[] },
): Promise<void> {
  if (rows.length === 0) return;
  const able = await listWritable(
    tx,
    rows.map(({ connection_id }) => connection_id),
  );
  const now = deps.clock();
  const byNeed = rows.toSorted((one, other) => Number(one.after_id !== null) - Number(other.after_id !== null));
  await tx
    .insertInto('programming_order')
    .values(
      byNeed.map((row) => ({
        ...row,
        subject_kind: subject?.kind ?? null,
        subject_id: subject?.id ?? null,
        reason,
        ordered_by: caller.name,
        ordered_at: now,
        state: able.has(row.connection_id) ? ('waiting' as const) : ('to_enter' as const),
        job_external_id: null,
        programming_key_id: null,
        changed_at: now,
      })),
    )
    .execute();
  await requestWorkByHand(
    tx,
    rows.map(({ connection_id }) => connection_id),
  );
  await requestWrites(
    tx,
    rows.flatMap(({ connection_id }) => (able.has(connection_id) ? connection_id : [])),
  );
}
