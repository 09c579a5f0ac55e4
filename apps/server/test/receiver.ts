import { EventEmitter, once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Webhook } from 'standardwebhooks';
import { onTestFinished } from 'vitest';
import { createOutbound } from '#platform/network/outbound';
import type { TestApp } from './app';
import { localhostIdentity } from './mail-server';

export type ReceivedCall = { headers: IncomingHttpHeaders; body: string; path: string | undefined };
/** A status, or what is done with the response. */
export type ReceiverAnswer = number | ((response: ServerResponse) => void);

/** A receiver of webhooks on this machine, until the test has ended. `answers` are given in order; then it takes all. */
export async function aReceiver(identity = localhostIdentity) {
  const calls: ReceivedCall[] = [];
  const answers: ReceiverAnswer[] = [];
  const arrivals = new EventEmitter<{ call: [] }>();
  /** Waits until there were so many calls. @returns the last one */
  const until = async (count: number): Promise<ReceivedCall | undefined> => {
    while (calls.length < count) await once(arrivals, 'call');
    return calls[count - 1];
  };
  const server = createServer(identity, async (request, response) => {
    const { headers, url: path } = request;
    calls.push({ headers, path, body: (await buffer(request)).toString() });
    arrivals.emit('call');
    const answer = answers.shift() ?? 204;
    if (typeof answer === 'function') return answer(response);
    response.writeHead(answer).end('a secret of the receiver');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `https://localhost:${port}/in`, port, calls, answers, until };
}

/** What the specification of webhooks says about a call. */
export const headersOf = ({ headers }: ReceivedCall) => ({
  'webhook-id': `${headers['webhook-id']}`,
  'webhook-timestamp': `${headers['webhook-timestamp']}`,
  'webhook-signature': `${headers['webhook-signature']}`,
});

/** The content of a call, as the library of the specification verifies it. It throws where that secret has not signed. */
export const verified = (secret: string, call: ReceivedCall): unknown =>
  new Webhook(secret).verify(call.body, headersOf(call));

/** The server may call this machine, and trusts the receivers on it, until the test has ended. */
export function allowReceivers({ deps }: TestApp): void {
  const { outbound } = deps;
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, localhostIdentity.cert]);
  Object.assign(deps, { outbound: createOutbound({ allowedHosts: ['127.0.0.0/8'], ownAddresses: [] }) });
  onTestFinished(() => {
    setDefaultCACertificates(trusted);
    Object.assign(deps, { outbound });
  });
}
