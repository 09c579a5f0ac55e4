import type { Reader } from '#platform/visible-to';
import type { PlanContent } from '../content/sides';
import { hidingParts } from '../parts/hide-parts';
import { withoutRepeatedParts } from './edit-content';
import type { RuleEdit } from './trial-edit';

/** Edits that give a rule the parts which the reader wants, beside those which the reader may not see and it had. */
export async function keepHiddenParts(
  reader: Reader,
  { rules }: PlanContent,
  edits: readonly RuleEdit[],
): Promise<readonly RuleEdit[]> {
  if (reader.viewer.scope === null) return edits;
  const hide = await hidingParts(reader, [...rules.values()]);
  return edits.map((edit) => {
    const before = edit.kind === 'change_rule' ? rules.get(edit.rule_id) : undefined;
    if (edit.kind !== 'change_rule' || !before) return edit;
    const shown = hide(before);
    const { subjects, objects } = edit.rule;
    const rule = {
      ...edit.rule,
      ...(subjects && { subjects: [...subjects, ...before.subjects.filter((one) => !shown.subjects.includes(one))] }),
      ...(objects && { objects: [...objects, ...before.objects.filter((one) => !shown.objects.includes(one))] }),
    };
    return withoutRepeatedParts({ ...edit, rule });
  });
}
