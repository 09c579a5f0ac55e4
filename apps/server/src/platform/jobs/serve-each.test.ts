import { expect, test } from 'vitest';
import { serveEach } from './serve-each';

test('waits for what it serves when the next cannot be claimed, and fails then', async () => {
  const { promise: served, resolve: end } = Promise.withResolvers<void>();
  const { promise: hasFailed, resolve: fail } = Promise.withResolvers<void>();
  const order: string[] = [];
  let claims = 0;
  const serving = serveEach(
    async () => {
      claims += 1;
      if (claims === 1) return 'one';
      fail();
      throw new Error('the database is away');
    },
    (due) => due,
    async () => {
      await served;
      order.push('served');
    },
    new AbortController().signal,
  ).catch((error: Error) => order.push(error.message));
  await hasFailed;
  await new Promise(setImmediate); // what the failure sets off by itself has happened
  end();
  await serving;
  expect(order).toEqual(['served', 'the database is away']);
});
