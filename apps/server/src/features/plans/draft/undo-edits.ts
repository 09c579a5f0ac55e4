import type { DraftEdit } from '@key2xs/contract';
import type { RuleContent } from '#platform/schema/schema';
import type { Reader } from '#platform/visible-to';
import type { Changed } from '../content/sides';
import { hidingParts } from '../parts/hide-parts';
import { listRuleVersions } from '../parts/rule-queries';

/**
 * Edits that write rules as they were, each with the version that the rule has now. What the reader may not see is not in them: it
 * stays where it is when they are applied.
 */
export async function undoOf(reader: Reader, changes: readonly Changed<RuleContent>[]): Promise<DraftEdit[]> {
  const versions = await listRuleVersions(
    reader.db,
    changes.map(({ id }) => id),
  );
  const hide = await hidingParts(
    reader,
    changes.flatMap(({ before }) => before ?? []),
  );
  return changes.map(({ id, before }): DraftEdit => {
    const version = versions.get(id);
    if (!before) return { kind: 'remove_rule', rule_id: id, version };
    const { id: _, keyplan_id: __, type: ___, ...rule } = hide(before);
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
}
