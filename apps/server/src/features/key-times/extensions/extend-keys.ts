import type { Input, KeyExtension, keyExtensions } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, invalidField, notFound } from '#platform/errors';
import { emit } from '#platform/events/event-kind';
import { isOnePerson } from '#platform/sign-in/one-person';
import { asCaller, asProduct } from '#platform/visible-to';
import { keysOf } from '../../keys/relation';
import { keyExtensionRequested } from '../events';
import { readPolicy } from '../policy';
import { holdTimes, type Known, orderKeyTimes, plannedOf } from '../service';
import { getExtension } from './list-extensions';

const hourMinutes = 60;
const hourMs = 3_600_000;
/** The longest interval that a key takes. */
const maxMinutes = 525_600;
const markingsShown = 5;

type Acting = { deps: Deps; caller: Caller };

/** Nothing is ordered before another administrator approves. @throws AppError not_found, conflict, validation_failed */
export function askForExtension(
  { deps, caller }: Acting,
  { keys: ids, hours, reason }: Input<typeof keyExtensions.ask>['body'],
): Promise<KeyExtension> {
  return deps.db.transaction().execute(async (tx) => {
    const { extension_max_hours: count } = await readPolicy(tx);
    if (hours > count) throw invalidField('hours', say('keyExtension.tooLong', { count }));
    const keys = await holdTimes(tx, caller, ids);
    if (keys.length < new Set(ids).size) throw notFound('key');
    refuseSome(
      keys.filter((key) => intervalOf(key) === null),
      'keyExtension.noInterval',
    );
    const extended = await listExtended(tx, ids);
    refuseSome(
      keys.filter(({ id }) => extended.has(id)),
      'keyExtension.already',
    );
    const id = deps.newId();
    const asked_by_id = caller.actor?.id ?? null;
    const asked = { id, hours, reason, asked_by_id, asked_by: caller.name, asked_at: deps.clock() };
    await tx
      .insertInto('key_extension')
      .values({ ...asked, state: 'open' })
      .execute();
    await tx
      .insertInto('key_extension_key')
      .values(keys.map((key) => ({ extension_id: id, key_id: key.id })))
      .execute();
    const markings = keys.map(({ marking }) => marking);
    await recordEvent(tx, caller, 'key_extension.requested', { id, details: { markings, hours, reason } });
    const told = { extension_id: id, asked_by_id, by: caller.name, keys: keys.length, hours, reason };
    await emit(tx, keyExtensionRequested, told);
    return getExtension(asCaller(tx, caller), id);
  });
}

function refuseSome(keys: readonly Known[], why: 'keyExtension.noInterval' | 'keyExtension.already'): void {
  if (keys.length === 0) return;
  const markings = keys.slice(0, markingsShown).map(({ marking }) => marking);
  throw new AppError('conflict', say(why, { count: keys.length, markings: markings.join(', ') }));
}

/** What a key that works some time needs updates by. */
function intervalOf(key: Known): number | null {
  const planned = key.has_clock ? plannedOf(key) : null;
  return planned === null || planned.validity === 'never' ? null : planned.revalidation_minutes;
}

/** Keys of an extension that is open or in force. */
async function listExtended(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key_id: string }>`
    select line.key_id from key_extension_key as line join key_extension as one on one.id = line.extension_id
    where one.state in ('open', 'approved') and line.key_id = any(${ids}::uuid[])`.execute(tx);
  return new Set(rows.map(({ key_id }) => key_id));
}

/**
 * Orders the longer intervals. The policy's longest interval does not hold for them: that is what two administrators are for.
 * @throws AppError not_found, conflict for the requester, and for one that is decided
 */
export async function approveExtension({ deps, caller }: Acting, id: string): Promise<KeyExtension> {
  const done = await deps.db.transaction().execute(async (tx) => {
    const { asked_by_id, hours, reason } = await lockOpen(tx, caller, id);
    if (asked_by_id !== null && asked_by_id === caller.actor?.id)
      throw new AppError('conflict', say('keyExtension.own'));
    if (asked_by_id !== null && (await isOnePerson(tx, { deps, caller }, [asked_by_id])))
      throw new AppError('conflict', say('keyExtension.newAccount'));
    const keys = (await holdTimes(tx, caller, await listKeys(tx, id))).flatMap((key) => {
      const former = intervalOf(key);
      return former === null
        ? []
        : [{ id: key.id, former, extended: Math.min(former + hours * hourMinutes, maxMinutes) }];
    });
    if (keys.length === 0) throw new AppError('conflict', say('keyExtension.nothingLeft'));
    const at = deps.clock();
    const ends_at = new Date(at.getTime() + hours * hourMs);
    for (const [minutes, ids] of groupIds(keys.map((key) => [key.extended, key.id]))) {
      const order = {
        keys: ids,
        times: { revalidation_minutes: minutes },
        reason,
        subject: { kind: 'key_extension', id },
      };
      await orderKeyTimes(tx, { deps, caller }, order);
    }
    await sql`
      update key_extension_key as line set former_minutes = known.former, extended_minutes = known.extended
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as known(id uuid, former int, extended int)
      where line.extension_id = ${id} and line.key_id = known.id`.execute(tx);
    const decided = { decided_by: caller.name, decided_at: at };
    await tx
      .updateTable('key_extension')
      .set({ ...decided, state: 'approved', ends_at })
      .where('id', '=', id)
      .execute();
    await recordEvent(tx, caller, 'key_extension.approved', { id, details: { keys: keys.length, hours, ends_at } });
    return getExtension(asCaller(tx, caller), id);
  });
  deps.jobs.nudge();
  return done;
}

/** The requester withdraws it so. @throws AppError not_found, conflict for one that is decided */
export function refuseExtension({ deps, caller }: Acting, id: string, reason: string): Promise<KeyExtension> {
  return deps.db.transaction().execute(async (tx) => {
    await lockOpen(tx, caller, id);
    const decided = { decided_by: caller.name, decided_at: deps.clock(), decision_reason: reason };
    await tx
      .updateTable('key_extension')
      .set({ ...decided, state: 'refused' })
      .where('id', '=', id)
      .execute();
    await recordEvent(tx, caller, 'key_extension.refused', { id, details: { reason } });
    return getExtension(asCaller(tx, caller), id);
  });
}

async function lockOpen(tx: Tx, caller: Caller, id: string) {
  await getExtension(asCaller(tx, caller), id);
  const row = await tx
    .selectFrom('key_extension')
    .select(['asked_by_id', 'hours', 'reason', 'state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('key_extension');
  if (row.state !== 'open') throw new AppError('conflict', say('keyExtension.decided'));
  return row;
}

async function listKeys(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx.selectFrom('key_extension_key').select('key_id').where('extension_id', '=', id).execute();
  return rows.map(({ key_id }) => key_id);
}

function groupIds(pairs: readonly (readonly [minutes: number, id: string])[]): Map<number, string[]> {
  const groups = new Map<number, string[]>();
  for (const [minutes, id] of pairs) groups.set(minutes, [...(groups.get(minutes) ?? []), id]);
  return groups;
}

/**
 * Orders the former intervals of extensions whose hours are over. Keys that have been given another interval meanwhile keep that.
 * @returns how many have ended
 */
export async function endExtensions(
  deps: Pick<Deps, 'db' | 'clock' | 'newId' | 'signEvent' | 'jobs'>,
): Promise<number> {
  const caller: Caller = { actor: undefined, name: 'key extensions', request_id: null, sign: deps.signEvent };
  let ended = 0;
  for (;;) {
    const isOne = await deps.db.transaction().execute(async (tx) => {
      const due = await tx
        .selectFrom('key_extension')
        .select(['id', 'reason'])
        .where('state', '=', 'approved')
        .where('ends_at', '<=', deps.clock())
        .orderBy('ends_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!due) return false;
      await orderFormer(tx, { deps, caller }, due);
      await tx
        .updateTable('key_extension')
        .set({ state: 'ended', ended_at: deps.clock() })
        .where('id', '=', due.id)
        .execute();
      await recordEvent(tx, caller, 'key_extension.ended', { id: due.id });
      return true;
    });
    if (!isOne) break;
    ended += 1;
  }
  if (ended > 0) deps.jobs.nudge();
  return ended;
}

type Line = { key_id: string; former_minutes: number; extended_minutes: number };

async function orderFormer(
  tx: Tx,
  { deps, caller }: { deps: Pick<Deps, 'clock' | 'newId'>; caller: Caller },
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const { rows } = await sql<Line>`
    select line.key_id, line.former_minutes, line.extended_minutes
    from key_extension_key as line join ${keysOf(asProduct(tx))} on key.id = line.key_id
    where line.extension_id = ${id} and line.former_minutes is not null`.execute(tx);
  const lines = new Map(rows.map((row) => [row.key_id, row]));
  const keys = await holdTimes(tx, caller, [...lines.keys()]);
  const back = keys.flatMap((key) => {
    const line = lines.get(key.id);
    return line && intervalOf(key) === line.extended_minutes ? [[line.former_minutes, key.id] as const] : [];
  });
  for (const [minutes, ids] of groupIds(back)) {
    const order = {
      keys: ids,
      times: { revalidation_minutes: minutes },
      reason,
      subject: { kind: 'key_extension', id },
    };
    await orderKeyTimes(tx, { deps, caller }, order);
  }
}
