import type { IncomingMessage } from 'node:http';

const maxBodyBytes = 1024 * 1024;

/** Truncates a body that is too large; callers that need it all refuse it. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
