import { gzipSync } from 'node:zlib';

const mebibyte = 1024 * 1024;

/** JSON of so many mebibytes that is a thousandth of that as gzip. */
export function gzipBomb(mebibytes: number): Buffer {
  const piece = gzipSync(Buffer.alloc(mebibyte, 'a'), { level: 9 });
  const pieces = Array.from({ length: mebibytes }, () => piece);
  return Buffer.concat([gzipSync('{"value":["'), ...pieces, gzipSync('"]}')]); // members one after another are one text
}
