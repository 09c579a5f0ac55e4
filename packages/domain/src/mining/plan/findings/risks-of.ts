import { type AccessRelation, rowOf } from '../../access-relation';
import type { MinedRisk, MinedSuggestion } from '../mined-plan';
import { commonOf } from '../mining-data';
import type { MiningInput } from '../mining-input';

/** Fewer people are better looked at one by one. */
const fewPeople = 5;
const sensitiveClass = 3;
/** Of the rights, or the people, of a suggestion. */
const manyUnused = 0.5;
const manyOutliers = 0.1;

export function risksOf(
  { relation, protectionClass, neverBoth, used }: MiningInput,
  { people, cylinders, additions, outliers }: Pick<MinedSuggestion, 'people' | 'cylinders' | 'additions' | 'outliers'>,
): MinedRisk[] {
  const risks: MinedRisk[] = [];
  if (additions.people.length > 0) risks.push('adds_rights');
  if (cylinders.some((cylinder) => (protectionClass[cylinder] ?? 0) >= sensitiveClass)) risks.push('sensitive_doors');
  const gives = (side: Int32Array) => side.some((cylinder) => cylinders.includes(cylinder));
  if (neverBoth.some(({ first, second }) => gives(first) && gives(second))) risks.push('never_both');
  if (people.length < fewPeople) risks.push('few_people');
  if (used && isMostlyUnused({ relation, used }, people, new Set(cylinders))) risks.push('unused_rights');
  if (outliers.length > people.length * manyOutliers) risks.push('many_outliers');
  return risks;
}

function isMostlyUnused(
  { relation, used }: { relation: AccessRelation; used: AccessRelation },
  people: Int32Array,
  cylinders: ReadonlySet<number>,
): boolean {
  let held = 0;
  let inUse = 0;
  for (const person of people) {
    const row = rowOf(relation, person).filter((cylinder) => cylinders.has(cylinder));
    held += row.length;
    inUse += commonOf(row, rowOf(used, person)).length;
  }
  return inUse < held * (1 - manyUnused);
}
