import { rowOf } from '../access-relation';
import type { Generosity, MiningInput } from './mining-input';

/**
 * From which generosity a person may newly get a cylinder, by protection class; a class that is not known counts as the lowest,
 * since nothing is given before an administrator accepts it. 5 is never.
 *
 * | class | never | hardly | some | more | generous |
 * |---|---|---|---|---|---|
 * | not known, 1 | no | yes | yes | yes | yes |
 * | 2 | no | no | yes | yes | yes |
 * | 3 | no | no | no | no | yes |
 * | 4 | no | no | no | no | no |
 */
const addsFrom = [1, 1, 2, 4, 5] as const;

/** What a plan may change about each right. Taking a right away is never among it: an administrator decides that. */
export type CellPolicy = {
  /** For each cylinder, 0 where no person may newly get it. */
  addsAtAll: Uint8Array;
  /** Whether the person, who lacks it, may newly get the cylinder, with all that was planned. */
  mayAdd: (person: number, cylinder: number) => boolean;
  /** The person is going to get the cylinder: later answers count it. */
  plan: (person: number, cylinder: number) => void;
  /** For one rule: whether it may also give this cylinder to later matches, together with the cylinders it may already give. */
  rule: () => (cylinder: number) => boolean;
};

export function cellPolicy(
  { relation, protectionClass, needsApproval, neverBoth }: MiningInput,
  generosity: Generosity,
): CellPolicy {
  const addsAtAll = Uint8Array.from({ length: relation.cylinders }, (_, cylinder) =>
    Number(generosity >= (addsFrom[protectionClass[cylinder] ?? 0] ?? 5) && needsApproval[cylinder] !== 1),
  );
  // Number n of a cylinder or a person is 1 for a cylinder of `first` of pair n, 2 for one of `second`, 3 for both.
  const pairs = neverBoth.length;
  const sides = new Map<number, Uint8Array>();
  const addSide = (side: 1 | 2, pair: number) => (cylinder: number) => {
    const known = sides.get(cylinder) ?? new Uint8Array(pairs);
    known[pair] = (known[pair] ?? 0) | side;
    sides.set(cylinder, known);
  };
  neverBoth.forEach(({ first, second }, pair) => {
    first.forEach(addSide(1, pair));
    second.forEach(addSide(2, pair));
  });
  const held = new Uint8Array(pairs > 0 ? relation.people * pairs : 0);
  const plan = (person: number, cylinder: number): void => {
    sides.get(cylinder)?.forEach((side, pair) => {
      held[person * pairs + pair] = (held[person * pairs + pair] ?? 0) | side;
    });
  };
  if (pairs > 0) {
    for (let person = 0; person < relation.people; person++) {
      for (const cylinder of rowOf(relation, person)) plan(person, cylinder);
    }
  }
  const meetsOther = (cylinder: number, heldOf: (pair: number) => number): boolean =>
    sides.get(cylinder)?.some((side, pair) => (side | heldOf(pair)) === 3) ?? false;
  return {
    addsAtAll,
    mayAdd: (person, cylinder) =>
      addsAtAll[cylinder] === 1 && !meetsOther(cylinder, (pair) => held[person * pairs + pair] ?? 0),
    plan,
    rule: () => {
      const given = new Uint8Array(pairs);
      return (cylinder) => {
        if (meetsOther(cylinder, (pair) => given[pair] ?? 0)) return false;
        sides.get(cylinder)?.forEach((side, pair) => {
          given[pair] = (given[pair] ?? 0) | side;
        });
        return true;
      };
    },
  };
}
