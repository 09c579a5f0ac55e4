import { expect, test } from 'vitest';
import {
  consistencyProof,
  emptyRoot,
  type Hash,
  hashLeaf,
  hashNodes,
  inclusionProof,
  provesConsistency,
  provesInclusion,
  type ReadNode,
  rootOf,
} from './merkle';

const leaves = Array.from({ length: 70 }, (_, n) => hashLeaf(`entry ${n}`));

/** As the definition has it, without anything kept. */
function naive(part: readonly Hash[]): Hash {
  const [only, ...more] = part;
  if (!only) return emptyRoot;
  if (more.length === 0) return only;
  const split = 2 ** (Math.ceil(Math.log2(part.length)) - 1);
  return hashNodes(naive(part.slice(0, split)), naive(part.slice(split)));
}

const node: ReadNode = async (level, index) => {
  const size = 2 ** level;
  const part = leaves.slice(index * size, (index + 1) * size);
  if (part.length < size) throw new Error(`No complete subtree ${index} of level ${level}`);
  return naive(part);
};

const altered = (proof: Hash[], at: number) => proof.map((hash, n) => (n === at ? hashLeaf('other') : hash));

test('roots are those of the definition, of which the RFC has examples', async () => {
  expect(emptyRoot.toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(hashLeaf('').toString('hex')).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
  for (let size = 0; size <= leaves.length; size++) {
    expect(await rootOf(node, size)).toEqual(naive(leaves.slice(0, size)));
  }
});

test('a proof of inclusion holds for its leaf, place and tree, and for no other', async () => {
  for (let size = 1; size <= leaves.length; size++) {
    const root = await rootOf(node, size);
    for (let index = 0; index < size; index++) {
      const proof = await inclusionProof(node, index, size);
      expect(proof.length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)));
      const wanted = { leaf: leaves[index] as Hash, index, size, root };
      expect(provesInclusion(proof, wanted)).toBe(true);
      expect(provesInclusion(proof, { ...wanted, leaf: hashLeaf('other') })).toBe(false);
      expect(provesInclusion(proof, { ...wanted, index: index + 1 })).toBe(false);
      expect(provesInclusion([...proof, root], wanted)).toBe(false);
      expect(provesInclusion(proof.slice(1), wanted)).toBe(proof.length === 0);
      for (let at = 0; at < proof.length; at++) expect(provesInclusion(altered(proof, at), wanted)).toBe(false);
    }
  }
});

test('a proof of consistency holds for its two trees, and for no others', async () => {
  const roots = await Promise.all(Array.from({ length: 41 }, (_, size) => rootOf(node, size)));
  for (let size = 1; size <= 40; size++) {
    for (let before = 0; before <= size; before++) {
      const proof = await consistencyProof(node, before, size);
      const [earlier, later] = [
        { size: before, root: roots[before] as Hash },
        { size, root: roots[size] as Hash },
      ];
      expect(provesConsistency(proof, earlier, later)).toBe(true);
      expect(provesConsistency(proof, { ...earlier, root: hashLeaf('other') }, later)).toBe(false);
      if (before > 0) expect(provesConsistency(proof, earlier, { ...later, root: hashLeaf('other') })).toBe(false);
      for (let at = 0; at < proof.length; at++)
        expect(provesConsistency(altered(proof, at), earlier, later)).toBe(false);
    }
  }
});
