type Step = () => unknown;

/**
 * Runs the steps one after another, also those after a failing one.
 * @throws the error of the only failing step, else an AggregateError
 */
export async function runEach(steps: Iterable<Step>): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join('; '));
  if (errors.length === 1) throw errors[0];
}
