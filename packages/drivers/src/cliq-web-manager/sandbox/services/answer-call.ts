import { queryPath } from '../../query-wire';
import { servicePath } from '../../wire';
import type { System } from '../system/system';
import { type Answer, notFoundPage, type ReceivedCall } from './answer';
import { answerJson, ourOperation } from './json-service';
import { readSoapRequest } from './soap-request';
import { answerQuery } from './soap-service';

/** Offered services: only the vendor's query service, or also the writing service with our own format. */
export type Profile = 'query_only' | 'full';

/** Parses a request into a call. */
export function readCall(method: string, url: string, body: string): ReceivedCall {
  const { pathname: path, searchParams: query } = new URL(url, 'https://sandbox');
  if (path !== queryPath) {
    const page = query.has('max_results') ? pageOf(query.get('first_result'), query.get('max_results')) : undefined;
    return { method, path, query, operation: ourOperation(method, path), page };
  }
  const { operation, parameters } = readSoapRequest(body) ?? { operation: 'unknown', parameters: new Map() };
  const isPaged = parameters.has('maxResults');
  const page = isPaged ? pageOf(parameters.get('firstResult'), parameters.get('maxResults')) : undefined;
  return { method, path, query, operation, page };
}

const pageOf = (first: string | null | undefined, max: string | null | undefined) => ({
  first: Number(first ?? 0),
  max: Number(max ?? 0),
});

/** Executes a call. `shift` is the number of records by which a fault moves the page. */
export function answerCall(system: System, profile: Profile, call: ReceivedCall, body: string, shift = 0): Answer {
  if (call.path === queryPath) return answerQuery(system, call, body, shift);
  if (profile === 'query_only' || !call.path.startsWith(servicePath)) return notFoundPage;
  return answerJson(system, call, parseJson(body), shift);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
