import type { AccessIndex, IndexedRule } from '../indexing/access-index';
import { byPlanAndRule } from '../indexing/access-index';
import { hasBit, wordAt } from '../indexing/bits';
import { copyAccess } from '../indexing/copy-access';
import type { PlanDelta } from '../totals/plan-delta';
import { measureEffect } from '../totals/plan-delta';
import { planGrant } from './plan-grant';
import { type InseparableRule, planWithdrawal } from './plan-withdrawal';
import { fitsLimits, type PlannedWay, tryEdits } from './planned-edit';
import {
  distinct,
  type EditRequest,
  haveCommon,
  type ResolvedRequest,
  resolveRequest,
  rowsOfRule,
} from './resolve-request';

/** A way to fulfil a request, with its effect on all people. */
export type Proposal = PlannedWay & {
  effect: PlanDelta;
  /** Other people who gain or lose doors. */
  others: number;
};

export type Proposals = {
  /** Exact ones first, then by size; empty if nothing needs to change. */
  proposals: readonly Proposal[];
  /** Rules of other plans that give a requested person a requested door, whatever changes here. */
  elsewhere: readonly IndexedRule[];
  /** Rules for which no exact edit exists, because other people cannot be distinguished from the requested ones. */
  inseparable: readonly InseparableRule[];
  /** Fulfilling the request would change more rules than one call may edit. */
  isTooMuch: boolean;
};

const maxProposals = 3;

/**
 * Proposes edits of a plan's rules that give doors to people, or take them away.
 *
 * @param draft all plans, with the draft of this one as if it were in force; modified, so the caller must not reuse it
 * Cost: O(requested rows × their rules × doors / 32), and up to two effects: one for all exact ways, which change the same
 * rights, and one for the inexact way. Yields often.
 */
export function* proposeEdits(draft: AccessIndex, request: EditRequest): Generator<undefined, Proposals> {
  const resolved = resolveRequest(draft, request);
  yield;
  const { ways: planned, inseparable } = request.grant
    ? { ways: yield* planGrant(resolved), inseparable: [] }
    : yield* planWithdrawal(resolved);
  const ways = bestOf(planned.filter(({ edits }) => fitsLimits(edits)));
  const after = copyAccess(draft);
  yield;
  const proposals: Proposal[] = [];
  for (const way of ways) {
    const known = way.isExact ? proposals.find(({ isExact }) => isExact) : undefined;
    const effect = known?.effect ?? (yield* measureWay({ draft, after, planId: request.planId, way }));
    proposals.push({ ...way, effect, others: countOthers(resolved, effect) });
  }
  return {
    proposals,
    elsewhere: listElsewhere(resolved),
    inseparable,
    isTooMuch: planned.length > 0 && ways.length === 0,
  };
}

type Trial = { draft: AccessIndex; after: AccessIndex; planId: string; way: PlannedWay };

/** Does not measure hours, because edits never change them. */
function* measureWay({ draft, after, planId, way }: Trial): Generator<undefined, PlanDelta> {
  const undo = tryEdits(after, planId, way.edits);
  yield;
  const effect = yield* measureEffect({ before: draft, after, ruleIds: [], planId });
  undo();
  return effect;
}

/** The first distinct ways, reserving a place for an inexact one as a last resort. */
function bestOf(ways: readonly PlannedWay[]): PlannedWay[] {
  const different = distinct(ways, ({ edits }) => JSON.stringify(edits));
  const exact = different.filter(({ isExact }) => isExact);
  const other = different.filter(({ isExact }) => !isExact);
  return [...exact.slice(0, maxProposals - Math.min(other.length, 1)), ...other].slice(0, maxProposals);
}

function countOthers({ index, rows }: ResolvedRequest, { changes }: PlanDelta): number {
  const isOther = (person: number) => !hasBit(rows, wordAt(index.people.rowOf, person));
  return changes.reduce((sum, { persons }) => sum + persons.filter(isOther).length, 0);
}

function listElsewhere({ index, planId, rows, doors }: ResolvedRequest): IndexedRule[] {
  const isThere = (rule: IndexedRule, n: number) =>
    rule.plan.id !== planId &&
    hasBit(index.granting, n) &&
    haveCommon(rule.cylinders, doors) &&
    haveCommon(rowsOfRule(index, rule), rows);
  return index.rules.flatMap((rule, n) => (rule && isThere(rule, n) ? [rule] : [])).sort(byPlanAndRule);
}
