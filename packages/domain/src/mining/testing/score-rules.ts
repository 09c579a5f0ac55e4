import { type AccessRelation, rowOf } from '../access-relation';
import type { MinedCondition } from '../plan/mining-input';
import type { MinedRules } from '../rules/mined-rules';
import type { Campus } from './campus';

/** How well a mined model meets the truth of a campus; shares from 0 to 1. */
export type RuleScore = {
  /**
   * A planted rule is recovered when a mined rule has its condition, or the same people, and at least four fifths of the
   * doors of both are in both.
   */
  recall: number;
  precision: number;
  /** The same, and the doors are equal to the last one. */
  exactRecall: number;
  exactPrecision: number;
  extraRecall: number;
  extraPrecision: number;
  missingRecall: number;
  missingPrecision: number;
  /** Conditions of planted rules that were not recovered, and of mined ones that were not planted. */
  lost: string[];
  invented: string[];
};

export function scoreRules(campus: Campus, { rules, extra, missing }: MinedRules): RuleScore {
  const byPeople = new Map<string, number[]>();
  rules.forEach((rule, i) => {
    for (const key of [keyOf(rule.conditions), rule.people.join()])
      byPeople.set(key, [...(byPeople.get(key) ?? []), i]);
  });
  const recovered = new Set<number>();
  const exact = new Set<number>();
  const lost: string[] = [];
  let [found, exactlyFound] = [0, 0];
  for (const planted of campus.planted) {
    const people = peopleOf(campus, planted.conditions);
    const same = new Set([...(byPeople.get(keyOf(planted.conditions)) ?? []), ...(byPeople.get(people.join()) ?? [])]);
    const fits = [...same].map((i) => ({ i, share: shareInBoth(planted.cylinders, rules[i]?.cylinders) }));
    const near = fits.filter(({ share }) => share >= 0.8);
    const equal = fits.filter(({ share }) => share === 1);
    if (near.length > 0) found++;
    else lost.push(`${keyOf(planted.conditions)}: ${people.length} people, ${planted.cylinders.length} doors`);
    if (equal.length > 0) exactlyFound++;
    for (const { i } of near) recovered.add(i);
    for (const { i } of equal) exact.add(i);
  }
  const [extraRecall, extraPrecision] = agreement(campus.extra, extra);
  const [missingRecall, missingPrecision] = agreement(campus.missing, missing);
  return {
    recall: found / campus.planted.length,
    precision: recovered.size / Math.max(1, rules.length),
    exactRecall: exactlyFound / campus.planted.length,
    exactPrecision: exact.size / Math.max(1, rules.length),
    extraRecall,
    extraPrecision,
    missingRecall,
    missingPrecision,
    lost,
    invented: rules.flatMap(({ conditions, people, cylinders }, i) =>
      recovered.has(i) ? [] : [`${keyOf(conditions)}: ${people.length} people, ${cylinders.length} doors`],
    ),
  };
}

const keyOf = (conditions: readonly MinedCondition[]): string =>
  conditions
    .map(({ attribute, value }) => `${attribute}=${value}`)
    .sort()
    .join(' & ');

/** Ascending. */
function peopleOf({ attributes, relation }: Campus, conditions: readonly MinedCondition[]): number[] {
  const people: number[] = [];
  for (let person = 0; person < relation.people; person++) {
    const isMet = conditions.every(({ attribute, value }) => {
      const values = attributes[attribute];
      return values?.list.subarray(values.start[person], values.start[person + 1]).includes(value);
    });
    if (isMet) people.push(person);
  }
  return people;
}

function shareInBoth(a: Int32Array, b: Int32Array = new Int32Array(0)): number {
  const other = new Set(b);
  const both = a.reduce((count, one) => count + Number(other.has(one)), 0);
  return both / (a.length + b.length - both);
}

/** Of the true cells those found, and of those found the true ones; 1 when there are none. */
function agreement(truth: AccessRelation, found: AccessRelation): [recall: number, precision: number] {
  let both = 0;
  for (let person = 0; person < truth.people; person++) {
    const row = new Set(rowOf(found, person));
    for (const cylinder of rowOf(truth, person)) both += Number(row.has(cylinder));
  }
  return [
    both / Math.max(1, truth.list.length) || Number(truth.list.length === 0),
    both / Math.max(1, found.list.length) || Number(found.list.length === 0),
  ];
}
