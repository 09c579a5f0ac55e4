import { type DraftEdit, type RuleSubject, ruleLimits } from '@key2xs/contract';
import { foldText, type PlannedEdit, type RenamedField } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { AppError } from '#platform/errors';
import type { RuleContent } from '#platform/schema/schema';
import type { PlanContent } from '../content/sides';
import { freeName } from '../draft/free-name';

/** A department or job title that has another name beside the one that rules know. */
export type CarriedValue = { field: RenamedField; from: string; to: string };

/** Rules that come beside others, by what they are made of: the same on both sides of a plan. */
export type Twins = { made: Map<string, { id: string; name: string }>; taken: Set<string>; newId: () => string };

/** An edit, and what it is written from. */
export type CarryEdit = { edit: DraftEdit; planned: PlannedEdit };

/**
 * Edits after which every rule that names an old value is for people with the new one too. A rule of which one subject has to
 * match names both. One of which all have to match gets another one beside it, for each way of saying it in new names. What
 * is carried over already is left alone, so that carrying over twice changes nothing.
 * @throws AppError conflict when a rule would name too much
 */
export function carryEdits({ rules }: PlanContent, values: readonly CarriedValue[], twins: Twins): CarryEdit[] {
  const newNames = indexNewNames(values);
  const known = new Set([...rules.values()].map(sameAs));
  return [...rules.values()].flatMap((rule): CarryEdit[] => {
    if (!rule.subjects.some((subject) => newNames(subject).length > 0)) return [];
    if (rule.subject_match === 'any' || rule.subjects.length === 1) return widen(rule, newNames);
    const beside = waysToSay(rule.subjects, newNames).map((subjects) => ({ ...rule, subjects }));
    return beside.filter((one) => !known.has(sameAs(one))).map((one) => putBeside(rule, one.subjects, twins));
  });
}

type NewNames = (subject: RuleSubject) => RuleSubject[];

function indexNewNames(values: readonly CarriedValue[]): NewNames {
  const index = new Map<string, RuleSubject[]>();
  for (const { field, from, to } of values) {
    const key = keyOf({ subject_type: field, subject_identifier: from });
    index.set(key, [...(index.get(key) ?? []), { subject_type: field, subject_identifier: to }]);
  }
  return (subject) => (index.get(keyOf(subject)) ?? []).filter((one) => keyOf(one) !== keyOf(subject));
}

const keyOf = ({ subject_type, subject_identifier }: RuleSubject): string =>
  `${subject_type} ${foldText(subject_identifier)}`;

function widen(rule: RuleContent, newNames: NewNames): CarryEdit[] {
  const had = new Set(rule.subjects.map(keyOf));
  const added = new Map(
    rule.subjects.flatMap(newNames).flatMap((one) => (had.has(keyOf(one)) ? [] : [[keyOf(one), one] as const])),
  );
  if (added.size === 0) return [];
  const subjects = [...rule.subjects, ...added.values()];
  if (subjects.length > ruleLimits.subjects) {
    throw new AppError('conflict', say('rename.tooManyNames', { rule: rule.name, most: ruleLimits.subjects }));
  }
  const change = { subject_match: 'any' as const, subjects };
  return [
    {
      edit: { kind: 'change_rule', rule_id: rule.id, rule: change },
      planned: { kind: 'change_rule', rule_id: rule.id, rule: change },
    },
  ];
}

/** All ways to say the same with a new name for at least one subject; none for two departments or titles at once, which no person has. */
function waysToSay(subjects: readonly RuleSubject[], newNames: NewNames): RuleSubject[][] {
  const renamed = subjects.filter((subject) => newNames(subject).length > 0);
  if (new Set(renamed.map((one) => one.subject_type)).size < renamed.length) return [];
  let ways: RuleSubject[][] = [[]];
  for (const subject of subjects) {
    const names = [subject, ...newNames(subject)];
    ways = ways.flatMap((said) => names.map((name) => [...said, name]));
  }
  return ways.slice(1); // the first has the names it had
}

function putBeside(rule: RuleContent, subjects: RuleSubject[], { made, taken, newId }: Twins): CarryEdit {
  const key = `${rule.id} ${subjects.map(keyOf).join()}`;
  const had = new Set(rule.subjects.map(keyOf));
  const said = subjects.filter((one) => !had.has(keyOf(one))).map((one) => one.subject_identifier);
  const twin = made.get(key) ?? { id: newId(), name: freeName(`${rule.name} (${said.join(', ')})`, taken) };
  made.set(key, twin);
  const { description, is_active, subject_match } = rule;
  const parts = { subjects, objects: [...rule.objects], time_restrictions: [...rule.time_restrictions] };
  return {
    edit: {
      kind: 'add_rule',
      rule_id: twin.id,
      rule: { name: twin.name, description, is_active, subject_match, ...parts },
    },
    planned: { kind: 'add_rule', from: rule.id, rule: { subject_match, ...parts } },
  };
}

/** Rules for the same people with the same doors and hours are one. */
const sameAs = ({ subject_match, subjects, objects, time_restrictions, is_active }: RuleContent): string =>
  JSON.stringify([subject_match, subjects.map(keyOf).sort(), objects, time_restrictions, is_active]);
