import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { constants, deflate, inflate } from 'node:zlib';

const deflateBytes = promisify<Buffer, { level: number }, Buffer>(deflate);
const inflateBytes = promisify<Uint8Array, Buffer>(inflate);

/** Plain data with typed arrays, as deflated bytes. */
export const pack = (value: unknown): Promise<Buffer> =>
  deflateBytes(serialize(value), { level: constants.Z_BEST_SPEED });

/** @returns what was packed; the caller knows what that is */
export const unpack = async <T>(bytes: Uint8Array): Promise<T> => deserialize(await inflateBytes(bytes)) as T;

export const jsonOrNull = (value: object | undefined): string | null => (value ? JSON.stringify(value) : null);

/** UUIDs, 16 bytes each. */
export const packIds = (ids: readonly string[]): Buffer => Buffer.from(ids.join('').replaceAll('-', ''), 'hex');

export function unpackIds(bytes: Uint8Array): string[] {
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
  return Array.from({ length: bytes.length / 16 }, (_, at) =>
    hex.slice(at * 32, at * 32 + 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  );
}

export const bytesOfInts = ({ buffer, byteOffset, byteLength }: Int32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** A copy: what comes from the database may begin anywhere in its memory. */
export const intsOfBytes = (bytes: Uint8Array): Int32Array => new Int32Array(Uint8Array.from(bytes).buffer);
