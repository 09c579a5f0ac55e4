import { randomUUID } from 'node:crypto';
import type { Answer } from '../call';

/** A refusal of Graph. Clients evaluate `code`. */
export class GraphRefused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

export const badRequest = (message: string, code = 'BadRequest') => new GraphRefused(400, code, message);

export const notFound = (id: string) =>
  new GraphRefused(
    404,
    'Request_ResourceNotFound',
    `Resource '${id}' does not exist or one of its queried reference-property objects are not present.`,
  );

export function answerGraphError(refused: GraphRefused, now: Date, clientRequestId: string): Answer {
  const { status, code, message, headers } = refused;
  const date = now.toISOString().slice(0, 19);
  const innerError = { date, 'request-id': randomUUID(), 'client-request-id': clientRequestId };
  return { status, headers, body: { error: { code, message, innerError } } };
}
