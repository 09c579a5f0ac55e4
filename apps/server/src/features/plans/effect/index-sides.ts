import { setImmediate } from 'node:timers/promises';
import type { Side } from '@key2xs/contract';
import { type AccessIndex, copyAccess, dropProfile, dropRule, putPlan, putProfile, putRule } from '@key2xs/domain';
import type { Db, LiveAccess } from '#platform/deps';
import type { Reader } from '#platform/visible-to';
import { type ContentChanges, compareContents, loadSide, type PlanContent } from '../content/sides';
import type { KeyPlanRow } from '../settings/plan-queries';
import type { Sides } from './comparison';

export type Contents = [inForce: PlanContent, from: PlanContent, to: PlanContent];

/** @throws AppError not_found for a version that the plan does not have */
export async function loadContents(db: Db, plan: KeyPlanRow, sides: Sides): Promise<Contents> {
  const load = (side: Side) => loadSide(db, plan, side);
  return [await load('in_force'), await load(sides.from), await load(sides.to)];
}

/** The house as the reader may see it, twice, with the plan as it is on each side. Only the caller may patch them. */
export async function indexSides(
  access: LiveAccess,
  { reader, plan, sides }: { reader: Pick<Reader, 'viewer'>; plan: KeyPlanRow; sides: Sides },
  [inForce, from, to]: Contents,
): Promise<{ before: AccessIndex; after: AccessIndex; revision: string }> {
  const { index, revision } = await access.current(reader);
  const before = copyAccess(index); // before anybody else patches it
  await setImmediate(); // a copy of a large house takes some 30 ms
  const after = copyAccess(before);
  patchIndex(before, compareContents(inForce, from));
  patchIndex(after, compareContents(inForce, to));
  // What is not in force is looked at as if it were activated, which switches the plan on.
  if (sides.from !== 'in_force') switchPlan(before, plan.id, sides.from !== 'off');
  if (sides.to !== 'in_force') switchPlan(after, plan.id, sides.to !== 'off');
  return { before, after, revision };
}

/** Makes one side of another. */
export function patchIndex(index: AccessIndex, { rules, profiles }: ContentChanges): void {
  for (const { id, after } of profiles) after ? putProfile(index, after) : dropProfile(index, id);
  for (const { id, after } of rules) after ? putRule(index, after) : dropRule(index, id);
}

export function switchPlan(index: AccessIndex, planId: string, is_active: boolean): void {
  const plan = index.plans.get(planId);
  if (plan && plan.is_active !== is_active) putPlan(index, { ...plan, is_active });
}
