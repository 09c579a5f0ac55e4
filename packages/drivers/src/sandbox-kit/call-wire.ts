import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';

/** Timeout for the first start of a sandbox in a process, which generates certificates. */
export const certificatesMs = 60_000;

type Order = {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string;
  timeoutMs?: number;
  /** PEM. */
  ca?: string;
  cert?: string;
  key?: string;
};

export type Answered = { status: number; headers: IncomingHttpHeaders; text: string };

/** One raw call without a client library; rejects with the error of the socket. */
export function callWire(url: string, { body, timeoutMs, ...order }: Order): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const request = url.startsWith('https:') ? requestSecure : requestPlain;
    const call = request(url, { ...order, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    const giveUp = () => {
      reject(new Error('no answer in time'));
      call.destroy();
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
    call.on('close', () => clearTimeout(timer));
    call.on('error', reject).end(body);
  });
}
