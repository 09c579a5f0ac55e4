import type { IncomingHttpHeaders } from 'node:http';
import type { Call } from '../../sandbox-kit/faults/faults';

/** A received call. */
export type ReceivedCall = Call & {
  host: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Segments of the path below `/v1.0/`; of the whole path for the login. */
  segments: string[];
  body: string;
};

/** An answer before serialisation, so that a fault can alter its content. */
export type Answer = {
  status: number;
  headers?: Record<string, string>;
  /** Sent as JSON unless it is a string; undefined for none. */
  body?: unknown;
};

export const graphPath = '/v1.0/';

/** Operations of the sandbox: `token`, `adminconsent`, `GET users`, `GET users one`, `GET users delta`. */
export function readCall(method: string, url: string, headers: IncomingHttpHeaders, body: string): ReceivedCall {
  const { pathname: path, searchParams: query } = new URL(url, 'https://sandbox');
  const isGraph = path.startsWith(graphPath);
  const segments = (isGraph ? path.slice(graphPath.length) : path.slice(1)).split('/').map(decode);
  const operation = isGraph ? graphOperation(method, segments) : loginOperation(segments);
  return { method, path, host: headers.host ?? '', query, headers, segments, body, operation };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray percent sign
  }
}

function graphOperation(method: string, [kind = '', part, ...more]: readonly string[]): string {
  const named = part === undefined || part === 'delta' || part === '$count' ? part : 'one';
  return [method, kind, named, ...more].filter((word) => word !== undefined && word !== '').join(' ');
}

const ends = ['token', 'adminconsent', 'openid-configuration', 'discovery/instance'];

function loginOperation(segments: readonly string[]): string {
  const path = segments.join('/');
  const end = ends.find((known) => path.endsWith(known));
  return end ?? 'elsewhere';
}
