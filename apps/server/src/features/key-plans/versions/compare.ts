import type { PlanComparison, Side, TrialEdit } from '@key2xs/contract';
import {
  type AccessIndex,
  copyAccess,
  dropProfile,
  dropRule,
  measureEffect,
  putPlan,
  putProfile,
  putRule,
} from '@key2xs/domain';
import type { Deps } from '#platform/deps';
import { inSlices } from '#platform/in-slices';
import type { Reader } from '#platform/visible-to';
import type { KeyPlanRow } from '../plan-queries';
import { getKeyPlan } from '../service';
import type { Comparison, Sides } from './comparison';
import { describeChanges, describeEffect } from './describe-effect';
import { type ContentChanges, compareContents, loadSide, type PlanContent } from './sides';
import { withEdit } from './trial-edit';

/** @throws AppError not_found */
export async function comparePlan(deps: Deps, reader: Reader, keyplanId: string, sides: Sides): Promise<Comparison> {
  const plan = await getKeyPlan(reader, keyplanId);
  const load = (side: Side) => loadSide(reader.db, plan, side);
  return compare(deps, { plan, sides }, [await load('in_force'), await load(sides.from), await load(sides.to)]);
}

/** What an edit of the draft would do that is not saved. @throws AppError not_found, validation_failed */
export async function previewEdit(
  deps: Deps,
  reader: Reader,
  keyplanId: string,
  edit: TrialEdit,
): Promise<PlanComparison> {
  const plan = await getKeyPlan(reader, keyplanId);
  const inForce = await loadSide(reader.db, plan, 'in_force');
  const draft = await loadSide(reader.db, plan, 'draft');
  const edited = withEdit(draft, { edit, keyplanId, newId: deps.newId });
  const sides = { from: 'draft', to: 'draft' } as const;
  return presentComparison(reader, await compare(deps, { plan, sides }, [inForce, draft, edited]));
}

type Contents = [inForce: PlanContent, from: PlanContent, to: PlanContent];

async function compare(
  { access }: Deps,
  { plan, sides }: { plan: KeyPlanRow; sides: Sides },
  [inForce, from, to]: Contents,
): Promise<Comparison> {
  const changes = compareContents(from, to);
  const { index, revision } = await access.current();
  const [before, after] = [copyAccess(index), copyAccess(index)]; // before anybody else patches it
  patch(before, compareContents(inForce, from));
  patch(after, compareContents(inForce, to));
  // What is not in force is looked at as if it were activated, which switches the plan on.
  if (sides.from !== 'in_force') switchOn(before, plan.id);
  if (sides.to !== 'in_force') switchOn(after, plan.id);
  const ruleIds = changes.rules.map(({ id }) => id);
  const effect = await inSlices(measureEffect({ before, after, ruleIds, planId: plan.id }));
  return { plan, sides, changes, before, after, effect, revision };
}

function patch(index: AccessIndex, { rules, profiles }: ContentChanges): void {
  for (const { id, after } of profiles) after ? putProfile(index, after) : dropProfile(index, id);
  for (const { id, after } of rules) after ? putRule(index, after) : dropRule(index, id);
}

function switchOn(index: AccessIndex, planId: string): void {
  const plan = index.plans.get(planId);
  if (plan && !plan.is_active) putPlan(index, { ...plan, is_active: true });
}

export async function presentComparison(reader: Reader, comparison: Comparison): Promise<PlanComparison> {
  return {
    ...comparison.sides,
    changes: await describeChanges(reader.db, comparison),
    effect: await describeEffect(reader.db, comparison),
  };
}
