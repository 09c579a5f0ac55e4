import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** The first screen has the line and the processor to itself until then; tasks are polled meanwhile. */
const AFTER_LOAD_MS = 5_000;

/** Shows changes of tasks and followed records as they happen. They are not polled while this works. */
export function useLiveUpdates(): void {
  const client = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => void follow(client, stop.signal), AFTER_LOAD_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client]);
}

async function follow(client: QueryClient, stopped: AbortSignal): Promise<void> {
  const loaded = await import('./show-updates').catch(() => undefined); // gone after an update of the server: polling goes on
  await loaded?.showUpdates(client, stopped);
}
