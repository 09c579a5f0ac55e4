/** A set of small numbers as bits: number n is bit n % 32 of word n / 32. Sets of one kind have the same length. */
export type Bits = Int32Array;

export const wordsFor = (count: number): number => (count + 31) >>> 5;

/** A word of an array; 0 beyond its end. */
export const wordAt = (bits: Bits, word: number): number => bits[word] ?? 0;

export function setBit(bits: Bits, n: number): void {
  bits[n >>> 5] = wordAt(bits, n >>> 5) | (1 << (n & 31));
}

export function clearBit(bits: Bits, n: number): void {
  bits[n >>> 5] = wordAt(bits, n >>> 5) & ~(1 << (n & 31));
}

export const hasBit = (bits: Bits, n: number): boolean => (wordAt(bits, n >>> 5) & (1 << (n & 31))) !== 0;

/** Adds every number of `more`. */
export function unite(bits: Bits, more: Bits): void {
  for (let i = 0; i < bits.length; i++) bits[i] = wordAt(bits, i) | wordAt(more, i);
}

/** The position of the lowest bit of a word that is not 0. */
export const lowestBit = (word: number): number => 31 - Math.clz32(word & -word);

/** Visits every number of a set in ascending order. */
export function forEachBit(bits: Bits, visit: (n: number) => void): void {
  for (let i = 0; i < bits.length; i++) {
    for (let word = wordAt(bits, i); word !== 0; word &= word - 1) visit((i << 5) + lowestBit(word));
  }
}

export function countBits(bits: Bits): number {
  let count = 0;
  for (let i = 0; i < bits.length; i++) count += ones(wordAt(bits, i));
  return count;
}

/** The numbers of a set, ascending. */
export function listBits(bits: Bits): Int32Array {
  const listed = new Int32Array(countBits(bits));
  let at = 0;
  for (let i = 0; i < bits.length; i++) {
    for (let word = wordAt(bits, i); word !== 0; word &= word - 1) listed[at++] = (i << 5) + lowestBit(word);
  }
  return listed;
}

/** A copy with `words` words, so that a set can grow. */
export function widened(bits: Bits, words: number): Bits {
  const wide = new Int32Array(words);
  wide.set(bits.subarray(0, words));
  return wide;
}

/** Population count of a word, summed in pairs, fours and bytes in parallel. */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
