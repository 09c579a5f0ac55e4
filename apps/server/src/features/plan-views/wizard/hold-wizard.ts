import { say } from '@key2xs/texts';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import { asProduct } from '#platform/visible-to';
import { keepTree } from '../../locations/service';
import { holdContent, holdPlan, type KeyPlanRow } from '../../plans/service';
import { getWizard, holdWizard, type WizardRow } from './wizard-queries';

export type Target = { deps: Deps; caller: Caller; id: string; expectedVersion: number | undefined };

/** A wizard with the draft it writes, both locked until the end of the transaction. */
export type Held = { wizard: WizardRow; plan: KeyPlanRow | undefined };

/**
 * Locks the plan before the wizard, as deleting a plan does, to avoid deadlocks.
 * @throws AppError not_found, version_conflict
 */
export async function holdBoth(tx: Tx, id: string, expectedVersion: number | undefined): Promise<Held> {
  await keepTree(tx);
  const { keyplan_id } = await getWizard(asProduct(tx), id); // no wizard is outside anybody's scope
  if (keyplan_id) await holdContent(tx, keyplan_id);
  const plan = keyplan_id ? await holdPlan(tx, keyplan_id, undefined) : undefined;
  const wizard = await holdWizard(tx, id);
  const isOther = expectedVersion !== undefined && expectedVersion !== wizard.version;
  if (isOther || wizard.keyplan_id !== keyplan_id) {
    throw new AppError('version_conflict', say('keyPlan.wizardChanged', { name: wizard.updated_by }));
  }
  return { wizard, plan };
}

/** @throws AppError not_found, conflict when it is finished, version_conflict */
export async function holdOpenWizard(tx: Tx, id: string, expectedVersion: number | undefined): Promise<Held> {
  const held = await holdBoth(tx, id, expectedVersion);
  if (held.wizard.finished_at !== null) throw new AppError('conflict', say('keyPlan.wizardFinished'));
  return held;
}
