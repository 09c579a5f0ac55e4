/** Runs step-by-step work to its end. @returns its result */
export function runToEnd<T>(work: Iterator<unknown, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
