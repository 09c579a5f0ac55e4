import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { AppError } from '#platform/errors';
import type { RuleContent } from '#platform/schema/schema';
import type { Reader } from '#platform/visible-to';
import type { PlanContent } from '../content/sides';
import { type Hide, hidingParts } from '../parts/hide-parts';
import { withoutRepeatedParts } from './edit-content';
import type { RuleEdit } from './trial-edit';

/**
 * Edits that give a rule the parts which the reader wants, beside those which the reader may not see and it had; one that comes back
 * has those that it has in force.
 * @throws AppError forbidden for the removal of a rule with such parts, which could not be taken back
 */
export async function keepHiddenParts(
  reader: Reader,
  { rules }: PlanContent,
  edits: readonly RuleEdit[],
): Promise<readonly RuleEdit[]> {
  if (reader.viewer.scope === null) return edits;
  const removed = await loadInForce(
    reader,
    edits.flatMap(({ kind, rule_id }) => (kind === 'add_rule' && rule_id ? rule_id : [])),
  );
  const hide = await hidingParts(reader, [...rules.values(), ...removed.values()]);
  return edits.map((edit) => {
    const before = edit.kind === 'add_rule' ? removed.get(edit.rule_id ?? '') : rules.get(edit.rule_id);
    if (!before) return edit;
    const hidden = hiddenIn(before, hide);
    if (edit.kind === 'remove_rule') {
      if (hidden.subjects.length + hidden.objects.length === 0) return edit;
      throw new AppError('forbidden', say('keyPlan.removalNeedsWhole', { name: before.name }));
    }
    const { subjects, objects } = edit.rule;
    const rule = {
      ...edit.rule,
      ...(subjects && { subjects: [...subjects, ...hidden.subjects] }),
      ...(objects && { objects: [...objects, ...hidden.objects] }),
    };
    return withoutRepeatedParts({ ...edit, rule } as RuleEdit); // of the same kind, with more parts
  });
}

function hiddenIn(rule: RuleContent, hide: Hide) {
  const shown = hide(rule);
  return {
    subjects: rule.subjects.filter((one) => !shown.subjects.includes(one)),
    objects: rule.objects.filter((one) => !shown.objects.includes(one)),
  };
}

async function loadInForce({ db }: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, RuleContent>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; content: RuleContent }>`
    select record_id as id, content from key_plan_part
    where until is null and kind = 'rule' and record_id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, content }) => [id, content]));
}
