import type { RuleSubject, TimeRestriction } from '@key2xs/contract';
import type { CompiledPlan, CompiledRule } from './compile-plan';
import { isWindowOpen, localTimeAt } from './is-window-open';
import { matchedSubjects, type PersonFacts, personKeys } from './match-subjects';
import type { PathStep } from './resolve-objects';

/** Why a door opens: contract's AccessReason without the names of places and the rule's last change. */
export type GrantReason = {
  keyplan_id: string;
  keyplan_name: string;
  rule_id: string;
  rule_name: string;
  matched: RuleSubject[];
  /** From what the rule names down to the cylinder, which is always last. */
  path: PathStep[];
  windows: readonly TimeRestriction[];
  open_now: boolean;
};

export type AccessGrant = { cylinder_id: string; open_now: boolean; reasons: GrantReason[] };

/**
 * Which cylinders a person may open, when, and because of what.
 *
 * A cylinder that one rule reaches in several ways has one reason for each, shortest way first, because taking one away
 * would not close the door. A grant outside its windows is listed too, with `open_now` false.
 *
 * @param at a moment, ISO-8601; only `open_now` depends on it. One that is no date closes every rule that has windows
 * @returns  one grant a cylinder, sorted by cylinder id; reasons in the order of plans and rules
 *
 * Pure: no clock, inputs untouched, never throws. O(reasons + grants × log grants), about 0.2 µs a reason.
 */
export function evaluateAccess(compiled: CompiledPlan, person: PersonFacts, at: string): AccessGrant[] {
  const grants = new Map<string, AccessGrant>();
  const keys = personKeys(person);
  for (const rule of compiled.matchRules(person)) {
    const matched = matchedSubjects(rule, keys);
    const open_now = isRuleOpen(rule, at);
    for (const [cylinder_id, ways] of rule.reach()) {
      const grant = grants.get(cylinder_id) ?? { cylinder_id, open_now, reasons: [] };
      grants.set(cylinder_id, grant);
      grant.open_now ||= open_now;
      for (const way of ways) {
        grant.reasons.push({
          keyplan_id: rule.keyplan_id,
          keyplan_name: rule.keyplan_name,
          rule_id: rule.id,
          rule_name: rule.name,
          matched,
          path: [...way, { object_type: 'cylinder', id: cylinder_id }],
          windows: rule.time_restrictions,
          open_now,
        });
      }
    }
  }
  return [...grants.values()].sort((a, b) => (a.cylinder_id < b.cylinder_id ? -1 : 1));
}

/** Whether a rule grants at a moment: it has no windows, or one of them is open in the zone of its plan. */
function isRuleOpen(rule: CompiledRule, at: string): boolean {
  if (rule.time_restrictions.length === 0) return true;
  const local = localTimeAt(at, rule.time_zone);
  return local !== undefined && rule.time_restrictions.some((window) => isWindowOpen(window, local));
}
