import { ApiError, ConnectionError, SessionError } from '#lib/calls/api-error';

/** A refusal that arrived as a result, with a message fit to show. */
export class Refused extends Error {
  override name = 'Refused';
}

/** The message to show: the server's, most precise first; `otherwise` for unexpected errors. */
export function messageOf(error: unknown, otherwise: string): string {
  if (error instanceof ApiError) return error.problem.errors?.[0]?.message ?? error.detail;
  const isSentence = error instanceof ConnectionError || error instanceof SessionError || error instanceof Refused;
  return isSentence ? error.message : otherwise;
}
