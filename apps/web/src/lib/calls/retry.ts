import { ApiError } from './api-error';

const RETRIES = 2;
const MAX_PAUSE_MS = 15_000;

/** A refusal would only be repeated; server errors are worth a retry. */
export const isWorthRetrying = (failures: number, error: unknown): boolean =>
  failures < RETRIES && error instanceof ApiError && error.status >= 500;

/** As long as the server requests, up to a limit; otherwise one second, then two. */
export function pauseBeforeRetry(failures: number, error: unknown): number {
  const requested = error instanceof ApiError ? error.pauseMs : undefined;
  return Math.min(requested ?? 1_000 * 2 ** failures, MAX_PAUSE_MS);
}
