import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { AccessRelation, RightCells, RightPlaces } from '@key2xs/domain';

// How the columns of bytes of the generator's tables are written. Numbers have four bytes, the lowest first.

/** UUIDs, 16 bytes each. */
export const packIds = (ids: readonly string[]): Buffer => Buffer.from(ids.join('').replaceAll('-', ''), 'hex');

export function unpackIds(bytes: Buffer): string[] {
  const hex = bytes.toString('hex');
  return Array.from({ length: bytes.length / 16 }, (_, n) => {
    const id = hex.slice(n * 32, n * 32 + 32);
    return `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`;
  });
}

export const packNumbers = (numbers: Int32Array): Buffer =>
  Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);

export const unpackNumbers = (bytes: Buffer): Int32Array =>
  // A copy: the bytes of a row may begin anywhere.
  new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));

export function packCells({ people, cylinders }: RightCells): Buffer {
  const pairs = new Int32Array(people.length * 2);
  for (let n = 0; n < people.length; n++) {
    pairs[n * 2] = people[n] ?? 0;
    pairs[n * 2 + 1] = cylinders[n] ?? 0;
  }
  return packNumbers(pairs);
}

export function unpackCells(bytes: Buffer): RightCells {
  const pairs = unpackNumbers(bytes);
  return { people: pairs.filter((_, n) => n % 2 === 0), cylinders: pairs.filter((_, n) => n % 2 === 1) };
}

export const packRelation = ({ people, cylinders, start, list }: AccessRelation): Buffer =>
  deflate(packNumbers(Int32Array.of(people, cylinders)), packNumbers(start), packNumbers(list));

export function unpackRelation(bytes: Buffer): AccessRelation {
  const numbers = unpackNumbers(inflateRawSync(bytes));
  const [people = 0, cylinders = 0] = numbers;
  return { people, cylinders, start: numbers.subarray(2, people + 3), list: numbers.subarray(people + 3) };
}

export const packRights = ({ places, reasons, suggestions }: RightPlaces): Buffer =>
  deflate(Buffer.from(places), Buffer.from(reasons), packNumbers(suggestions));

export function unpackRights(bytes: Buffer): RightPlaces {
  const plain = inflateRawSync(bytes);
  const rights = plain.length / 6;
  return {
    places: Uint8Array.from(plain.subarray(0, rights)),
    reasons: Uint8Array.from(plain.subarray(rights, rights * 2)),
    suggestions: unpackNumbers(plain.subarray(rights * 2)),
  };
}

export const packJson = (value: object): Buffer => deflate(Buffer.from(JSON.stringify(value)));

export const unpackJson = <T>(bytes: Buffer): T => JSON.parse(inflateRawSync(bytes).toString());

export const packProof = (proof: RightCells): Buffer => deflate(packCells(proof));
export const unpackProof = (bytes: Buffer): RightCells => unpackCells(inflateRawSync(bytes));

const deflate = (...parts: readonly Buffer[]): Buffer => deflateRawSync(Buffer.concat(parts), { level: 1 });
