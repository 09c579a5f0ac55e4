import type { Caller, Deps, Tx } from '#platform/deps';
import { keepTree } from '../../locations/service';
import { listDifferences } from '../content/differences';
import { forgetSettledEditors } from '../content/editors';
import { holdContent } from '../content/hold-content';
import { makeVersion } from '../content/keep-versions';
import { compareContents, type PlanContent } from '../content/sides';
import { differing } from '../draft/differing';
import { writeDraft } from '../draft/write-draft';
import type { CarriedValue } from './carry-edits';
import { type CarriedSides, carrySides, comesIntoForce, listPlansOf, type PlanToCarry } from './plans-to-carry';

type Author = { deps: Deps; caller: Caller };
type Carrying = { connectionId: string; values: readonly CarriedValue[]; reason?: string | undefined };

/** A plan whose rules have new names now, for the audit event of the call that led to it. */
export type CarriedPlan = { id: string; name: string; in_force: boolean; rules: ReturnType<typeof differing>[] };

/**
 * Lets the rules of all plans of a source name new values too, in the draft and, where no second person has to confirm it, in force.
 * Only this comes into force: other edits of a draft keep waiting, of the same rule too.
 * @throws AppError conflict when a rule would name too much
 */
export async function carryOver(
  tx: Tx,
  author: Author,
  { connectionId, values, reason }: Carrying,
): Promise<CarriedPlan[]> {
  await keepTree(tx);
  const carried: CarriedPlan[] = [];
  for (const { id } of await listPlansOf(tx, connectionId)) {
    await holdContent(tx, id);
    const plan = await tx.selectFrom('key_plan').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!plan) continue; // deleted meanwhile
    const sides = await carrySides(tx, author.deps, plan, values);
    const rules = await write(tx, author, { plan, sides, reason });
    await forgetSettledEditors(tx, id);
    if (rules.length > 0) carried.push({ id, name: plan.name, in_force: comesIntoForce(plan), rules });
  }
  return carried;
}

type Writing = { plan: PlanToCarry; sides: CarriedSides; reason: string | undefined };

/** @returns the rules that were written, as they were and are */
async function write(
  tx: Tx,
  { deps, caller }: Author,
  { plan, sides, reason }: Writing,
): Promise<CarriedPlan['rules']> {
  const { from, to } = sides;
  const writing = { deps, caller, keyplanId: plan.id };
  const changes = compareContents(from.draft, to.draft).rules;
  const inForce = compareContents(from.inForce, to.inForce).rules;
  if (plan.takes_effect === 'on_activation' && comesIntoForce(plan) && inForce.length > 0) {
    const between = withRules(
      from.draft,
      to.inForce,
      inForce.map(({ id }) => id),
    );
    await writeDraft(tx, writing, { from: from.draft, to: between });
    const differences = await listDifferences(
      tx,
      plan.id,
      inForce.map(({ id }) => id),
    );
    await makeVersion(tx, plan.id, { cause: 'activation', by: caller, reason }, differences);
    await writeDraft(tx, writing, { from: between, to: to.draft });
  } else {
    await writeDraft(tx, writing, { from: from.draft, to: to.draft });
  }
  const shown = new Map([...inForce, ...changes].map((change) => [change.id, differing(change)]));
  return [...shown.values()];
}

/**
 * The draft with some rules as they are to be in force. A name that another rule of the draft has by now stays the draft's own.
 */
function withRules(draft: PlanContent, other: PlanContent, ids: readonly string[]): PlanContent {
  const rules = new Map(draft.rules);
  for (const id of ids) {
    const rule = other.rules.get(id);
    if (!rule) continue;
    const isTaken = [...rules.values()].some((one) => one.id !== id && isSameName(one.name, rule.name));
    const name = isTaken ? (rules.get(id)?.name ?? `${rule.name.slice(0, 60)} ${id}`) : rule.name;
    rules.set(id, { ...rule, name });
  }
  return { ...draft, rules };
}

const isSameName = (one: string, other: string) => one.normalize().toLowerCase() === other.normalize().toLowerCase();
