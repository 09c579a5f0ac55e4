import { type AccessRule, RuleType } from '@key2xs/contract';
import { z } from 'zod';

const sorts = ['name', '-updated_at', '-people', 'people', 'type'] as const;
export const ruleSorts = sorts;
export const ruleTypes = RuleType.options;

/** What of the rules is shown, and in which order, as in the address. */
export const ruleListSearch = z.object({
  search: z.coerce.string().max(200).optional(),
  rule_type: RuleType.optional(),
  status: z.enum(['on', 'off', 'changed']).optional(),
  sort: z.enum(sorts).optional(),
  offset: z.coerce.number().int().min(0).optional(),
});
export type RuleListSearch = z.output<typeof ruleListSearch>;

const orders: Record<(typeof sorts)[number], (one: AccessRule, other: AccessRule) => number> = {
  name: () => 0, // as they come
  '-updated_at': (one, other) => Date.parse(other.updated_at) - Date.parse(one.updated_at),
  '-people': (one, other) => other.people - one.people,
  people: (one, other) => one.people - other.people,
  type: (one, other) => one.type.localeCompare(other.type),
};

/** Rules that fit, in the chosen order; rules alike stay by name. `changed` are those that the draft says otherwise. */
export function chosenRules(
  rules: readonly AccessRule[],
  { search = '', rule_type, status, sort = 'name' }: RuleListSearch,
  changed: ReadonlySet<string>,
): AccessRule[] {
  const wanted = search.trim().toLowerCase();
  const fits = (rule: AccessRule) =>
    (rule_type === undefined || rule.type === rule_type) &&
    (status === undefined || (status === 'changed' ? changed.has(rule.id) : rule.is_active === (status === 'on'))) &&
    (wanted === '' || textOf(rule).includes(wanted));
  return rules.filter(fits).sort(orders[sort]);
}

/** The searched text: name, subjects and objects of the rule. */
const textOf = ({ name, description, subjects, objects }: AccessRule) =>
  [name, description, ...subjects.map((one) => one.name), ...objects.map((one) => one.name)].join('\n').toLowerCase();
