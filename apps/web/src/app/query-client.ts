import { QueryClient } from '@tanstack/react-query';
import { isWorthRetrying, pauseBeforeRetry } from '#lib/calls/retry';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthRetrying, retryDelay: pauseBeforeRetry, refetchOnWindowFocus: true, staleTime: 1_000 },
  },
});
