import { type Bits, widened, wordAt } from './bits';

/** For each member (a row of people or a cylinder) the set of rules that apply to it; in one array for fast look-ups. */
export type RuleSets = {
  /** Words of one set. The set of member m starts at word m × `words`. */
  words: number;
  bits: Bits;
};

export const ruleSets = (members: number, words: number): RuleSets => ({
  words,
  bits: new Int32Array(members * words),
});

export function addRule({ bits, words }: RuleSets, member: number, rule: number): void {
  const at = member * words + (rule >>> 5);
  bits[at] = wordAt(bits, at) | (1 << (rule & 31));
}

export function removeRule({ bits, words }: RuleSets, member: number, rule: number): void {
  const at = member * words + (rule >>> 5);
  bits[at] = wordAt(bits, at) & ~(1 << (rule & 31));
}

/** The set of one member; a view. */
export const rulesOf = ({ bits, words }: RuleSets, member: number): Bits =>
  bits.subarray(member * words, (member + 1) * words);

/** Makes room for more members; doubles the array, so that growing is rare. */
export function growMembers(sets: RuleSets, members: number): void {
  const needed = members * sets.words;
  if (needed > sets.bits.length) sets.bits = widened(sets.bits, needed * 2);
}

/** Enlarges every set. */
export function growWords(sets: RuleSets, words: number): void {
  const members = sets.bits.length / sets.words;
  const wide = ruleSets(members, words);
  for (let member = 0; member < members; member++) wide.bits.set(rulesOf(sets, member), member * words);
  Object.assign(sets, wide);
}
