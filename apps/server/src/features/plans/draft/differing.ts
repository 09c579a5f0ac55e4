import type { RuleContent } from '#platform/schema/schema';
import type { Changed } from '../content/sides';

/** What of a rule was and is otherwise, for the audit log. */
export function differing({ id, before, after }: Changed<RuleContent>) {
  if (!before || !after) return { id, name: (after ?? before)?.name, before, after };
  const fields = Object.keys(after) as (keyof RuleContent)[]; // a content has just these
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  const only = (rule: RuleContent) => Object.fromEntries(changed.map((field) => [field, rule[field]]));
  return { id, name: after.name, before: only(before), after: only(after) };
}
