import type { IncomingHttpHeaders } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { say } from '@key2xs/texts';
import { DriverError } from '../driver-error';
import type { DriverLimits } from '../key-system-driver';

/**
 * Stops reading at the limits of size and time, so that neither an endless nor a trickling answer blocks. For a compressed
 * answer, the uncompressed size counts.
 */
export async function readBody(
  body: Readable,
  headers: IncomingHttpHeaders,
  { maxAnswerBytes, bodyTimeoutMs }: Pick<DriverLimits, 'maxAnswerBytes' | 'bodyTimeoutMs'>,
): Promise<Buffer> {
  const content = unpacked(body, headers);
  const endless = () => content.destroy(new DriverError('timeout', { detail: say('circumstance.answerEndless') }));
  const timer = setTimeout(endless, bodyTimeoutMs);
  try {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxAnswerBytes) throw new DriverError('bad_answer', { detail: say('circumstance.answerTooLarge') });
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    clearTimeout(timer);
  }
}

function unpacked(body: Readable, { 'content-encoding': encoding = 'identity' }: IncomingHttpHeaders): Readable {
  if (!/^(x-)?gzip$/i.test(encoding)) return body;
  return pipeline(body, createGunzip(), () => {}); // the reader gets the error
}
