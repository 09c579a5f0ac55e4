import { ApiError, ConnectionError, SessionError } from '#lib/calls/api-error';

/** A refusal that came as a result, with a sentence fit to be shown. */
export class Refused extends Error {
  override name = 'Refused';
}

/** The sentence to show: what the server says, the most precise first; of anything unforeseen the given one. */
export function messageOf(error: unknown, otherwise: string): string {
  if (error instanceof ApiError) return error.problem.errors?.[0]?.message ?? error.detail;
  const isSentence = error instanceof ConnectionError || error instanceof SessionError || error instanceof Refused;
  return isSentence ? error.message : otherwise;
}
