/**
 * Calls made while a read waits to start share it. Every result comes from a read started after the call, so it is
 * never stale to the caller; at most one read runs and one waits.
 */
export function sharedReading<T>(read: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<unknown> = Promise.resolve();
  let waiting: Promise<T> | undefined;
  return () => {
    waiting ??= underWay.then(() => {
      waiting = undefined;
      const reading = read();
      underWay = reading.catch(() => undefined); // the callers get the error
      return reading;
    });
    return waiting;
  };
}
