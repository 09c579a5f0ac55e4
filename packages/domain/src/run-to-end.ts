/** Does work to its end that could be done step by step. */
export function runToEnd<T>(work: Iterator<unknown, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
