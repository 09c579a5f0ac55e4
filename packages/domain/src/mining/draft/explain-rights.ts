import type { AccessRelation } from '../access-relation';
import type { RightCells, RightsBalance } from '../plan/mined-plan';
import { positionsOf } from './right-positions';

/** A suggestion as far as it decides where rights end. */
export type Explaining = {
  kind: 'rule' | 'profile';
  people: Int32Array;
  cylinders: Int32Array;
  isRejected: boolean;
};

export type ExplainedRights = {
  balance: RightsBalance;
  /** For each right, in the order of the relation's list: position of its suggestion, or one of `notExplained`. */
  by: Int32Array;
  /** By position of the suggestion. Of one that is rejected: what it would explain, though it counts for no right. */
  rights: Int32Array;
  /** Rights that more than one suggestion gives. */
  doubled: number;
};

export const notExplained = { single: -1, onRequest: -2 } as const;

/**
 * Where each right ends: on request, or with the first suggestion that gives it and is not rejected, or for the person alone. So
 * the four sums are the rights of the input, whatever is made of the suggestions.
 * Cost: O(rights of the people of each suggestion).
 */
export function explainRights(
  relation: AccessRelation,
  suggestions: readonly Explaining[],
  onRequest: RightCells,
): ExplainedRights {
  const by = new Int32Array(relation.list.length).fill(notExplained.single);
  for (const at of positionsOf(relation, onRequest)) if (at >= 0) by[at] = notExplained.onRequest;
  const rights = new Int32Array(suggestions.length);
  const isDoubled = new Uint8Array(by.length);
  const isGiven = new Uint8Array(relation.cylinders);
  for (const [position, { people, cylinders, isRejected }] of suggestions.entries()) {
    for (const cylinder of cylinders) isGiven[cylinder] = 1;
    for (const person of people) {
      for (let at = relation.start[person] ?? 0; at < (relation.start[person + 1] ?? 0); at++) {
        if (isGiven[relation.list[at] ?? -1] !== 1 || by[at] === notExplained.onRequest) continue;
        if (by[at] === notExplained.single) {
          rights[position] = (rights[position] ?? 0) + 1;
          if (!isRejected) by[at] = position;
        } else if (!isRejected) isDoubled[at] = 1;
      }
    }
    for (const cylinder of cylinders) isGiven[cylinder] = 0;
  }
  const doubled = isDoubled.reduce((sum, one) => sum + one, 0);
  return { balance: balanceOf(by, suggestions), by, rights, doubled };
}

function balanceOf(by: Int32Array, suggestions: readonly Explaining[]): RightsBalance {
  const balance = { rights: by.length, by_rules: 0, by_profiles: 0, on_request: 0, single: 0 };
  for (const position of by) {
    if (position === notExplained.single) balance.single++;
    else if (position === notExplained.onRequest) balance.on_request++;
    else if (suggestions[position]?.kind === 'rule') balance.by_rules++;
    else balance.by_profiles++;
  }
  return balance;
}
