import { servicePath } from '../wire';
import { type Answer, notFoundPage, type ReceivedCall } from './answer';
import { answerOurs, ourOperation } from './json-service';
import { answerQuery, operationOf, queryServicePath } from './soap-service';
import type { System } from './system';

/** What a system offers: only the query service of the vendor, or also the service that writes, whose format is ours. */
export type Profile = 'query_only' | 'full';

/** A request as it came in, and what it wants done. */
export function readCall(method: string, url: string, body: string): ReceivedCall {
  const { pathname: path, searchParams: query } = new URL(url, 'https://sandbox');
  const isQuery = path === queryServicePath;
  const operation = isQuery ? (operationOf(body) ?? 'unknown') : ourOperation(method, path);
  return { method, path, query, operation };
}

/** Does what was asked for. `shift` is by how many records a fault moves the page. */
export function answerCall(system: System, profile: Profile, call: ReceivedCall, body: string, shift = 0): Answer {
  if (call.path === queryServicePath) return answerQuery(system, call, body, shift);
  if (profile === 'query_only' || !call.path.startsWith(servicePath)) return notFoundPage;
  return answerOurs(system, call, parseJson(body), shift);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
