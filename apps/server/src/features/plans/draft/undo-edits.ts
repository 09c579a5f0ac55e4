import type { DraftEdit } from '@key2xs/contract';
import type { RuleContent } from '#platform/schema/schema';
import type { Changed } from '../content/sides';

/** Edits that write rules as they were, each with the version that it has after the change. */
export const undoOf = (changes: readonly Changed<RuleContent>[], versions: ReadonlyMap<string, number>): DraftEdit[] =>
  changes.map(({ id, before }): DraftEdit => {
    const version = versions.get(id);
    if (!before) return { kind: 'remove_rule', rule_id: id, version };
    const { id: _, keyplan_id: __, type: ___, ...rule } = before;
    const parts = {
      subjects: [...rule.subjects],
      objects: [...rule.objects],
      time_restrictions: [...rule.time_restrictions],
    };
    const said = { ...rule, ...parts };
    return version === undefined
      ? { kind: 'add_rule', rule_id: id, rule: said }
      : { kind: 'change_rule', rule_id: id, version, rule: said };
  });
