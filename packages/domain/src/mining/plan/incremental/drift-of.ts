import { type AccessRelation, rowOf } from '../../access-relation';
import type { MinedCondition } from '../mining-input';
import { coverPerson, type PlanIndex } from './cover-person';

/** How a plan that stays as it is fits the access of today. */
export type PlanDrift = {
  rights: number;
  /** Rights that rules and fitting profiles give. */
  covered: number;
  /** Rights that rules would give newly. */
  gained: number;
  /** Profiles that are still someone's. */
  profiles: number;
  rules: number;
};

/** @param has whether the person meets a condition today */
export function driftOf(
  index: PlanIndex,
  relation: AccessRelation,
  has: (person: number, condition: MinedCondition) => boolean,
): PlanDrift {
  const used = new Set<number>();
  const drift: PlanDrift = { rights: relation.list.length, covered: 0, gained: 0, profiles: 0, rules: 0 };
  for (let person = 0; person < relation.people; person++) {
    const cylinders = rowOf(relation, person);
    const cover = coverPerson(index, { has: (condition) => has(person, condition), cylinders });
    drift.covered += cylinders.length - cover.single.length;
    drift.gained += cover.gained.length;
    for (const position of [...cover.rules, ...cover.profiles]) used.add(position);
  }
  const isRule = new Set(index.rules);
  drift.rules = [...used].filter((position) => isRule.has(position)).length;
  drift.profiles = used.size - drift.rules;
  return drift;
}
