import { setImmediate } from 'node:timers/promises';

const sliceMs = 5;

/** Runs long work in small slices, so that requests are answered in between. */
export async function inSlices<T>(work: Iterator<unknown, T>): Promise<T> {
  let began = performance.now();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - began < sliceMs) continue;
    await setImmediate();
    began = performance.now();
  }
}

/** The same, item by item. */
export function mapInSlices<From, To>(items: Iterable<From>, map: (item: From) => To): Promise<To[]> {
  const each = function* () {
    const found: To[] = [];
    for (const item of items) {
      found.push(map(item));
      yield;
    }
    return found;
  };
  return inSlices(each());
}
