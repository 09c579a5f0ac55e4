import { maxDraftEdits, type RuleObject, type RuleSubject, ruleLimits, type TimeRestriction } from '@key2xs/contract';
import type { RuleFacts } from '../indexing/access-facts';
import { type AccessIndex, dropRule, putRule } from '../indexing/access-index';

/** The people condition of a rule. */
export type SubjectCondition = Pick<RuleFacts, 'subject_match'> & { subjects: readonly RuleSubject[] };

/** An edit of one rule of the plan, without names and versions. */
export type PlannedEdit =
  | {
      kind: 'add_rule';
      rule: SubjectCondition & { objects: readonly RuleObject[]; time_restrictions: readonly TimeRestriction[] };
      /** The rule it is split from, to keep its rights for some people. */
      from?: string;
    }
  | { kind: 'change_rule'; rule_id: string; rule: Partial<SubjectCondition> & { objects?: readonly RuleObject[] } }
  | { kind: 'remove_rule'; rule_id: string };

/** Edits that fulfil a request; `isExact` if no other person and no other door is affected. */
export type PlannedWay = { edits: readonly PlannedEdit[]; isExact: boolean };

/** Edits with more subjects and objects than this exceed the size of a request. */
const maxParts = 8_000;

/** Whether edits fit into one request, and each rule stays within its limits. */
export function fitsLimits(edits: readonly PlannedEdit[]): boolean {
  const sizes = edits.map((edit) => (edit.kind === 'remove_rule' ? [0, 0] : sizeOf(edit.rule)));
  const parts = sizes.reduce((sum, [subjects = 0, objects = 0]) => sum + subjects + objects, 0);
  const isFit = ([subjects = 0, objects = 0]: number[]) =>
    subjects <= ruleLimits.subjects && objects <= ruleLimits.objects;
  return edits.length <= maxDraftEdits && parts <= maxParts && sizes.every(isFit);
}

type Sized = { subjects?: readonly unknown[]; objects?: readonly unknown[] };
const sizeOf = ({ subjects = [], objects = [] }: Sized) => [subjects.length, objects.length];

const newId = (i: number) => `new ${i}`;

/** Applies edits to an index of the draft. @returns a function that undoes them */
export function tryEdits(index: AccessIndex, planId: string, edits: readonly PlannedEdit[]): () => void {
  const before = new Map<string, RuleFacts | undefined>();
  for (const [i, edit] of edits.entries()) {
    const id = edit.kind === 'add_rule' ? newId(i) : edit.rule_id;
    const old = index.rules[index.ruleNumberOf.get(id) ?? -1]?.rule;
    if (!before.has(id)) before.set(id, old);
    if (edit.kind === 'remove_rule') dropRule(index, id);
    else if (edit.kind === 'change_rule' && old) putRule(index, { ...old, ...edit.rule });
    else if (edit.kind === 'add_rule')
      putRule(index, { id, keyplan_id: planId, name: '', is_active: true, ...edit.rule });
  }
  return () => {
    for (const [id, rule] of before) rule ? putRule(index, rule) : dropRule(index, id);
  };
}
