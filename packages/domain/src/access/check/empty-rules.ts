import { deleteRule, type KindFindings, type PlanFinding, switchOff, toFindings } from './plan-finding';
import { type CheckedRule, isMissing, type PreparedCheck } from './plan-to-check';
import { hasSubject } from './unknown-subjects';

/**
 * Rules that match no people: without subjects, or where all subjects must match and no person has all of them. A subject
 * without people is a separate finding.
 */
export const findRulesWithoutPeople = (plan: PreparedCheck): KindFindings =>
  toFindings(
    plan.rules.filter(
      ({ people, rule }) => people === 0 && rule.subjects.every((subject) => hasSubject(plan, subject)),
    ),
    (rule) => emptyRule('rule_without_people', rule),
  );

/** Rules that name no door, or only empty groups, places and profiles. A missing object is a separate finding. */
export const findRulesWithoutDoors = (plan: PreparedCheck): KindFindings =>
  toFindings(
    plan.rules.filter(({ doors, rule }) => doors === 0 && !rule.objects.some((object) => isMissing(plan, object))),
    (rule) => emptyRule('rule_without_doors', rule),
  );

const emptyRule = (kind: PlanFinding['kind'], rule: CheckedRule): PlanFinding => ({
  kind,
  rule_id: rule.rule.id,
  repairs: [switchOff(rule), deleteRule(rule)],
});
