import { createHash } from 'node:crypto';

/** A deterministic GUID for these words. */
export function guidOf(...words: readonly string[]): string {
  const hex = createHash('sha256').update(words.join('\n')).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** A GUID that encodes a kind and an index. */
export function numberedGuid(kind: number, index: number): string {
  const mixed = (Math.imul(index + 1, 2_654_435_761) ^ Math.imul(kind, 40_503)) >>> 0;
  return `${hexOf(mixed, 8)}-${hexOf(kind, 4)}-4000-8000-${hexOf(index, 12)}`;
}

/** The index in a GUID; undefined for another kind. */
export function numberIn(kind: number, guid: string): number | undefined {
  const index = Number.parseInt(guid.slice(24), 16);
  return Number.isSafeInteger(index) && numberedGuid(kind, index) === guid ? index : undefined;
}

const hexOf = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
