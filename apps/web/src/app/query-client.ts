import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#lib/api-error';

const RETRIES = 2;

/** What the server refused will be refused again; only answers that never came or failed inside are worth a retry. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  return failures < RETRIES && error instanceof ApiError && error.status >= 500;
}

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: isWorthRetrying, refetchOnWindowFocus: true, staleTime: 1_000 } },
});
