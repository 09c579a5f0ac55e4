import { type AuditAction, type Guard, subjectOf } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import type { ChangeSetRow, TaskRow } from '#platform/schema/schema';
import { saveDecisions } from '../decisions/service';
import { noteSourceEvent } from '../source-events/service';
import { startTask } from '../tasks/service';
import { kindsOfChangeSet } from './kinds';
import { lockChangeSet, updateChangeSet } from './queries';

/** Locks a waiting change set for this decision. @throws AppError not_found, conflict, change_set_stale */
async function takeWaiting(tx: Tx, id: string, isGuarded?: boolean): Promise<ChangeSetRow> {
  const changeSet = await lockChangeSet(tx, id);
  if (!changeSet) throw notFound('change_set');
  if (changeSet.state !== 'ready' && changeSet.state !== 'quarantined') {
    const detail =
      changeSet.state === 'stale'
        ? say('changeSet.stale')
        : say('changeSet.waitsNoLonger', { state: say(`changeSet.states.${changeSet.state}`) });
    throw new AppError(changeSet.state === 'stale' ? 'change_set_stale' : 'conflict', detail);
  }
  if (isGuarded === false && changeSet.state === 'quarantined') {
    throw new AppError('conflict', say('changeSet.guarded'));
  }
  if (isGuarded === true && changeSet.state === 'ready') {
    throw new AppError('conflict', say('changeSet.notGuarded'));
  }
  if (isGuarded !== undefined && changeSet.guards.some(({ reason }) => reason === 'rename')) {
    throw new AppError('conflict', say('changeSet.renamesFirst'));
  }
  return changeSet;
}

/**
 * Locks a waiting change set, so that no other decision is made about it until the transaction ends.
 * @throws AppError not_found, conflict, change_set_stale also where what it was computed from has changed
 */
export async function holdWaiting(tx: Tx, id: string): Promise<ChangeSetRow> {
  const changeSet = await takeWaiting(tx, id);
  if (await isOutdated(tx, changeSet)) throw new AppError('change_set_stale', say('changeSet.nothingApplied'));
  return changeSet;
}

const isOutdated = async (tx: Tx, changeSet: ChangeSetRow): Promise<boolean> =>
  (await kindsOfChangeSet[changeSet.kind].base(tx, subjectOf(changeSet).id)) !== changeSet.base;

async function decide(
  tx: Tx,
  { deps, caller }: { deps: Deps; caller: Caller },
  changeSet: ChangeSetRow,
  decision: { event: AuditAction; reason: string; state: 'applying' | 'discarded'; details?: Record<string, unknown> },
): Promise<ChangeSetRow> {
  const { event, reason, state, details } = decision;
  await recordEvent(tx, caller, event, {
    id: changeSet.id,
    details: {
      title: renderSentence(changeSet.title),
      counts: changeSet.counts,
      guards: changeSet.guards,
      reason,
      ...details,
    },
  });
  const about = { subject: 'change_set', ids: [changeSet.id] } as const;
  await saveDecisions(tx, { ...about, choice: event, reason, by: caller.name, at: deps.clock() });
  await noteDecision(tx, caller, changeSet, { state, reason });
  return updateChangeSet(tx, changeSet.id, { state });
}

type Outcome = { state: 'applying' | 'discarded'; reason: string };

/** Of changes of an identity source that a guard had stopped. */
async function noteDecision(
  tx: Tx,
  caller: Caller,
  changeSet: ChangeSetRow,
  { state, reason }: Outcome,
): Promise<void> {
  const { id: change_set_id, iam_connection_id: connection_id, kind, guards, task_id } = changeSet;
  if (connection_id === null || kind !== 'directory' || guards.length === 0) return;
  const of = { connection_id, actor_name: caller.name, task_id, change_set_id };
  await noteSourceEvent(
    tx,
    state === 'discarded'
      ? { ...of, kind: 'guard.discarded', sentence: say('sourceEvent.discarded', { reason }) }
      : { ...of, kind: 'guard.allowed', sentence: say('sourceEvent.allowed', { reason }) },
  );
}

/** @throws AppError change_set_stale, after marking it stale */
async function applyInTask(deps: Deps, caller: Caller, id: string, plan: Plan): Promise<TaskRow> {
  const task = await deps.db.transaction().execute(async (tx) => {
    const changeSet = await takeWaiting(tx, id, plan.isGuarded);
    if (await isOutdated(tx, changeSet)) {
      await updateChangeSet(tx, id, { state: 'stale' });
      return undefined;
    }
    await plan.before?.(tx, changeSet);
    await decide(tx, { deps, caller }, changeSet, { ...plan, state: 'applying' });
    const { kind } = changeSet;
    return startTask(tx, deps, caller, { kind, subject_id: subjectOf(changeSet).id, change_set_id: id });
  });
  if (!task) {
    throw new AppError('change_set_stale', say('changeSet.nothingApplied'));
  }
  deps.jobs.nudge();
  return task;
}

type Plan = {
  event: AuditAction;
  reason: string;
  isGuarded: boolean;
  details?: Record<string, unknown>;
  before?: (tx: Tx, changeSet: ChangeSetRow) => Promise<void>;
};

/** The guards with a limit of the connection. */
const limited: readonly Guard['reason'][] = ['too_many_removals', 'too_many_moves'];

/** Applies a change set that no guard stopped. @throws AppError not_found, conflict, change_set_stale, sync_in_progress */
export const applyChangeSet = (deps: Deps, caller: Caller, id: string): Promise<TaskRow> =>
  applyInTask(deps, caller, id, { event: 'change_set.apply_started', reason: '', isGuarded: false });

/** Applies a change set that a guard stopped; the limit stays. @throws like applyChangeSet */
export const allowOnce = (deps: Deps, caller: Caller, id: string, reason: string): Promise<TaskRow> =>
  applyInTask(deps, caller, id, { event: 'change_set.allowed_once', reason, isGuarded: true });

/**
 * Raises the removal limit of the change set's connection and applies it.
 * @throws AppError conflict when another guard stopped it too, or the new limit is still too low
 */
export const raiseLimit = (
  deps: Deps,
  caller: Caller,
  id: string,
  { limit_percent, reason }: { limit_percent: number; reason: string },
): Promise<TaskRow> =>
  applyInTask(deps, caller, id, {
    event: 'guard.limit_raised',
    reason,
    isGuarded: true,
    details: { limit_percent },
    before: async (tx, changeSet) => {
      // Computed again: a guard's percentage is rounded for display.
      const isTooLow = changeSet.guards.some(({ count, of }) => count * 100 > of * limit_percent);
      if (isTooLow || changeSet.guards.some(({ reason }) => !limited.includes(reason))) {
        throw new AppError('conflict', say('changeSet.stillGuarded'));
      }
      const { table, id: connectionId } = subjectOf(changeSet);
      await tx
        .updateTable(table)
        .set({ guard_limit_percent: limit_percent, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
        .where('id', '=', connectionId)
        .execute();
    },
  });

/** Discards a waiting change set. @throws AppError not_found, conflict */
export const discard = (deps: Deps, caller: Caller, id: string, reason: string): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    const changeSet = await takeWaiting(tx, id);
    await decide(tx, { deps, caller }, changeSet, { event: 'change_set.discarded', reason, state: 'discarded' });
  });
