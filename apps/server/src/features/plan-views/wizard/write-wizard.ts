import { KeyPlanCreate, PlanWizardBasics } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, invalidInput } from '#platform/errors';
import { asCaller } from '#platform/visible-to';
import {
  addKeyPlan,
  getKeyPlan,
  type KeyPlanRow,
  loadSide,
  refuseTakenPlanName,
  replaceLinks,
  touchKeyPlan,
  withoutEqual,
  writeDraft,
} from '../../plans/service';
import { contentOfChoices } from './content-of-choices';
import { type Held, holdBoth, holdOpenWizard, type Target } from './hold-wizard';
import { presentChoices } from './missing-choices';
import { getWizard, noteFinished, noteWritten, type WizardRow } from './wizard-queries';

type Author = { deps: Deps; caller: Caller };
/** Of a plan that was edited elsewhere: the version that may be written over. */
type Consent = { overwrite?: number | undefined };

/**
 * Writes what was chosen as the draft of its plan.
 * @throws AppError not_found, validation_failed for a name or description that is missing, version_conflict, conflict for a
 * name that is taken, a wizard that is finished, a plan that is active or was edited elsewhere
 */
export async function writeWizard({ deps, caller, id, expectedVersion }: Target, consent: Consent): Promise<WizardRow> {
  return deps.db.transaction().execute(async (tx) => {
    const held = await holdOpenWizard(tx, id, expectedVersion);
    const { plan, written } = await write(tx, { deps, caller }, held, consent);
    await recordEvent(tx, caller, 'key_plan_wizard.written', { id, details: { keyplan_id: plan.id, written } });
    return getWizard(asCaller(tx, caller), id);
  });
}

/** Writes the draft for the last time. A finished wizard answers its plan as it is. @throws as `writeWizard` */
export async function finishWizard(
  { deps, caller, id, expectedVersion }: Target,
  consent: Consent,
): Promise<KeyPlanRow> {
  return deps.db.transaction().execute(async (tx) => {
    const held = await holdBoth(tx, id, expectedVersion);
    const isAgain = held.wizard.finished_at !== null && held.plan !== undefined;
    const { plan, written } =
      isAgain && held.plan ? { plan: held.plan, written: 0 } : await write(tx, { deps, caller }, held, consent);
    if (!isAgain) await noteFinished(tx, id);
    await recordEvent(tx, caller, 'key_plan_wizard.finished', { id, details: { keyplan_id: plan.id, written } });
    return plan;
  });
}

async function write(tx: Tx, author: Author, { wizard, plan: before }: Held, { overwrite }: Consent) {
  const settings = settingsOf(wizard);
  if (before) refuseForeign(before, wizard, overwrite);
  const plan = before ? await changeSettings(tx, author, before, settings) : await addKeyPlan(tx, author, settings);
  const choices = await presentChoices(tx, { content: wizard.content, keyplan_id: plan.id });
  const from = await loadSide(tx, plan, 'draft');
  const to = withoutEqual(from, contentOfChoices(choices, { wizardId: wizard.id, keyplanId: plan.id }));
  const written = await writeDraft(tx, { ...author, keyplanId: plan.id }, { from, to });
  const after = await getKeyPlan(asCaller(tx, author.caller), plan.id);
  await noteWritten(tx, wizard.id, after);
  return { plan: after, written };
}

/** The settings of its plan: inactive, and its edits wait for an activation. @throws AppError validation_failed */
function settingsOf({ content }: WizardRow) {
  const { name, description, time_zone, schedule_policy, iam_connection_ids, key_system_connection_ids } = content;
  const basics = PlanWizardBasics.safeParse({ name, description });
  if (!basics.success) throw invalidInput(basics.error);
  return KeyPlanCreate.parse({
    ...basics.data,
    time_zone,
    schedule_policy,
    iam_connection_ids,
    key_system_connection_ids,
    takes_effect: 'on_activation',
  });
}

function refuseForeign(
  { name, version, is_active }: KeyPlanRow,
  { plan_version }: WizardRow,
  overwrite: number | undefined,
): void {
  if (is_active) throw new AppError('conflict', say('keyPlan.wizardPlanActive', { name }));
  if (version !== plan_version && version !== overwrite) {
    throw new AppError('conflict', say('keyPlan.wizardPlanEdited', { name }), { plan_version: version });
  }
}

type Settings = ReturnType<typeof settingsOf>;

async function changeSettings(
  tx: Tx,
  { caller }: Author,
  plan: KeyPlanRow,
  { iam_connection_ids, key_system_connection_ids, ...wanted }: Settings,
): Promise<KeyPlanRow> {
  const { name, description, time_zone, schedule_policy, takes_effect } = wanted;
  const set = { name, description, time_zone, schedule_policy, takes_effect };
  if (name !== plan.name) await refuseTakenPlanName(tx, name, plan.id);
  const target = { keyplan_id: plan.id };
  const areOther = [
    await replaceLinks(tx, { kind: 'iam', ...target }, iam_connection_ids),
    await replaceLinks(tx, { kind: 'key_system', ...target }, key_system_connection_ids),
    Object.entries(set).some(([field, value]) => plan[field as keyof typeof set] !== value), // its own fields
  ].some(Boolean);
  if (!areOther) return plan;
  await touchKeyPlan(tx, plan.id, { by: caller, set });
  return getKeyPlan(asCaller(tx, caller), plan.id);
}
