import type { Socket } from 'node:net';
import { errorCatalogue, type Problem } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { Deps } from '../deps';

/** How long a client that is still sending may take to notice the answer before the connection is cut. */
const noticeMs = 2_000;

type Refusal = { code: 'payload_too_large' | 'request_timeout' | 'bad_request'; detail: Sentence };

const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: { code: 'payload_too_large', detail: say('request.headTooLong') },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout', detail: say('request.tooLate') },
};
const unreadable: Refusal = { code: 'bad_request', detail: say('request.notHttp') };

/**
 * Answers a request whose head Node could not read, as no route is known for it, and closes the connection. The language is English:
 * which one the client wants is in the head. What the client still sends is discarded for a while, or it would lose the answer.
 */
export function answerUnreadable({ newId }: Pick<Deps, 'newId'>) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return; // Node tells it again for each further packet
    const { code, detail } = refusals[error.code ?? ''] ?? unreadable;
    const { status, title } = errorCatalogue[code];
    const problem: Problem = {
      type: 'about:blank',
      title,
      status,
      code,
      detail: renderSentence(detail, 'en'),
      request_id: newId(),
    };
    const body = JSON.stringify(problem);
    const head = [
      `HTTP/1.1 ${status} ${title}`,
      'content-type: application/problem+json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
    const timer = setTimeout(() => socket.destroy(), noticeMs);
    socket.once('close', () => clearTimeout(timer));
  };
}
