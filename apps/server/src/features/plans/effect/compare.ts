import type { PlanComparison } from '@key2xs/contract';
import { copyAccess, measureEffect } from '@key2xs/domain';
import type { Deps } from '#platform/deps';
import { inSlices } from '#platform/in-slices';
import type { Reader } from '#platform/visible-to';
import { compareContents, loadSide, type PlanContent } from '../content/sides';
import { getKeyPlan } from '../settings/get-plan';
import type { KeyPlanRow } from '../settings/plan-queries';
import type { Comparison, Sides } from './comparison';
import { describeChanges, describeEffect } from './describe-effect';
import { type Contents, indexSides, loadContents, patchIndex, switchPlan } from './index-sides';

/** @throws AppError not_found */
export async function comparePlan(deps: Deps, reader: Reader, keyplanId: string, sides: Sides): Promise<Comparison> {
  const plan = await getKeyPlan(reader, keyplanId);
  return compare(deps, { reader, plan, sides }, await loadContents(reader.db, plan, sides));
}

/** The draft beside what it would be after edits. @throws AppError not_found, and what the edits throw */
export async function compareEdited(
  deps: Deps,
  reader: Reader,
  keyplanId: string,
  edited: (draft: PlanContent) => PlanContent,
): Promise<Comparison> {
  const plan = await getKeyPlan(reader, keyplanId);
  const inForce = await loadSide(reader.db, plan, 'in_force');
  const draft = await loadSide(reader.db, plan, 'draft');
  const sides = { from: 'draft', to: 'draft' } as const;
  return compare(deps, { reader, plan, sides }, [inForce, draft, edited(draft)]);
}

/** All plans as they are in force, but this one as its draft has it, switched on. The caller may change it. */
export async function indexDraft({ access }: Deps, reader: Reader, plan: KeyPlanRow) {
  const { db } = reader;
  const [inForce, draft] = [await loadSide(db, plan, 'in_force'), await loadSide(db, plan, 'draft')];
  const { index, revision } = await access.current(reader);
  const copy = copyAccess(index); // before anybody else patches it
  patchIndex(copy, compareContents(inForce, draft));
  switchPlan(copy, plan.id, true);
  return { index: copy, revision, draft };
}

async function compare(
  { access }: Deps,
  { reader, plan, sides }: { reader: Reader; plan: KeyPlanRow; sides: Sides },
  contents: Contents,
): Promise<Comparison> {
  const changes = compareContents(contents[1], contents[2]);
  const { before, after, revision } = await indexSides(access, { reader, plan, sides }, contents);
  const ruleIds = changes.rules.map(({ id }) => id);
  const effect = await inSlices(measureEffect({ before, after, ruleIds, planId: plan.id }));
  return { plan, sides, changes, before, after, effect, revision };
}

export async function presentComparison(reader: Reader, comparison: Comparison): Promise<PlanComparison> {
  return {
    ...comparison.sides,
    changes: await describeChanges(reader, comparison),
    ...(await describeEffect(reader, comparison)),
  };
}
