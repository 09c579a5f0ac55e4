import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { queryPath } from '../../query-wire';

/** How long the first start of a sandbox in a process may take on a busy machine: it makes certificates. */
export const certificatesMs = 60_000;

type Peer = { cliq_api_url: string; client_certificate_bundle_pem: string };
type Call = { method?: string; path: string; body?: string; timeoutMs?: number };
type Answered = { status: number; headers: IncomingHttpHeaders; text: string };

/** One call with nothing between the test and the wire; rejects with what the socket says. */
export function callPlainly(peer: Peer, { method = 'GET', path, body, timeoutMs }: Call): Promise<Answered> {
  const blocks = peer.client_certificate_bundle_pem.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g) ?? [];
  const [cert, key, ca] = blocks;
  return new Promise((resolve, reject) => {
    const options = { method, cert, key, ca, agent: false, headers: { 'content-type': 'text/xml' } };
    const call = request(peer.cliq_api_url + path, options, (response) => {
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

/** Asks the query service; `operation` is what stands in the body of the envelope. */
export function ask(peer: Peer, operation: string, timeoutMs?: number): Promise<Answered> {
  const body =
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" ' +
    'xmlns:q="http://cliq.shared.assaabloy.com/ws/query/v2/"><soapenv:Header/>' +
    `<soapenv:Body>${operation}</soapenv:Body></soapenv:Envelope>`;
  return callPlainly(peer, { method: 'POST', path: queryPath, body, timeoutMs });
}

/** The texts of all elements of that name. */
export const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => text);
