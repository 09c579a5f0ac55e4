import { say } from '@key2xs/texts';
import { UnreadableSheet } from './sheet-row';

/** Windows-1252 from 0x80 to 0x9f; a space where undefined. */
const windows1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
/** The code point of each byte, undefined where there is none. */
const windows1252Codes = Array.from({ length: 256 }, (_, byte) => {
  const special = windows1252[byte - 0x80];
  return special === undefined ? byte : special === ' ' ? undefined : special.charCodeAt(0);
});

/**
 * The text of a CSV file: by its byte order mark, else UTF-16 where every other byte is empty, else UTF-8, else
 * Windows-1252.
 * @throws UnreadableSheet bytes valid in none of these
 */
export function decodeSheetText(bytes: Buffer): string {
  const text = decode(bytes, unicodeOf(bytes)) ?? decodeWindows1252(bytes);
  if (/[^\P{Cc}\s\x80-\x9f]/u.test(text)) throw new UnreadableSheet(say('sheet.notASheet'));
  return text;
}

function unicodeOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, 1_000);
  const empty = (offset: number) => start.filter((byte, index) => index % 2 === offset && byte === 0).length;
  if (empty(1) * 4 > start.length && empty(0) * 20 < start.length) return 'utf-16le';
  if (empty(0) * 4 > start.length && empty(1) * 20 < start.length) return 'utf-16be';
  return 'utf-8';
}

function decode(bytes: Buffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Node's TextDecoder treats this encoding as Latin-1. */
function decodeWindows1252(bytes: Buffer): string {
  const codes = new Uint16Array(bytes.length);
  for (let at = 0; at < bytes.length; at++) {
    const code = windows1252Codes[bytes[at] ?? 0];
    if (code === undefined) throw new UnreadableSheet(say('sheet.unknownEncoding'));
    codes[at] = code;
  }
  return Buffer.from(codes.buffer).toString('utf16le');
}
