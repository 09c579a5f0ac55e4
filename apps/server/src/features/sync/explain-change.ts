import { type DesiredKeySystem, type IndexedRule, type KeySystemItem, referenceStart } from '@key2xs/domain';
import { type Sentence, say } from '@key2xs/texts';

const someRule = say('because.aRule');
const noRule = say('because.noRuleBehind');

/** Tells an operator which rule or event caused a change. */
export function changeExplainer(
  desired: DesiredKeySystem,
  rules: readonly Pick<IndexedRule, 'rule' | 'plan'>[],
): (item: KeySystemItem) => Sentence {
  const names = new Map(
    rules.map(({ rule, plan }) => [referenceStart(rule.id), say('because.rule', { rule: rule.name, plan: plan.name })]),
  );
  const ruleOf = (profile: string) => names.get(referenceStart(profile));
  let reached: Map<string, string[]> | undefined;
  const rulesOf = (person: string): string[] => {
    reached ??= rulesByPerson(desired);
    return reached.get(person) ?? [];
  };
  const whoReaches = (person: string): Sentence => {
    const [rule = someRule, ...others] = rulesOf(person).flatMap((id) => ruleOf(id) ?? []);
    if (others.length === 0) return say('because.reaches', { rule });
    return say('because.reachAlso', { rule, count: others.length });
  };
  return (item) => {
    switch (item.kind) {
      case 'member_add':
        return say('because.reaches', { rule: ruleOf(item.write.profile_reference) ?? someRule });
      case 'member_remove': {
        const rule = ruleOf(item.write.profile_reference);
        return rule && desired.members.has(item.write.profile_reference)
          ? say('because.reachesNoLonger', { rule })
          : noRule;
      }
      case 'person_deactivate':
        return say('because.noRuleReaches');
      case 'person_create':
        return whoReaches(item.write.reference);
      case 'person_update':
        if (item.before?.active === false) return whoReaches(item.write.reference);
        return say('because.sourceDiffers');
      case 'profile_put': {
        const rule = desired.members.has(item.write.reference) ? ruleOf(item.write.reference) : undefined;
        if (!rule) return noRule;
        return item.before === null ? say('because.gives', { rule }) : say('because.ruleDiffers', { rule });
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
