import type { RuleSubject } from '@key2xs/contract';
import { foldText } from '../../fold-text';
import { subjectKey } from '../match-subjects';
import { peopleInRow } from '../people';
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
  /** The rule beside it that a rename made of it. */
  successor: CheckedRule | undefined;
};

/** Subjects of rules that no active person of the plan's sources has, by whether that keeps somebody out. */
export type UnknownSubjects = { missed: readonly Unknown[]; unused: readonly Unknown[] };
type WithUnknown = { unknown: UnknownSubjects };

/**
 * *Unused* is what is left after a rename: where the rule reaches people without the subject and it looks like no slip for an
 * existing value, or where another rule gives as much under another value. Otherwise it is *missed*: the rule reaches nobody,
 * or not those that were most likely meant.
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
 * A rule with the same conditions, of which all have to match, but for another value of this one: it reaches people, and all
 * doors at all hours of the rule.
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

/** Asks once for each value, because rules share them. */
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

/** Whether an active person of the plan's sources answers to a subject. */
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

/** The subjects of the rule with the nearest value instead of the unknown one; undefined where it names that already. */
function subjectsWithNearest({ rule, subject, nearest }: Unknown): RuleSubject[] | undefined {
  if (nearest === undefined) return undefined;
  const better = { ...subject, subject_identifier: nearest };
  const { subjects } = rule.rule;
  if (subjects.some((one) => subjectKey(one) === subjectKey(better))) return undefined;
  return subjects.map((one) => (subjectKey(one) === subjectKey(subject) ? better : one));
}

/**
 * The subject replaced by the nearest, or taken out. It is not taken out where that would let more people in, which is
 * where every subject has to match, nor where it is the only one. With a rule beside it the rule itself goes.
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

/** Every title or department of the active people, one spelling for those that fold to the same. */
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
