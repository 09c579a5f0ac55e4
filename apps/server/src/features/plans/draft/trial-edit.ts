import type { DraftEdit, TrialEdit } from '@key2xs/contract';
import { notFound } from '#platform/errors';
import type { RuleContent } from '#platform/schema/schema';
import type { PlanContent } from '../content/sides';
import { ruleTypeOf } from '../parts/rule-parts';

type Trial = { edit: TrialEdit | DraftEdit; keyplanId: string; newId: () => string };

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

type RuleChange = Extract<Trial['edit'], { kind: 'change_rule' }>['rule'];

function edited(before: RuleContent, change: RuleChange): RuleContent {
  const said = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const subjects = change.subjects ?? before.subjects;
  const type = subjects.length > 0 ? ruleTypeOf(subjects, 'type' in change ? change.type : undefined) : before.type;
  return { ...before, ...said, type };
}
