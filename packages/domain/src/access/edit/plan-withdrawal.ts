import type { RuleSubject } from '@key2xs/contract';
import type { IndexedRule } from '../indexing/access-index';
import { subjectKey } from '../indexing/match-subjects';
import { distinguishOthers, type Others } from './distinguish-others';
import type { PlannedEdit, PlannedWay, SubjectCondition } from './planned-edit';
import { haveCommon, type ResolvedRequest, rowsOfRule } from './resolve-request';
import { splitObjects } from './split-objects';

/** How other people of a rule keep their doors: described by subjects, named one by one, or not at all. */
type Way = 'byClass' | 'byName' | 'taken';

/** A rule that cannot be narrowed exactly: its `others` share no subject, and are too many to be named. */
export type InseparableRule = { rule: IndexedRule; others: number };

export type Withdrawals = { ways: PlannedWay[]; inseparable: InseparableRule[] };

/**
 * Ways to stop the plan from granting any requested door to any requested person, best first. Only the last one may affect
 * other people: it removes the doors from rules that match them too.
 */
export function* planWithdrawal(resolved: ResolvedRequest): Generator<undefined, Withdrawals> {
  const ways: Record<Way, PlannedEdit[] | undefined> = { byClass: [], byName: [], taken: [] };
  const inseparable: InseparableRule[] = [];
  for (const rule of resolved.rules) {
    if (!haveCommon(rule.cylinders, resolved.doors) || !haveCommon(rowsOfRule(resolved.index, rule), resolved.rows))
      continue;
    yield;
    const parts = splitObjects(resolved.index, [...rule.objects.values()], resolved.doors);
    const others = distinguishOthers(resolved, rule);
    if (others && !others.byClass && !others.byName) inseparable.push({ rule, others: others.people });
    for (const way of ['byClass', 'byName', 'taken'] as const) {
      const edits = withdraw(rule, { parts, others, way });
      ways[way] = edits && ways[way] ? [...ways[way], ...edits] : undefined;
    }
  }
  const found = (['byClass', 'byName', 'taken'] as const).flatMap((way) => {
    const edits = ways[way] ?? [];
    return edits.length > 0 ? [{ edits, isExact: way !== 'taken' }] : [];
  });
  return { ways: found, inseparable };
}

type Withdrawal = { parts: ReturnType<typeof splitObjects>; others: Others | undefined; way: Way };

/** Undefined if this way is impossible. */
function withdraw(rule: IndexedRule, { parts, others, way }: Withdrawal): PlannedEdit[] | undefined {
  const rule_id = rule.rule.id;
  const { inside, outside } = parts;
  const narrowed: PlannedEdit =
    outside.length > 0
      ? { kind: 'change_rule', rule_id, rule: { objects: outside } }
      : { kind: 'remove_rule', rule_id };
  if (!others || way === 'taken') return [narrowed];
  const speeches = way === 'byClass' ? (others.byClass ?? others.byName) : (others.byName ?? others.byClass);
  const [first, ...more] = speeches ?? [];
  if (!first) return undefined;
  const split = (rest: readonly SubjectCondition[], objects = rule.rule.objects): PlannedEdit[] =>
    rest.map((speech) => {
      const { time_restrictions } = rule.rule;
      return { kind: 'add_rule', from: rule_id, rule: { ...speech, objects, time_restrictions } };
    });
  if (outside.length === 0) return [{ kind: 'change_rule', rule_id, rule: first }, ...split(more)];
  const dropped = droppedBy(rule, others, speeches ?? []);
  if (dropped && dropped.length + outside.length < others.kept.length + inside.length) {
    return [
      { kind: 'change_rule', rule_id, rule: first },
      ...split([{ subjects: dropped, subject_match: 'any' }], outside),
    ];
  }
  return [narrowed, ...split([first, ...more], inside)];
}

/** The subjects that the rule loses, if the subjects it keeps match all others. */
function droppedBy(
  { rule }: IndexedRule,
  { kept }: Others,
  speeches: readonly SubjectCondition[],
): RuleSubject[] | undefined {
  if (speeches.length !== 1 || speeches[0]?.subjects.length !== kept.length) return undefined;
  const keys = new Set(kept.map(subjectKey));
  return rule.subjects.filter((one) => !keys.has(subjectKey(one)));
}
