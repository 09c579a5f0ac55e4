/**
 * Shares a reading among those who ask while it waits to begin. What somebody gets was begun after they asked, so it is never
 * older than what they knew then; at most one reading is under way, and one waits.
 */
export function sharedReading<T>(read: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<unknown> = Promise.resolve();
  let waiting: Promise<T> | undefined;
  return () => {
    waiting ??= underWay.then(() => {
      waiting = undefined;
      const reading = read();
      underWay = reading.catch(() => undefined); // who asked hears of it
      return reading;
    });
    return waiting;
  };
}
