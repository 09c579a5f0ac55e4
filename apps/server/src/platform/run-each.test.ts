import { expect, it } from 'vitest';
import { runEach } from './run-each';

const failing = (message: string) => async () => {
  throw new Error(message);
};

it('runs the steps after a failing one and then throws its error', async () => {
  const done: string[] = [];
  const steps = [failing('first'), async () => void done.push('second'), () => void done.push('third')];
  await expect(runEach(steps)).rejects.toThrow('first');
  expect(done).toEqual(['second', 'third']);
});

it('throws all errors together', async () => {
  await expect(runEach([failing('first'), failing('second')])).rejects.toMatchObject({
    errors: [{ message: 'first' }, { message: 'second' }],
  });
});
