import type { KeyCaseDetail, keyCases } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, invalidField, notFound } from '#platform/errors';
import { asCaller } from '#platform/visible-to';
import { orderJobs, withdrawOrders } from '../programming/service';
import { addEntry } from './case-events';
import { caseDoors, type DoorState, doorState } from './door-states';
import { changeCase } from './manage-cases';

type One = { deps: Deps; caller: Caller; id: string; expectedVersion: number | undefined };
type Decision = z.infer<typeof keyCases.decide.body>;

/**
 * Decides about doors of a lost key; to block one orders the work on it, and to decide otherwise withdraws what is not done.
 * @throws AppError not_found for doors that the case has not or the caller does not see, conflict, version_conflict, validation_failed
 */
export function decideDoors(one: One, decision: Decision): Promise<KeyCaseDetail> {
  const { deps, caller } = one;
  checkDecision(decision, deps.clock());
  return changeCase(one, async (tx, { id, kind, key }) => {
    if (kind !== 'lost' || key === null) throw new AppError('conflict', say('keyCase.noDoors'));
    const doors = await pickDoors(tx, one, decision.cylinders);
    if (doors.length === 0) return {};
    const reason = decision.reason ?? `${key.marking}: ${kind}`;
    await withdrawOthers(tx, one, { doors, reason });
    const orders = await orderBlocks(tx, one, { doors, key_id: key.id, reason, decision: decision.decision });
    await saveDecision(tx, one, { doors, orders, decision });
    const about = { decision: decision.decision, doors: doors.length, note: decision.reason ?? null };
    await addEntry(tx, deps, { case_id: id, happening: 'doors_decided', actor_name: caller.name, ...about });
    const { accept_until } = decision;
    const details = {
      decision: decision.decision,
      accept_until,
      reason: decision.reason,
      doors: doors.map(({ marking }) => marking),
    };
    await recordEvent(tx, caller, 'key_case.doors_decided', { id, details });
    return {};
  });
}

function checkDecision({ decision, accept_until, reason }: Decision, now: Date): void {
  if (decision !== 'accept') return;
  if (accept_until === undefined) throw invalidField('accept_until', say('keyCase.acceptUntil'));
  if (Date.parse(accept_until) <= now.getTime()) throw invalidField('accept_until', say('keyCase.acceptInThePast'));
  if (reason === undefined) throw invalidField('reason', say('keyCase.acceptReason'));
}

type Door = {
  cylinder_id: string;
  marking: string;
  decision: string | null;
  state: DoorState;
  order_id: string | null;
};

/** Those that are secured by a job stay as they are. @throws AppError not_found */
async function pickDoors(tx: Tx, { caller, id }: One, wanted: Decision['cylinders']): Promise<Door[]> {
  const { rows } = await sql<Door>`
    select decided.cylinder_id, cylinder.marking, decided.decision, ${doorState} as state, decided.order_id
    from ${caseDoors(asCaller(tx, caller))}
    where decided.case_id = ${id} order by decided.cylinder_id for update of decided`.execute(tx);
  if (wanted === 'undecided') return rows.filter(({ state }) => state === 'undecided');
  const byId = new Map(rows.map((row) => [row.cylinder_id, row]));
  const doors = [...new Set(wanted)].map((cylinder) => {
    const door = byId.get(cylinder);
    if (!door) throw notFound('cylinder');
    return door;
  });
  const secured = doors.find(({ state, decision }) => state === 'secured' && decision === 'block');
  if (secured) throw new AppError('conflict', say('keyCase.isSecured', { cylinder: secured.marking }));
  return doors;
}

type Withdrawn = { doors: readonly Door[]; reason: string };

/** Work that was ordered for an earlier decision. @throws AppError conflict where a programming key carries it */
async function withdrawOthers(tx: Tx, one: One, { doors, reason }: Withdrawn): Promise<void> {
  const open = doors.flatMap(({ order_id, state }) => (order_id !== null && state === 'waiting' ? order_id : []));
  const [carried] = await withdrawOrders(tx, one, { ids: open, reason });
  if (carried) throw new AppError('conflict', carried.refusal);
}

type Blocking = { doors: readonly Door[]; key_id: string; reason: string; decision: Decision['decision'] };

/** @returns the order of each door that is to be blocked */
async function orderBlocks(
  tx: Tx,
  one: One,
  { doors, key_id, reason, decision }: Blocking,
): Promise<ReadonlyMap<string, string>> {
  if (decision !== 'block') return new Map();
  const orders = await orderJobs(tx, one, {
    jobs: doors.map(({ cylinder_id }) => ({ cylinder_id, key_id, kind: 'block' })),
    subject: { kind: 'case', id: one.id },
    reason,
  });
  return new Map(doors.map(({ cylinder_id }, at) => [cylinder_id, orders[at]?.id ?? '']));
}

type Saved = { doors: readonly Door[]; orders: ReadonlyMap<string, string>; decision: Decision };

async function saveDecision(
  tx: Tx,
  { deps, caller, id }: One,
  { doors, orders, decision: { decision, accept_until, reason } }: Saved,
): Promise<void> {
  const rows = doors.map(({ cylinder_id }) => ({ cylinder_id, order_id: orders.get(cylinder_id) ?? null }));
  const until = decision === 'accept' ? accept_until : null;
  await sql`
    update key_case_door as door set decision = ${decision}, accept_until = ${until}::timestamptz, reason = ${reason ?? null},
      decided_by = ${caller.name}, decided_at = ${deps.clock()}, order_id = saved.order_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as saved(cylinder_id uuid, order_id uuid)
    where door.case_id = ${id} and door.cylinder_id = saved.cylinder_id`.execute(tx);
}
