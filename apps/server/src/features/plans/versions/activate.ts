import { losesManyPeople } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import { emit } from '#platform/events/event-kind';
import { asCaller, asProduct } from '#platform/visible-to';
import { listDifferences, listPending } from '../content/differences';
import { forgetSettledEditors } from '../content/editors';
import { planActivated } from '../content/events';
import { holdContent } from '../content/hold-content';
import { makeVersion, tally } from '../content/keep-versions';
import { loadSide } from '../content/sides';
import { writeDraft } from '../draft/write-draft';
import { comparePlan } from '../effect/compare';
import { getKeyPlan, holdPlan } from '../settings/get-plan';
import type { KeyPlanRow } from '../settings/plan-queries';
import { refuseEditors } from '../settings/second-person';

type Target = { deps: Deps; caller: Caller; id: string; expectedVersion: number | undefined };
type Decision = { reason?: string | undefined; accept_losing?: number | undefined };

/**
 * Brings the draft into force and switches the plan on, all at once or not at all.
 * @throws AppError not_found, conflict, version_conflict; confirmation_needed when many people would lose doors
 */
export async function activateDraft(
  { deps, caller, id, expectedVersion }: Target,
  { reason, accept_losing }: Decision,
): Promise<KeyPlanRow> {
  // Everybody who would lose doors counts, seen by the caller or not.
  const { plan, effect } = await comparePlan(deps, asProduct(deps.db), id, { from: 'in_force', to: 'draft' });
  const losing = effect.peopleLosing;
  if (losesManyPeople({ losing, reached: effect.reachedBefore }) && accept_losing !== losing) {
    throw new AppError('confirmation_needed', say('keyPlan.manyLose', { count: losing }), { people_losing: losing });
  }
  return deps.db.transaction().execute(async (tx) => {
    const held = await holdPlan(tx, id, expectedVersion);
    if (held.version !== plan.version) throw changed(); // it is no longer what was measured
    const pending = await listPending(tx, id);
    if (pending.length === 0 && held.is_active) throw new AppError('conflict', say('keyPlan.nothingToActivate'));
    await refuseEditors(tx, { deps, caller }, held, pending);
    await switchOn(tx, id);
    const differences = [...pending, ...(await listDifferences(tx, id, [id]))];
    await makeVersion(tx, id, { cause: 'activation', by: caller, reason }, differences);
    await forgetSettledEditors(tx, id);
    const after = await getKeyPlan(asCaller(tx, caller), id);
    const details = {
      name: held.name,
      version: after.version_in_force,
      reason,
      changes: tally(pending),
      people_gaining: effect.peopleGaining,
      people_losing: losing,
    };
    await recordEvent(tx, caller, 'key_plan.activated', { id, details });
    await emit(tx, planActivated, { key_plan_id: id, version: after.version_in_force });
    return after;
  });
}

/** Drops the edits that are not in force. @throws AppError not_found, version_conflict */
export async function discardDraft({ deps, caller, id, expectedVersion }: Target): Promise<KeyPlanRow> {
  return deps.db.transaction().execute(async (tx) => {
    await holdContent(tx, id);
    const plan = await holdPlan(tx, id, expectedVersion);
    const [from, to] = [await loadSide(tx, plan, 'draft'), await loadSide(tx, plan, 'in_force')];
    const dropped = await writeDraft(tx, { deps, caller, keyplanId: id }, { from, to });
    await recordEvent(tx, caller, 'key_plan.draft_discarded', { id, details: { name: plan.name, dropped } });
    return getKeyPlan(asCaller(tx, caller), id);
  });
}

/** Writes rules and profiles of a version as the draft; its settings stay. @throws AppError not_found, version_conflict */
export async function restoreVersion(
  { deps, caller, id, expectedVersion }: Target,
  number: number,
): Promise<KeyPlanRow> {
  return deps.db.transaction().execute(async (tx) => {
    await holdContent(tx, id);
    const plan = await holdPlan(tx, id, expectedVersion);
    const [from, to] = [await loadSide(tx, plan, 'draft'), await loadSide(tx, plan, String(number))];
    const written = await writeDraft(tx, { deps, caller, keyplanId: id }, { from, to });
    await recordEvent(tx, caller, 'key_plan.version_restored', { id, details: { name: plan.name, number, written } });
    return getKeyPlan(asCaller(tx, caller), id);
  });
}

const changed = () => new AppError('version_conflict', say('keyPlan.changed'));

const switchOn = (tx: Tx, id: string) =>
  tx
    .updateTable('key_plan')
    .set({ is_active: true, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
