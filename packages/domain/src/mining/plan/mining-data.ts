import { type AccessRelation, rowOf, transpose } from '../access-relation';
import type { MinedCondition, MiningAttribute, MiningInput } from './mining-input';

/** The input with what is looked up often. */
export type MiningData = {
  input: MiningInput;
  /** The people of each cylinder. */
  holders: AccessRelation;
  /** For each entry of `holders.list`, where the same right is in the list of the input. */
  rightAt: Int32Array;
  peopleOf: (conditions: readonly MinedCondition[]) => Int32Array;
};

const known = new WeakMap<MiningInput, MiningData>();

/** Turned around once for each input: edits of a plan follow one another. */
export function miningData(input: MiningInput): MiningData {
  const data = known.get(input) ?? turnedAround(input);
  known.set(input, data);
  return data;
}

function turnedAround(input: MiningInput): MiningData {
  const byValue = input.attributes.map((attribute) => transpose(asRelation(attribute, input.relation.people)));
  return {
    input,
    ...holdersOf(input.relation),
    peopleOf: (conditions) => {
      const [first, ...more] = conditions.map(({ attribute, value }) => {
        const people = byValue[attribute];
        return people && value < people.people ? rowOf(people, value) : new Int32Array(0);
      });
      return more.reduce(commonOf, first ?? new Int32Array(0)).slice();
    },
  };
}

function holdersOf(relation: AccessRelation): Pick<MiningData, 'holders' | 'rightAt'> {
  const holders = transpose(relation);
  const rightAt = new Int32Array(relation.list.length);
  const next = holders.start.slice();
  for (let at = 0; at < relation.list.length; at++) {
    const cylinder = relation.list[at] ?? 0;
    const free = next[cylinder] ?? 0;
    rightAt[free] = at; // people ascend, as in `holders`
    next[cylinder] = free + 1;
  }
  return { holders, rightAt };
}

const asRelation = ({ values, start, list }: MiningAttribute, people: number): AccessRelation => ({
  people,
  cylinders: values,
  start,
  list,
});

/** The numbers that are in both lists, which ascend. */
export function commonOf(a: Int32Array, b: Int32Array): Int32Array {
  const common = new Int32Array(Math.min(a.length, b.length));
  let count = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const left = a[i] ?? 0;
    const right = b[j] ?? 0;
    if (left === right) common[count++] = left;
    if (left <= right) i++;
    if (right <= left) j++;
  }
  return common.subarray(0, count);
}
