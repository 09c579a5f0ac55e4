import { type AccessRelation, rowOf } from '../access-relation';
import type { PersonGroups } from './person-groups';
import { relationOfCells } from './relation-of-cells';
import { profilesOf } from './rule-links';
import type { SimilarHolder } from './similar-holders';

/** Grants are explained by a rule of the person, held as by a similar person, or extra. */
export type DividedGrants = { explained: number; extra: AccessRelation };

/** @yields the share that is done */
export function* divideGrants(
  relation: AccessRelation,
  {
    groups,
    ofCylinder,
    similar,
  }: { groups: PersonGroups; ofCylinder: readonly number[][]; similar: readonly SimilarHolder[] },
): Generator<number, DividedGrants> {
  const { people, cylinders } = relation;
  const profiles = profilesOf(ofCylinder, groups.size.length);
  const asHolder = new Map<number, number[]>();
  for (const { person, cylinders: own } of similar) asHolder.set(person, [...(asHolder.get(person) ?? []), ...own]);
  const byRule = new Int32Array(cylinders).fill(-1);
  const bySimilarity = new Int32Array(cylinders).fill(-1);
  let held = 0;
  const extra = { person: [] as number[], cylinder: [] as number[] };
  for (let person = 0; person < people; person++) {
    for (let at = groups.groupsStart[person] ?? 0; at < (groups.groupsStart[person + 1] ?? 0); at++) {
      for (const cylinder of profiles[groups.groups[at] ?? 0] ?? []) byRule[cylinder] = person;
    }
    for (const cylinder of asHolder.get(person) ?? []) bySimilarity[cylinder] = person;
    for (const cylinder of rowOf(relation, person)) {
      if (byRule[cylinder] === person) continue;
      if (bySimilarity[cylinder] === person) {
        held++;
        continue;
      }
      extra.person.push(person);
      extra.cylinder.push(cylinder);
    }
    if (person % 1_000 === 999) yield person / people;
  }
  return {
    explained: relation.list.length - held - extra.person.length,
    extra: relationOfCells(people, cylinders, extra),
  };
}
