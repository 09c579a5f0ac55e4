import type { RuleSubject } from '@key2xs/contract';
import { foldText } from '../../fold-text';
import { subjectKey } from '../match-subjects';
import { peopleInRow } from '../people';
import { nearestSpelling, type Spelling } from './nearest-spelling';
import { deleteRule, type Found, foundOf, type PlanRepair, switchOff } from './plan-finding';
import type { CheckedRule, Checking } from './plan-to-check';

type Word = 'job_title' | 'department';

/** Subjects of rules that no active person of the plan's sources has. */
export function findUnknownSubjects(plan: Checking): Found {
  const unknown = plan.rules.flatMap((rule) =>
    rule.rule.subjects.flatMap((subject) => (hasSubject(plan, subject) ? [] : [{ rule, subject }])),
  );
  const spellings = { job_title: listSpellings(plan, 'job_title'), department: listSpellings(plan, 'department') };
  return foundOf(unknown, ({ rule, subject }) => {
    const { subject_type: type, subject_identifier: value } = subject;
    const nearest = type === 'user' || type === 'group' ? undefined : nearestSpelling(value, spellings[type]);
    const repairs = repairsOf(rule, subject, nearest);
    return {
      kind: 'unknown_subject',
      rule_id: rule.rule.id,
      subject,
      ...(nearest !== undefined && { nearest }),
      repairs,
    };
  });
}

/** Whether an active person of the plan's sources answers to a subject. */
export function hasSubject(
  { index: { people }, plan }: Pick<Checking, 'index' | 'plan'>,
  subject: RuleSubject,
): boolean {
  const rows = people.rowsByKey.get(subjectKey(subject))?.rows ?? [];
  return rows.some(
    (row) =>
      plan.iam_connection_ids.includes(people.rows[row]?.connection_id ?? '') && peopleInRow(people, row).length > 0,
  );
}

/**
 * The subject replaced by the nearest, or taken out. It is not taken out where that would let more people in, which is
 * where every subject has to match, nor where it is the only one.
 */
function repairsOf(rule: CheckedRule, unknown: RuleSubject, nearest: string | undefined): PlanRepair[] {
  const { id: rule_id, subjects, subject_match } = rule.rule;
  const key = subjectKey(unknown);
  const rest = subjects.filter((subject) => subjectKey(subject) !== key);
  const better = nearest === undefined ? undefined : { ...unknown, subject_identifier: nearest };
  const isNew = better && !rest.some((subject) => subjectKey(subject) === subjectKey(better));
  const repairs: PlanRepair[] = [];
  if (better && isNew) {
    const replaced = subjects.map((subject) => (subjectKey(subject) === key ? better : subject));
    repairs.push({ action: 'update_rule', does: 'replace_subject', rule_id, change: { subjects: replaced } });
  }
  if (subject_match === 'any' && rest.length > 0) {
    repairs.push({ action: 'update_rule', does: 'drop_subject', rule_id, change: { subjects: rest } });
    return repairs;
  }
  return [...repairs, switchOff(rule), deleteRule(rule)];
}

/** Every title or department of the active people, one spelling for those that fold to the same. */
function listSpellings({ people, plan }: Checking, word: Word): Spelling[] {
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
