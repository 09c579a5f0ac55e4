import { FindingKind } from '@key2xs/contract';
import { findMissingObjects, findUnopenedCylinders, findUnplacedCylinders } from './doors-of-plan';
import { findRulesWithoutDoors, findRulesWithoutPeople } from './empty-rules';
import { findRedundantRules, findShadowedRules, listNeedlessRules } from './needless-rules';
import { findOverBroadRules } from './over-broad-rules';
import { findPeopleWithoutRights } from './people-without-rights';
import type { KindFindings, PlanFinding } from './plan-finding';
import { type PlanToCheck, type PreparedCheck, prepareCheck } from './plan-to-check';
import { findScheduleConflicts } from './schedule-conflicts';
import { findUnknownSubjects, findUnusedSubjects, listUnknownSubjects, type UnknownSubjects } from './unknown-subjects';

type Listed = { needless: ReturnType<typeof listNeedlessRules>; unknown: UnknownSubjects };
const kinds: Record<FindingKind, (plan: PreparedCheck & Listed) => KindFindings> = {
  over_broad_rule: findOverBroadRules,
  schedule_conflict: findScheduleConflicts,
  missing_object: findMissingObjects,
  unknown_subject: findUnknownSubjects,
  rule_without_people: findRulesWithoutPeople,
  rule_without_doors: findRulesWithoutDoors,
  people_without_rights: findPeopleWithoutRights,
  cylinder_nobody_opens: findUnopenedCylinders,
  unplaced_cylinder: findUnplacedCylinders,
  unused_subject: findUnusedSubjects,
  shadowed_rule: findShadowedRules,
  redundant_rule: findRedundantRules,
};

export type PlanCheck = {
  /** Kinds in the order of the contract, most serious first; the first `maxListed` of each. */
  findings: PlanFinding[];
  /** Total of each kind. */
  totals: Record<FindingKind, number>;
  /** What was checked: active rules, active people of the plan's sources, cylinders of its key systems. */
  checked: { rules: number; people: number; doors: number };
};

/**
 * Finds what is most likely unintended in a plan, each finding with edits that repair it. Ignores rules that are switched
 * off, and treats the plan as active. The result does not depend on the current time.
 */
export function checkPlan(plan: PlanToCheck): PlanCheck {
  const started = prepareCheck(plan);
  const prepared = { ...started, needless: listNeedlessRules(started), unknown: listUnknownSubjects(started) };
  const found = FindingKind.options.map((kind) => [kind, kinds[kind](prepared)] as const);
  return {
    findings: found.flatMap(([, { findings }]) => findings),
    totals: Object.fromEntries(found.map(([kind, { total }]) => [kind, total])) as PlanCheck['totals'], // of every kind
    checked: {
      rules: prepared.rules.length,
      people: prepared.peopleCount,
      doors: plan.linked_cylinder_ids.size,
    },
  };
}
