import type { MissedRule, RuleSubject } from '@key2xs/contract';
import { type AccessIndex, byPlanAndRule, type IndexedRule } from '../indexing/access-index';
import { hasBit, wordAt } from '../indexing/bits';
import { subjectKey } from '../indexing/match-subjects';

export type Miss = { rule: IndexedRule; why: MissedRule['why']; subjects: RuleSubject[] };

/** The given subjects that a person does not match. */
export function unmatchedSubjects({ people }: AccessIndex, person: number, subjects: readonly RuleSubject[]) {
  const keys = people.rows[wordAt(people.rowOf, person)]?.keys ?? [];
  return subjects.filter((subject) => !keys.includes(subjectKey(subject)));
}

/** Whether a person is excluded from all rules, being inactive or removed. */
export const isOutOfAccess = ({ people }: AccessIndex, person: number): boolean => wordAt(people.rowOf, person) === 0;

/**
 * Why a person may not open a cylinder: the rules in force that open it for others, and the rules switched off that would
 * open it for this person, by plan and rule id. Empty for an inactive person. O(rules).
 */
export function explainRefusal(index: AccessIndex, { person, cylinder }: { person: number; cylinder: number }): Miss[] {
  if (isOutOfAccess(index, person)) return [];
  return index.rules
    .flatMap((rule, number) =>
      rule && hasBit(rule.cylinders, cylinder) ? (missOf(index, { rule, number, person }) ?? []) : [],
    )
    .sort((a, b) => byPlanAndRule(a.rule, b.rule));
}

function missOf(
  index: AccessIndex,
  { rule, number, person }: { rule: IndexedRule; number: number; person: number },
): Miss | undefined {
  const { rowOf, rows } = index.people;
  const row = wordAt(rowOf, person);
  const isInForce = hasBit(index.granting, number);
  if (hasBit(rule.rows, row)) return isInForce ? undefined : { rule, why: 'switched_off', subjects: [] };
  if (!isInForce || rule.rule.subjects.length === 0) return undefined;
  const isOfPlan = rule.plan.iam_connection_ids.includes(rows[row]?.connection_id ?? '');
  if (!isOfPlan) return { rule, why: 'source', subjects: [] };
  return { rule, why: 'subjects', subjects: unmatchedSubjects(index, person, rule.rule.subjects) };
}
