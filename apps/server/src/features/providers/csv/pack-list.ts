import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';

const chunkBytes = 256 * 1024;

/** Compresses into parts for storing, each in its own memory. */
export async function packList(pieces: Iterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>[]> {
  const packed: Uint8Array<ArrayBuffer>[] = [];
  const chunks = pipeline(Readable.from(pieces), createGzip({ chunkSize: chunkBytes }), () => undefined);
  for await (const chunk of chunks as AsyncIterable<Buffer>) packed.push(new Uint8Array(chunk));
  return packed;
}

/** Streams the uploaded file from its compressed parts. */
export function unpackList(packed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return pipeline(Readable.from(packed), createGunzip({ chunkSize: 65_536 }), () => undefined); // the reader gets any error
}
