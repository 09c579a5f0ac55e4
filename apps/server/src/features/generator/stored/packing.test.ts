import { relationOf } from '@key2xs/domain';
import { expect, test } from 'vitest';
import * as packing from './packing';

test('what is packed is unpacked as it was', () => {
  const ids = ['0190b6f2-7c1e-7d3a-9a55-0123456789ab', 'ffffffff-0000-4000-8000-000000000001'];
  expect(packing.unpackIds(packing.packIds(ids))).toEqual(ids);
  expect(packing.unpackIds(packing.packIds([]))).toEqual([]);
  const relation = relationOf(3, 5, [
    [0, 4],
    [2, 0],
    [2, 3],
  ]);
  expect(packing.unpackRelation(packing.packRelation(relation))).toEqual(relation);
  const cells = { people: Int32Array.of(2, 0), cylinders: Int32Array.of(3, 4) };
  expect(packing.unpackCells(packing.packCells(cells))).toEqual(cells);
  expect(packing.unpackProof(packing.packProof(cells))).toEqual(cells);
  const rights = {
    places: Uint8Array.of(0, 1, 3),
    reasons: Uint8Array.of(2, 1, 0),
    suggestions: Int32Array.of(-1, 7, 2),
  };
  expect(packing.unpackRights(packing.packRights(rights))).toEqual(rights);
  expect(packing.unpackJson(packing.packJson({ a: ['ä'] }))).toEqual({ a: ['ä'] });
});
