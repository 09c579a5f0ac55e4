import type { DraftEdit, draftEdits, Parsed } from '@key2xs/contract';
import { losesManyPeople } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import type { RuleContent } from '#platform/schema/schema';
import { asCaller, asProduct, type Reader } from '#platform/visible-to';
import { keepTree } from '../../locations/service';
import { holdContent } from '../content/hold-content';
import { type Changed, loadWritten } from '../content/sides';
import { compareEdited } from '../effect/compare';
import { getKeyPlan, holdPlan } from '../settings/get-plan';
import type { KeyPlanRow } from '../settings/plan-queries';
import { refuseOtherVersions } from './check-edits';
import { differing } from './differing';
import { editContent } from './edit-content';
import { editDraft } from './edit-draft';
import { keepHiddenParts } from './keep-hidden-parts';
import { nameBySubjects } from './rule-names';
import { idsOf } from './trial-edit';
import { undoOf } from './undo-edits';

type Applying = { deps: Deps; caller: Caller; id: string; body: Parsed<typeof draftEdits.apply>['body'] };

/**
 * Edits rules of a draft, all or none. Where edits take effect at once, asks as an activation does when many people lose doors.
 * @throws AppError not_found, conflict, version_conflict, validation_failed, confirmation_needed
 */
export async function applyEdits({
  deps,
  caller,
  id,
  body,
}: Applying): Promise<{ plan: KeyPlanRow; undo: DraftEdit[] }> {
  const measured = await measureAtOnce({ deps, caller, id, body });
  return deps.db.transaction().execute(async (tx) => {
    const reader = asCaller(tx, caller);
    const rules = await applyWith(tx, { deps, caller, id, body, reader, measured });
    return { plan: await getKeyPlan(reader, id), undo: await undoOf(reader, rules) };
  });
}

type Within = Omit<Applying, 'deps'> & {
  deps: Pick<Deps, 'newId'>;
  /** What of a rule this reader may not see stays in it. */
  reader: Reader;
  /** The version of the plan for which someone has accepted what is lost. */
  measured?: number | undefined;
};

/**
 * The same within the transaction of another change, which asks nothing.
 * @throws AppError not_found, conflict, version_conflict, validation_failed
 */
export async function applyWith(
  tx: Tx,
  { deps, caller, id, body, reader, measured }: Within,
): Promise<Changed<RuleContent>[]> {
  const { edits, words, reason } = body;
  await keepTree(tx);
  await holdContent(tx, id);
  const plan = await holdPlan(tx, id, measured);
  await refuseOtherVersions(tx, edits);
  const rules = await editDraft(tx, { deps, caller, keyplanId: id, reader, from: 'steps' }, edits);
  const details = { name: plan.name, words, reason, rules: rules.map(differing) };
  await recordEvent(tx, caller, 'key_plan.draft_edited', { id, details });
  return rules;
}

type Measured = Pick<Applying, 'deps' | 'caller' | 'id'> & {
  body: Pick<Applying['body'], 'edits' | 'accept_losing'>;
};

/**
 * @returns the version of the plan that was measured; undefined where nothing takes effect at once
 * @throws AppError confirmation_needed when many people would lose doors and they are not as many as was accepted
 */
export async function measureAtOnce({ deps, caller, id, body }: Measured): Promise<number | undefined> {
  const reader = asProduct(deps.db); // everybody who would lose doors counts, seen by the caller or not
  const { takes_effect, is_active } = await getKeyPlan(reader, id);
  if (takes_effect !== 'at_once' || !is_active) return undefined;
  const edits = await keepHiddenParts(
    asCaller(deps.db, caller),
    await loadWritten(deps.db, id, idsOf(body.edits)),
    body.edits,
  );
  const editing = { deps, keyplanId: id, nameOf: await nameBySubjects(asCaller(deps.db, caller), edits) };
  const { plan, effect } = await compareEdited(deps, reader, id, (draft) => editContent(draft, edits, editing));
  const losing = effect.peopleLosing;
  if (losesManyPeople({ losing, reached: effect.reachedBefore }) && body.accept_losing !== losing) {
    throw new AppError('confirmation_needed', say('keyPlan.manyLose', { count: losing }), { people_losing: losing });
  }
  return plan.version;
}
