import type { IncomingHttpHeaders } from 'node:http';
import { say } from '@key2xs/texts';
import { DriverError } from '../driver-error';

/**
 * The text of an answer, by its byte order mark, else the charset of its `content-type`, else that of an XML declaration,
 * else UTF-8. @throws DriverError bad_answer
 */
export function decodeText(bytes: Buffer, { 'content-type': contentType = '' }: IncomingHttpHeaders): string {
  try {
    return new TextDecoder(charsetOf(bytes, contentType), { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new DriverError('bad_answer', { detail: say('circumstance.unknownEncoding'), cause });
  }
}

function charsetOf(bytes: Buffer, contentType: string): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xef && bytes[1] === 0xbb) return 'utf-8';
  const [, declared] = /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType) ?? [];
  const [, inXml] = /^<\?xml[^>]*?\sencoding\s*=\s*["']([^"']+)/.exec(bytes.toString('latin1', 0, 200)) ?? [];
  return declared ?? inXml ?? 'utf-8';
}
