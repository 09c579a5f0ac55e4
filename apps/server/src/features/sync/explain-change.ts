import type { CompiledRule, DesiredKeySystem, KeySystemItem } from '@key2xs/domain';

type RuleName = Pick<CompiledRule, 'id' | 'name' | 'keyplan_name'>;

const noRule = 'No active rule stands behind this access profile any more.';

/** Says of a change which rule or event is behind it, in a sentence for an operator. */
export function changeExplainer(
  desired: DesiredKeySystem,
  rules: readonly RuleName[],
): (item: KeySystemItem) => string {
  const names = new Map(rules.map((rule) => [rule.id, `Rule '${rule.name}' of the plan '${rule.keyplan_name}'`]));
  let reached: Map<string, string[]> | undefined;
  const rulesOf = (person: string): string[] => {
    reached ??= rulesByPerson(desired);
    return reached.get(person) ?? [];
  };
  const whoReaches = (person: string): string => {
    const [first, ...others] = rulesOf(person).flatMap((rule) => names.get(rule) ?? []);
    if (first === undefined) return 'A rule reaches this person.';
    if (others.length === 0) return `${first} reaches this person.`;
    return `${first} and ${others.length} more ${others.length === 1 ? 'reach' : 'rules reach'} this person.`;
  };
  return (item) => {
    switch (item.kind) {
      case 'member_add':
        return `${names.get(item.write.profile_reference) ?? 'A rule'} reaches this person.`;
      case 'member_remove': {
        const rule = names.get(item.write.profile_reference);
        return rule && desired.members.has(item.write.profile_reference)
          ? `${rule} no longer reaches this person.`
          : noRule;
      }
      case 'person_deactivate':
        return 'No active rule reaches this person any more.';
      case 'person_create':
        return whoReaches(item.write.reference);
      case 'person_update':
        if (item.before?.active === false) return whoReaches(item.write.reference);
        return 'The identity source says otherwise than the key system.';
      case 'profile_put': {
        const rule = desired.members.has(item.write.reference) ? names.get(item.write.reference) : undefined;
        if (!rule) return noRule;
        return item.before === null ? `${rule} gives these doors.` : `${rule} says otherwise than the key system.`;
      }
    }
  };
}

function rulesByPerson({ members }: DesiredKeySystem): Map<string, string[]> {
  const reached = new Map<string, string[]>();
  for (const [rule, persons] of members) {
    for (const person of persons) {
      const rules = reached.get(person);
      if (rules) rules.push(rule);
      else reached.set(person, [rule]);
    }
  }
  return reached;
}
