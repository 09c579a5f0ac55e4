import type { Logger } from 'pino';
import { isOutage } from '../database/database-outage';

/**
 * Does `look` now and then again and again, `everyMs` after each has ended. Every process does, so that one survivor is
 * enough. While the database is away it waits.
 * @returns a function that stops it; resolves when a look in progress has ended
 */
export function startWatch(log: Logger, name: string, look: () => Promise<void>, everyMs: number): () => Promise<void> {
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  const lookOnce = async () => {
    try {
      await look();
    } catch (error) {
      if (isOutage(error)) log.warn({ reason: error instanceof Error ? error.message : '' }, `${name} waits`);
      else log.error({ err: error }, name);
    }
    if (isStopping) return;
    timer = setTimeout(() => {
      running = lookOnce();
    }, everyMs);
  };
  let running = lookOnce();
  return async () => {
    isStopping = true;
    clearTimeout(timer);
    await running;
  };
}
