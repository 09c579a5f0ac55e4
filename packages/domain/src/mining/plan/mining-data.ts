import { type AccessRelation, rowOf, transpose } from '../access-relation';
import type { MinedCondition, MiningAttribute, MiningInput } from './mining-input';

/** The input with what is looked up often. */
export type MiningData = {
  input: MiningInput;
  /** The people of each cylinder. */
  holders: AccessRelation;
  peopleOf: (conditions: readonly MinedCondition[]) => Int32Array;
};

export function miningData(input: MiningInput): MiningData {
  const byValue = input.attributes.map((attribute) => transpose(asRelation(attribute, input.relation.people)));
  return {
    input,
    holders: transpose(input.relation),
    peopleOf: (conditions) => {
      const [first, ...more] = conditions.map(({ attribute, value }) => {
        const people = byValue[attribute];
        return people && value < people.people ? rowOf(people, value) : new Int32Array(0);
      });
      return more.reduce(commonOf, first ?? new Int32Array(0)).slice();
    },
  };
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
