import { createHash } from 'node:crypto';

/** A Merkle tree as in RFC 9162, section 2.1, over SHA-256: leaves and nodes are hashed apart. */
export type Hash = Buffer;

/** The hash over the complete subtree of this level (0: leaves) and number, from the left. */
export type ReadNode = (level: number, index: number) => Promise<Hash>;

const sha256 = (...parts: Uint8Array[]): Hash => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const leafMark = Uint8Array.of(0);
const nodeMark = Uint8Array.of(1);

export const hashLeaf = (content: string): Hash => sha256(leafMark, Buffer.from(content, 'utf8'));
export const hashNodes = (left: Hash, right: Hash): Hash => sha256(nodeMark, left, right);

export const emptyRoot: Hash = sha256();

/** The largest power of two below the size: where a tree divides. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** The hash over the leaves from `first` up to, without, `end`. */
async function hashRange(node: ReadNode, first: number, end: number): Promise<Hash> {
  const size = end - first;
  const split = splitOf(size);
  if (size === 1) return node(0, first);
  if (split * 2 === size) return node(Math.log2(size), first / size); // complete, and the first of its kind
  return hashNodes(await hashRange(node, first, first + split), await hashRange(node, first + split, end));
}

export const rootOf = async (node: ReadNode, size: number): Promise<Hash> =>
  size === 0 ? emptyRoot : hashRange(node, 0, size);

/** What proves that a leaf is in the tree of this size: as many hashes as the tree has levels, at most. */
export async function inclusionProof(node: ReadNode, leaf: number, size: number): Promise<Hash[]> {
  const proof: Hash[] = [];
  for (let [first, end] = [0, size]; end - first > 1; ) {
    const middle = first + splitOf(end - first);
    if (leaf < middle) {
      proof.push(await hashRange(node, middle, end));
      end = middle;
    } else {
      proof.push(await hashRange(node, first, middle));
      first = middle;
    }
  }
  return proof.reverse();
}

/** What proves that the tree of the first size is the beginning of that of the second. */
export async function consistencyProof(node: ReadNode, before: number, size: number): Promise<Hash[]> {
  if (before === 0 || before === size) return [];
  const proof: Hash[] = [];
  let [first, end] = [0, size];
  let isWhole = true; // the earlier tree itself, whose root the reader has
  while (before !== end) {
    const middle = first + splitOf(end - first);
    if (before <= middle) {
      proof.push(await hashRange(node, middle, end));
      end = middle;
    } else {
      proof.push(await hashRange(node, first, middle));
      first = middle;
      isWhole = false;
    }
  }
  if (!isWhole) proof.push(await hashRange(node, first, end));
  return proof.reverse();
}

const half = (value: number) => Math.floor(value / 2);
const isOdd = (value: number) => value % 2 === 1;

/** Whether the proof leads from the leaf to the root. */
export function provesInclusion(
  proof: readonly Hash[],
  wanted: { leaf: Hash; index: number; size: number; root: Hash },
) {
  const { leaf, index, size, root } = wanted;
  if (index < 0 || index >= size) return false;
  let [at, last, hash] = [index, size - 1, leaf];
  for (const next of proof) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      hash = hashNodes(next, hash);
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      hash = hashNodes(hash, next);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && hash.equals(root);
}

type Sized = { size: number; root: Hash };

/** Whether the proof shows that the earlier tree is the beginning of the later one. */
export function provesConsistency(proof: readonly Hash[], before: Sized, after: Sized): boolean {
  if (before.size > after.size) return false;
  if (before.size === after.size) return proof.length === 0 && before.root.equals(after.root);
  if (before.size === 0) return proof.length === 0 && before.root.equals(emptyRoot);
  let [at, last] = [before.size - 1, after.size - 1];
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  const path = at === 0 ? [before.root, ...proof] : [...proof];
  const first = path.shift();
  if (!first) return false;
  let [earlier, later] = [first, first];
  for (const next of path) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      [earlier, later] = [hashNodes(next, earlier), hashNodes(next, later)];
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      later = hashNodes(later, next);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && earlier.equals(before.root) && later.equals(after.root);
}
