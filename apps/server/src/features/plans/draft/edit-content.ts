import { say } from '@key2xs/texts';
import type { Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import type { RuleContent } from '#platform/schema/schema';
import type { PlanContent } from '../content/sides';
import { withoutRepeats } from '../parts/rule-parts';
import { freeName, nameKey } from './free-name';
import { type RuleEdit, withEdit } from './trial-edit';

type Editing = {
  deps: Pick<Deps, 'newId'>;
  keyplanId: string;
  nameOf: (rule: RuleContent) => string;
  /** Names of rules of the plan that the content does not have. */
  otherNames?: readonly string[];
};

/**
 * The contents of a draft after edits, one after the other. Rules whose edits give no name get one.
 * @throws AppError not_found for a rule that is not there; conflict for a name that is taken
 */
export function editContent(draft: PlanContent, edits: readonly RuleEdit[], editing: Editing): PlanContent {
  const { deps, keyplanId, nameOf, otherNames = [] } = editing;
  let content = draft;
  for (const edit of edits) {
    content = withEdit(content, { edit: withoutRepeatedParts(edit), keyplanId, newId: deps.newId });
  }
  const nameless = [...content.rules.values()].filter(({ name }) => name === '');
  const taken = new Set(otherNames.map(nameKey));
  for (const { name } of content.rules.values()) {
    if (name !== '' && taken.has(nameKey(name))) throw new AppError('conflict', say('keyPlan.ruleNameTaken', { name }));
    taken.add(nameKey(name));
  }
  for (const rule of nameless) content.rules.set(rule.id, { ...rule, name: freeName(nameOf(rule), taken) });
  return content;
}

export const withoutRepeatedParts = (edit: RuleEdit): RuleEdit =>
  edit.kind === 'remove_rule' ? edit : ({ ...edit, rule: { ...edit.rule, ...withoutRepeats(edit.rule) } } as RuleEdit); // the same parts, fewer of them
