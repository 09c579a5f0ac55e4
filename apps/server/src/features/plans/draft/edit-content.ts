import type { DraftEdit } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import type { RuleContent } from '#platform/schema/schema';
import type { PlanContent } from '../content/sides';
import { withoutRepeats } from '../parts/rule-parts';
import { freeName, nameKey } from './free-name';
import { withEdit } from './trial-edit';

type Editing = { deps: Pick<Deps, 'newId'>; keyplanId: string; nameOf: (rule: RuleContent) => string };

/**
 * The contents of a draft after edits, one after the other. Rules whose edits give no name get one.
 * @throws AppError not_found for a rule that is not there; conflict for a name that is taken
 */
export function editContent(draft: PlanContent, edits: readonly DraftEdit[], editing: Editing): PlanContent {
  const { deps, keyplanId, nameOf } = editing;
  let content = draft;
  for (const edit of edits) content = withEdit(content, { edit: tidy(edit), keyplanId, newId: deps.newId });
  const nameless = [...content.rules.values()].filter(({ name }) => name === '');
  const taken = new Set<string>();
  for (const { name } of content.rules.values()) {
    if (name !== '' && taken.has(nameKey(name))) throw new AppError('conflict', say('keyPlan.ruleNameTaken', { name }));
    taken.add(nameKey(name));
  }
  for (const rule of nameless) content.rules.set(rule.id, { ...rule, name: freeName(nameOf(rule), taken) });
  return content;
}

const tidy = (edit: DraftEdit): DraftEdit =>
  edit.kind === 'remove_rule' ? edit : ({ ...edit, rule: { ...edit.rule, ...withoutRepeats(edit.rule) } } as DraftEdit); // the same parts, fewer of them
