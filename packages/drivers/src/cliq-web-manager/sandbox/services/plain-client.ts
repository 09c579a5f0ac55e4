import { type Answered, callWire } from '../../../sandbox-kit/call-wire';
import { queryPath } from '../../query-wire';

type Peer = { cliq_api_url: string; client_certificate_bundle_pem: string };
type Call = { method?: string; path: string; body?: string; timeoutMs?: number };

/** One raw call without a client library; rejects with the error of the socket. */
export function callRaw(peer: Peer, { path, ...call }: Call): Promise<Answered> {
  const blocks = peer.client_certificate_bundle_pem.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g) ?? [];
  const [cert, key, ca] = blocks;
  return callWire(peer.cliq_api_url + path, { ...call, cert, key, ca, headers: { 'content-type': 'text/xml' } });
}

/** Calls the query service; `operation` is the body of the envelope. */
export function ask(peer: Peer, operation: string, timeoutMs?: number): Promise<Answered> {
  const body =
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" ' +
    'xmlns:q="http://cliq.shared.assaabloy.com/ws/query/v2/"><soapenv:Header/>' +
    `<soapenv:Body>${operation}</soapenv:Body></soapenv:Envelope>`;
  return callRaw(peer, { method: 'POST', path: queryPath, body, timeoutMs });
}

/** The texts of all elements with that name. */
export const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => text);
