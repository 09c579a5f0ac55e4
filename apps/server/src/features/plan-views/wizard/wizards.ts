import type { PlanWizardContent, PlanWizardStep } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { asCaller } from '#platform/visible-to';
import { deleteKeyPlan } from '../../plans/service';
import { holdOpenWizard, type Target } from './hold-wizard';
import { getWizard, holdWizard, type WizardRow } from './wizard-queries';

type State = { step: PlanWizardStep; content: PlanWizardContent };

export async function startWizard(deps: Deps, caller: Caller, { step, content }: State): Promise<WizardRow> {
  const id = deps.newId();
  return deps.db.transaction().execute(async (tx) => {
    const by = { started_by: caller.name, updated_by: caller.name };
    await tx
      .insertInto('key_plan_wizard')
      .values({ id, step, content: JSON.stringify(content), ...by })
      .execute();
    await recordEvent(tx, caller, 'key_plan_wizard.started', { id, details: { name: content.name } });
    return getWizard(asCaller(tx, caller), id);
  });
}

/** Keeps what was chosen. @throws AppError not_found, conflict when it is finished, version_conflict */
export async function saveWizard(
  { deps, caller, id, expectedVersion }: Target,
  { step, content }: State,
): Promise<WizardRow> {
  return deps.db.transaction().execute(async (tx) => {
    const { version, updated_by, finished_at } = await holdWizard(tx, id);
    if (finished_at !== null) throw new AppError('conflict', say('keyPlan.wizardFinished'));
    if (expectedVersion !== undefined && expectedVersion !== version) {
      throw new AppError('version_conflict', say('keyPlan.wizardChanged', { name: updated_by }));
    }
    const stamps = { updated_by: caller.name, updated_at: sql<Date>`now()`, version: sql<number>`version + 1` };
    await tx
      .updateTable('key_plan_wizard')
      .set({ step, content: JSON.stringify(content), ...stamps })
      .where('id', '=', id)
      .execute();
    await recordEvent(tx, caller, 'key_plan_wizard.saved', { id, details: { step, version: version + 1 } });
    return getWizard(asCaller(tx, caller), id);
  });
}

/**
 * Drops a wizard, and the draft it wrote unless that is active or was edited elsewhere.
 * @returns whether the plan stays
 * @throws AppError not_found, conflict when it is finished, version_conflict
 */
export async function discardWizard({ deps, caller, id, expectedVersion }: Target): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    const { wizard, plan } = await holdOpenWizard(tx, id, expectedVersion);
    const keepsPlan = plan !== undefined && (plan.is_active || plan.version !== wizard.plan_version);
    await tx.deleteFrom('key_plan_wizard').where('id', '=', id).execute();
    if (plan && !keepsPlan) {
      await deleteKeyPlan(tx, plan.id, caller);
    }
    const details = { name: wizard.content.name, keyplan_id: plan?.id ?? null, keeps_plan: keepsPlan };
    await recordEvent(tx, caller, 'key_plan_wizard.discarded', { id, details });
    return keepsPlan;
  });
}
