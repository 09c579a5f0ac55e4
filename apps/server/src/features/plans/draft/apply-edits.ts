import type { DraftEdit, draftEdits, Parsed } from '@key2xs/contract';
import { losesManyPeople } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import type { RuleContent } from '#platform/schema/schema';
import { asCaller, asProduct, type Reader } from '#platform/visible-to';
import { keepTree } from '../../locations/service';
import { nameSubjects } from '../../people/service';
import { holdContent } from '../content/hold-content';
import { compareContents, loadSide } from '../content/sides';
import { compareEdited } from '../effect/compare';
import { listRuleVersions } from '../parts/rule-queries';
import { getKeyPlan, holdPlan } from '../settings/get-plan';
import type { KeyPlanRow } from '../settings/plan-queries';
import { refuseOtherVersions, refuseWrongEdits } from './check-edits';
import { differing } from './differing';
import { editContent } from './edit-content';
import { undoOf } from './undo-edits';
import { writeDraft } from './write-draft';

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
  const { edits, words, reason } = body;
  const nameOf = await nameBySubjects(asCaller(deps.db, caller), edits);
  const editing = { deps, keyplanId: id, nameOf };
  const measured = await measureAtOnce({ deps, id, body }, editing);
  return deps.db.transaction().execute(async (tx) => {
    await keepTree(tx);
    await holdContent(tx, id);
    const plan = await holdPlan(tx, id, measured);
    await refuseOtherVersions(tx, edits);
    const before = await loadSide(tx, plan, 'draft');
    await refuseWrongEdits(tx, { keyplanId: id, before }, edits);
    const after = editContent(before, edits, editing);
    await writeDraft(tx, { deps, caller, keyplanId: id }, { from: before, to: after });
    const { rules } = compareContents(before, after);
    const details = { name: plan.name, words, reason, rules: rules.map(differing) };
    await recordEvent(tx, caller, 'key_plan.draft_edited', { id, details });
    const undo = undoOf(
      rules,
      await listRuleVersions(
        tx,
        rules.map((rule) => rule.id),
      ),
    );
    return { plan: await getKeyPlan(asCaller(tx, caller), id), undo };
  });
}

type Measured = Pick<Applying, 'deps' | 'id'> & { body: Pick<Applying['body'], 'edits' | 'accept_losing'> };

/**
 * @returns the version of the plan that was measured; undefined where nothing takes effect at once
 * @throws AppError confirmation_needed when many people would lose doors and they are not as many as was accepted
 */
export async function measureAtOnce(
  { deps, id, body }: Measured,
  editing: Parameters<typeof editContent>[2],
): Promise<number | undefined> {
  const reader = asProduct(deps.db); // everybody who would lose doors counts, seen by the caller or not
  const { takes_effect, is_active } = await getKeyPlan(reader, id);
  if (takes_effect !== 'at_once' || !is_active) return undefined;
  const { plan, effect } = await compareEdited(deps, reader, id, (draft) => editContent(draft, body.edits, editing));
  const losing = effect.peopleLosing;
  if (losesManyPeople({ losing, reached: effect.reachedBefore }) && body.accept_losing !== losing) {
    throw new AppError('confirmation_needed', say('keyPlan.manyLose', { count: losing }), { people_losing: losing });
  }
  return plan.version;
}

async function nameBySubjects(reader: Reader, edits: readonly DraftEdit[]): Promise<(rule: RuleContent) => string> {
  const subjects = edits.flatMap((edit) => (edit.kind === 'remove_rule' ? [] : (edit.rule.subjects ?? [])));
  const named = await nameSubjects(reader, subjects);
  return (rule) => rule.subjects.map((subject) => named(subject).name).join(', ');
}
