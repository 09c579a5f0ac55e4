/** Runs steps to their end, and yields what is to be reported of each. */
export function* reporting<Step, Result, Report>(
  steps: Iterator<Step, Result>,
  report: (step: Step) => Report,
): Generator<Report, Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    yield report(value);
  }
}
