import type { RuleSubject } from '@key2xs/contract';
import { foldText } from '../../fold-text';
import { subjectKey } from '../indexing/match-subjects';
import { peopleInRow } from '../indexing/people';
import { nearestSpelling, type Spelling } from './nearest-spelling';
import { isWithin } from './needless-rules';
import {
  deleteRule,
  type KindFindings,
  type PlanFinding,
  type PlanRepair,
  switchOff,
  toFindings,
} from './plan-finding';
import type { CheckedRule, PreparedCheck } from './plan-to-check';

type Word = 'job_title' | 'department';

type Unknown = {
  rule: CheckedRule;
  subject: RuleSubject;
  nearest: string | undefined;
  /** The rule that replaces it after a rename. */
  successor: CheckedRule | undefined;
};

/** Subjects without an active person of the plan's sources. `missed` ones probably shut people out, `unused` ones do not. */
export type UnknownSubjects = { missed: readonly Unknown[]; unused: readonly Unknown[] };
type WithUnknown = { unknown: UnknownSubjects };

/**
 * *Unused* subjects are leftovers of a rename: the rule reaches people without the subject and no existing value is spelt
 * nearly like it, or another rule grants as much under another value. All others are *missed*: the rule reaches no people,
 * or not the intended ones.
 */
export function listUnknownSubjects(plan: PreparedCheck): UnknownSubjects {
  const nearestTo = nearestOf(plan);
  const unknown = plan.rules.flatMap((rule) =>
    rule.rule.subjects.flatMap((subject) =>
      hasSubject(plan, subject)
        ? []
        : [{ rule, subject, nearest: nearestTo(subject), successor: successorOf(plan, rule, subject) }],
    ),
  );
  return { missed: unknown.filter((one) => !isUnused(one)), unused: unknown.filter(isUnused) };
}

export const findUnknownSubjects = ({ unknown }: WithUnknown): KindFindings =>
  toFindings(unknown.missed, (one) => subjectFinding('unknown_subject', one));

export const findUnusedSubjects = ({ unknown }: WithUnknown): KindFindings =>
  toFindings(unknown.unused, (one) => subjectFinding('unused_subject', one));

const isUnused = (one: Unknown): boolean =>
  one.successor !== undefined || (one.rule.people > 0 && subjectsWithNearest(one) === undefined);

/**
 * A rule that requires the same subjects except for another value of this one, and reaches people, and all doors of the rule
 * at all its hours.
 */
function successorOf(
  { granting, hours }: PreparedCheck,
  rule: CheckedRule,
  subject: RuleSubject,
): CheckedRule | undefined {
  const { subject_match, subjects } = rule.rule;
  if (subject_match !== 'all' || subjects.length < 2) return undefined;
  const rest = subjects.map(subjectKey).filter((key) => key !== subjectKey(subject));
  return granting.find((by) => {
    const { rule: other } = by;
    if (other.subject_match !== 'all' || other.subjects.length !== subjects.length) return false;
    const keys = new Set(other.subjects.map(subjectKey));
    const isRenamed = other.subjects.some(
      (its) => its.subject_type === subject.subject_type && !rest.includes(subjectKey(its)),
    );
    const isSameElse = isRenamed && rest.every((key) => keys.has(key));
    return isSameElse && isWithin(rule.cylinders, by.cylinders) && hours.covers(by, rule);
  });
}

const subjectFinding = (kind: PlanFinding['kind'], one: Unknown): PlanFinding => ({
  kind,
  rule_id: one.rule.rule.id,
  subject: one.subject,
  ...(one.nearest !== undefined && { nearest: one.nearest }),
  ...(one.successor && { other_rule_id: one.successor.rule.id }),
  repairs: repairsOf(one),
});

/** Caches per value, because rules share values. */
function nearestOf(plan: PreparedCheck): (subject: RuleSubject) => string | undefined {
  const spellings = { job_title: listSpellings(plan, 'job_title'), department: listSpellings(plan, 'department') };
  const known = new Map<string, string | undefined>();
  return (subject) => {
    const { subject_type: type, subject_identifier: value } = subject;
    if (type === 'user' || type === 'group') return undefined;
    const key = subjectKey(subject);
    if (!known.has(key)) known.set(key, nearestSpelling(value, spellings[type]));
    return known.get(key);
  };
}

/** Whether an active person of the plan's sources has a subject. */
export function hasSubject(
  { index: { people }, plan }: Pick<PreparedCheck, 'index' | 'plan'>,
  subject: RuleSubject,
): boolean {
  const rows = people.rowsByKey.get(subjectKey(subject))?.rows ?? [];
  return rows.some(
    (row) =>
      plan.iam_connection_ids.includes(people.rows[row]?.connection_id ?? '') && peopleInRow(people, row).length > 0,
  );
}

/** The subjects of the rule with the nearest value instead of the unknown one; undefined if the rule already has it. */
function subjectsWithNearest({ rule, subject, nearest }: Unknown): RuleSubject[] | undefined {
  if (nearest === undefined) return undefined;
  const better = { ...subject, subject_identifier: nearest };
  const { subjects } = rule.rule;
  if (subjects.some((one) => subjectKey(one) === subjectKey(better))) return undefined;
  return subjects.map((one) => (subjectKey(one) === subjectKey(subject) ? better : one));
}

/**
 * Replaces the subject by the nearest value, or removes it. Never removes the only subject, nor one of subjects that must
 * all match, because that would let more people in. If another rule replaces this one, the rule itself is removed.
 */
function repairsOf(unknown: Unknown): PlanRepair[] {
  if (unknown.successor) return [switchOff(unknown.rule), deleteRule(unknown.rule)];
  const { id: rule_id, subjects, subject_match } = unknown.rule.rule;
  const better = subjectsWithNearest(unknown);
  const rest = subjects.filter((subject) => subjectKey(subject) !== subjectKey(unknown.subject));
  const repairs: PlanRepair[] = [];
  if (better) repairs.push({ action: 'update_rule', does: 'replace_subject', rule_id, change: { subjects: better } });
  if (subject_match === 'any' && rest.length > 0) {
    repairs.push({ action: 'update_rule', does: 'drop_subject', rule_id, change: { subjects: rest } });
    return repairs;
  }
  return [...repairs, switchOff(unknown.rule), deleteRule(unknown.rule)];
}

/** Every title or department of the active people; values that fold to the same text share one spelling. */
function listSpellings({ people, plan }: PreparedCheck, word: Word): Spelling[] {
  const counts = new Map<string, number>();
  for (const person of people) {
    const value = person[word];
    if (!value || !person.active || !plan.iam_connection_ids.includes(person.connection_id)) continue;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const spellings = new Map<string, Spelling>();
  for (const [value, count] of counts) {
    const folded = foldText(value);
    const known = spellings.get(folded) ?? { value: value.trim(), folded, people: 0 };
    if (folded !== '') spellings.set(folded, { ...known, people: known.people + count });
  }
  return [...spellings.values()];
}
