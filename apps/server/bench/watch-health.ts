import { once } from 'node:events';
import { startWorker } from '#platform/start-worker';

/** Asks every 10 ms whether the server is well. @returns ends it, and answers what each question took, in ms */
export const watchHealth = (url: string): Promise<() => Promise<number[]>> => watch(`${url}/healthz`);

/**
 * A second client that asks for the same every 10 ms, in a thread: what the first client does with a large file must not look
 * like the server's doing.
 * @returns ends it, and answers what each question took, in ms
 */
export async function watch(address: string, token = ''): Promise<() => Promise<number[]>> {
  const watcher = startWorker('watch-health', { workerData: { address, token } }, import.meta.url);
  await once(watcher, 'online');
  return async () => {
    watcher.postMessage('end');
    const [times] = (await once(watcher, 'message')) as [number[]]; // all it ever says
    return times;
  };
}

export const longest = (times: readonly number[]): number => times.reduce((most, time) => Math.max(most, time), 0);
