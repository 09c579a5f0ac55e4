import type { AccessEffect } from '../access-effect';
import { measureEffect } from '../access-effect';
import type { AccessIndex, IndexedRule } from '../access-index';
import { byPlanAndRule } from '../access-index';
import { hasBit, wordAt } from '../bits';
import { copyAccess } from '../copy-access';
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

/** A way to do what is resolved, with what it does to everybody. */
export type Proposal = PlannedWay & {
  effect: AccessEffect;
  /** People besides those asked about who gain or lose doors. */
  others: number;
};

export type Proposals = {
  /** Exact ones first, the smallest first; none where nothing is to be done. */
  proposals: readonly Proposal[];
  /** Rules of other plans that let somebody asked about open a door asked about, whatever is done here. */
  elsewhere: readonly IndexedRule[];
  /** Why nothing exact is among them, where others cannot be told from those asked about. */
  inseparable: readonly InseparableRule[];
  /** Something is to be done, by more rules than can be edited at once. */
  isTooMuch: boolean;
};

const maxProposals = 3;

/**
 * How the rules of a plan would have to be edited so that people may open doors by it, or no longer.
 *
 * @param draft all plans, with the draft of this one as if it were in force; it is the caller's no longer
 * Cost: O(rows asked about × rules of each × doors / 32), and an effect: of all exact ways together, which open or close the
 * same pairs, and of the other one. Pauses often.
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

/** Edits change no rule's hours, so these are not measured. */
function* measureWay({ draft, after, planId, way }: Trial): Generator<undefined, AccessEffect> {
  const undo = tryEdits(after, planId, way.edits);
  yield;
  const effect = yield* measureEffect({ before: draft, after, ruleIds: [], planId });
  undo();
  return effect;
}

/** The first ones that differ, with room for one that is not exact, as a last resort. */
function bestOf(ways: readonly PlannedWay[]): PlannedWay[] {
  const different = distinct(ways, ({ edits }) => JSON.stringify(edits));
  const exact = different.filter(({ isExact }) => isExact);
  const other = different.filter(({ isExact }) => !isExact);
  return [...exact.slice(0, maxProposals - Math.min(other.length, 1)), ...other].slice(0, maxProposals);
}

function countOthers({ index, rows }: ResolvedRequest, { changes }: AccessEffect): number {
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
