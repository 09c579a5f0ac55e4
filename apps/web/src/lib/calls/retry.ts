import { ApiError } from './api-error';

const RETRIES = 2;
const LONGEST_PAUSE_MS = 15_000;

/** A refusal would be repeated; only server errors are worth a retry. */
export const isWorthRetrying = (failures: number, error: unknown): boolean =>
  failures < RETRIES && error instanceof ApiError && error.status >= 500;

/** As long as the server asks for, up to a limit; otherwise one second, then two. */
export function pauseBeforeRetry(failures: number, error: unknown): number {
  const asked = error instanceof ApiError ? error.pauseMs : undefined;
  return Math.min(asked ?? 1_000 * 2 ** failures, LONGEST_PAUSE_MS);
}
