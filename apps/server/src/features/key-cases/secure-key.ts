import { sql } from 'kysely';
import type { Caller, Deps, Tx } from '#platform/deps';
import { emit } from '#platform/events/event-kind';
import { asProduct } from '#platform/visible-to';
import { exposureOf } from '../effective-access/service';
import { orderKeyTimes } from '../key-times/service';
import { keysOf } from '../keys/relation';
import { orderJobs, withdrawOrders } from '../programming/service';
import { caseDoors, type DoorState, doorState } from './door-states';
import { keyLost } from './events';

type Desk = { deps: Deps; caller: Caller };
type Timing = { deps: Pick<Deps, 'clock' | 'newId'>; caller: Caller };
type Lost = { case_id: string; key_id: string; reason: string | null };

/**
 * What a loss needs: the doors to decide about, regardless of the reader, and the key not valid any more once it is updated. Doors that the
 * case has already stay as they are decided.
 */
export async function secureKey(tx: Tx, desk: Desk, { case_id, key_id, reason }: Lost): Promise<void> {
  const doors = await addDoors(tx, desk.deps, { case_id, key_id });
  await keepValidity(tx, { case_id, key_id });
  const key = await tx
    .selectFrom(keysOf(asProduct(tx)))
    .select('key.marking')
    .where('key.id', '=', key_id)
    .executeTakeFirstOrThrow();
  await emit(tx, keyLost, { case_id, marking: key.marking, doors });
  await orderKeyTimes(tx, desk, {
    keys: [key_id],
    times: { validity: 'never' },
    reason: reason ?? '',
    subject: { kind: 'case', id: case_id },
  });
}

/** As the key is recorded before anything of the case has changed it. */
async function keepValidity(tx: Tx, { case_id, key_id }: Omit<Lost, 'reason'>): Promise<void> {
  await sql`
    update key_case set validity_before = json_build_object('validity', key.validity, 'valid_from', key.valid_from,
      'valid_until', key.valid_until)
    from ${keysOf(asProduct(tx))} where key_case.id = ${case_id} and key.id = ${key_id} and key.validity is not null
      and key_case.validity_before is null`.execute(tx);
}

/** A key that is not returned stops working with its next update. @returns whether it can be ordered */
export async function invalidateKey(tx: Tx, desk: Desk, { case_id, key_id, reason }: Lost): Promise<boolean> {
  await keepValidity(tx, { case_id, key_id });
  const { ordered } = await orderKeyTimes(tx, desk, {
    keys: [key_id],
    times: { validity: 'never' },
    reason: reason ?? '',
    subject: { kind: 'case', id: case_id },
  });
  return ordered.length > 0;
}

/** Lists the doors that the key may open, beside those of the case that are listed already. @returns how many it may open now */
export async function addDoors(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { case_id, key_id }: Omit<Lost, 'reason'>,
): Promise<number> {
  const [exposure] = await exposureOf(asProduct(tx), { key_id }, clock());
  const ids = exposure?.doors.map(({ cylinder_id }) => cylinder_id) ?? [];
  await sql`
    insert into key_case_door (case_id, cylinder_id) select ${case_id}::uuid, id from unnest(${ids}::uuid[]) as door(id)
    on conflict do nothing`.execute(tx);
  return ids.length;
}

type Limited = { case_id: string; key_id: string; until: string; reason: string };

/** A duplicate works from now until a moment, and ends by itself. */
export async function limitTimes(tx: Tx, desk: Desk, { case_id, key_id, until, reason }: Limited): Promise<void> {
  const from = desk.deps.clock().toISOString();
  await orderKeyTimes(tx, desk, {
    keys: [key_id],
    times: { validity: 'between', valid_from: from, valid_until: until },
    reason,
    subject: { kind: 'case', id: case_id },
  });
}

type Settled = { case_id: string; reason: string | null };

/**
 * Of a key that is found: it is to be valid again as it was, work that no one carries is withdrawn, and what is or will be blocked is to
 * be unblocked.
 */
export async function settleLoss(tx: Tx, desk: Desk, { case_id, reason }: Settled): Promise<void> {
  await restoreValidity(tx, desk, { case_id, reason });
  const product = asProduct(tx); // doors of others were blocked for the same key
  const { rows } = await sql<{ cylinder_id: string; key_id: string; order_id: string; state: DoorState }>`
    select decided.cylinder_id, key_case.key_id, decided.order_id, ${doorState} as state
    from ${caseDoors(product)} join key_case on key_case.id = decided.case_id
    where decided.case_id = ${case_id} and decided.decision = 'block' and decided.order_id is not null
    order by decided.cylinder_id`.execute(tx);
  const why = reason ?? '';
  const byProduct = { ...desk, caller: { ...desk.caller, actor: undefined } };
  const carried = await withdrawOrders(tx, byProduct, {
    ids: rows.filter(({ state }) => state === 'waiting').map(({ order_id }) => order_id),
    reason: why,
  });
  const stay = new Set(carried.map(({ id }) => id));
  const blocked = rows.filter(({ state, order_id }) => state === 'secured' || stay.has(order_id));
  if (blocked.length === 0) return;
  await orderJobs(tx, byProduct, {
    jobs: blocked.map(({ cylinder_id, key_id }) => ({ cylinder_id, key_id, kind: 'unblock' })),
    subject: { kind: 'case', id: case_id },
    reason: why,
  });
}

/** Has the key work again as it did before the case; nothing where the case did not change that. */
export async function restoreValidity(tx: Tx, desk: Timing, { case_id, reason }: Settled): Promise<void> {
  const before = await tx
    .selectFrom('key_case')
    .select(['key_id', 'validity_before'])
    .where('id', '=', case_id)
    .executeTakeFirst();
  if (!before?.validity_before || before.key_id === null) return;
  await orderKeyTimes(tx, desk, {
    keys: [before.key_id],
    times: before.validity_before,
    reason: reason ?? '',
    subject: { kind: 'case', id: case_id },
  });
}
