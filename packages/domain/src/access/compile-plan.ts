import type { AccessRule, KeyPlan, RuleObject, RuleSubject, TimeRestriction } from '@key2xs/contract';
import { indexSubjects, type PersonFacts, personKeys, subjectKey } from './match-subjects';
import { type Inventory, type Reach, resolveObjects } from './resolve-objects';

type RuleSource = Pick<AccessRule, 'id' | 'name' | 'is_active' | 'subject_match'> & {
  subjects: readonly RuleSubject[];
  objects: readonly RuleObject[];
  time_restrictions: readonly TimeRestriction[];
};

/** A key plan with its rules, as stored. */
export type PlanSource = Pick<KeyPlan, 'id' | 'name' | 'is_active' | 'time_zone'> & {
  /** Identity sources whose people the plan speaks of; with none it speaks of nobody. */
  iam_connection_ids: readonly string[];
  rules: readonly RuleSource[];
};

/** A rule that grants: it and its plan are active. */
export type CompiledRule = Omit<RuleSource, 'is_active'> & {
  keyplan_id: string;
  keyplan_name: string;
  iam_connection_ids: readonly string[];
  /** IANA zone in which the windows are read. */
  time_zone: string;
  subject_keys: readonly string[];
  /** Resolved at the first call and kept: a question about one person needs a few rules only. */
  reach: () => Reach;
};

export type CompiledPlan = {
  /** In the order of plans and of rules within them. */
  rules: readonly CompiledRule[];
  inventory: Inventory;
  /** The rules a person matches, in the order of `rules`. Nothing for an inactive person. */
  matchRules: (person: PersonFacts) => CompiledRule[];
};

/**
 * Makes all plans together answerable. Inactive plans and rules drop out here and nowhere else.
 *
 * Cost: O(rules × subjects); matching is a few hash lookups, about 3 µs a person, however many rules there are.
 * The result is a snapshot: compile again when a plan or the inventory changes.
 */
export function compilePlan(plans: readonly PlanSource[], inventory: Inventory): CompiledPlan {
  const rules = plans
    .filter((plan) => plan.is_active)
    .flatMap((plan) => plan.rules.filter((rule) => rule.is_active).map((rule) => compileRule(plan, rule, inventory)));
  const find = indexSubjects(rules);
  const matchRules = (person: PersonFacts) =>
    find(personKeys(person)).filter((rule) => rule.iam_connection_ids.includes(person.connection_id));
  return { rules, inventory, matchRules };
}

/** Who each rule speaks of: rule id to person ids in the order given. Every compiled rule has an entry. */
export function reachedPersons(compiled: CompiledPlan, persons: Iterable<PersonFacts>): Map<string, string[]> {
  const reached = new Map<string, string[]>(compiled.rules.map((rule) => [rule.id, []]));
  for (const person of persons) {
    for (const rule of compiled.matchRules(person)) reached.get(rule.id)?.push(person.id);
  }
  return reached;
}

function compileRule(plan: PlanSource, rule: RuleSource, inventory: Inventory): CompiledRule {
  const { is_active: _, ...kept } = rule;
  let reach: Reach | undefined;
  return {
    ...kept,
    keyplan_id: plan.id,
    keyplan_name: plan.name,
    iam_connection_ids: plan.iam_connection_ids,
    time_zone: plan.time_zone,
    subject_keys: rule.subjects.map(subjectKey),
    reach: () => {
      reach ??= resolveObjects(rule.objects, inventory);
      return reach;
    },
  };
}
