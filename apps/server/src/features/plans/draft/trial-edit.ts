import type { TrialEdit } from '@key2xs/contract';
import { notFound } from '#platform/errors';
import type { RuleContent } from '#platform/schema/schema';
import type { PlanContent } from '../content/sides';
import { type RuleType, ruleTypeOf } from '../parts/rule-parts';

type Said = Pick<
  RuleContent,
  'name' | 'description' | 'is_active' | 'subject_match' | 'subjects' | 'objects' | 'time_restrictions'
> & { type: RuleType };
type Loose<T> = { [Key in keyof T]?: T[Key] | undefined };

/** What a rule is to say; one that is given no name gets one, and a type has to be the one that its subjects make. */
export type NewRule = Omit<Said, 'name' | 'type'> & Loose<Pick<Said, 'name' | 'type'>>;
export type RuleChange = Loose<Said>;

/** An edit of a rule as the screens send it, or as a call of the specification comes to. */
export type RuleEdit =
  | { kind: 'add_rule'; rule_id?: string | undefined; rule: NewRule }
  | { kind: 'change_rule'; rule_id: string; version?: number | undefined; rule: RuleChange }
  | { kind: 'remove_rule'; rule_id: string; version?: number | undefined };

/** Of the rules that edits are about; a rule that is new has one only if the edit gives it. */
export const idsOf = (edits: readonly RuleEdit[]): string[] => edits.flatMap(({ rule_id }) => rule_id ?? []);

type Trial = { edit: TrialEdit | RuleEdit; keyplanId: string; newId: () => string };

/** The contents as they would be after an edit. @throws AppError not_found for a rule that the plan does not have */
export function withEdit(content: PlanContent, { edit, keyplanId, newId }: Trial): PlanContent {
  const rules = new Map(content.rules);
  if (edit.kind === 'add_rule') {
    const { name = '', description = null, ...rule } = edit.rule;
    const id = ('rule_id' in edit && edit.rule_id) || newId();
    const type = ruleTypeOf(rule.subjects, 'type' in rule ? rule.type : undefined);
    rules.set(id, { ...rule, id, keyplan_id: keyplanId, name, description, type });
    return { ...content, rules };
  }
  const before = rules.get(edit.rule_id);
  if (!before) throw notFound('access_rule');
  if (edit.kind === 'remove_rule') rules.delete(edit.rule_id);
  else rules.set(edit.rule_id, edited(before, edit.rule));
  return { ...content, rules };
}

function edited(before: RuleContent, change: RuleChange): RuleContent {
  const said = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const subjects = change.subjects ?? before.subjects;
  const type = subjects.length > 0 ? ruleTypeOf(subjects, change.type) : before.type;
  return { ...before, ...said, type };
}
