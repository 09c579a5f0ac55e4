import { DriverError } from '@key2xs/drivers';
import { beforeAll } from 'vitest';
import { deliverEvents } from '#platform/events/deliver-events';
import { expect, type TestApp, test } from '#test/app';
import { addPager, aPager, readIn } from '#test/factories/called-sources';
import { productEvents } from '../../product-events';

beforeAll(addPager);

const eventsOf = async ({ db, deps }: TestApp) => {
  await deliverEvents(deps, productEvents(deps), new AbortController().signal);
  const rows = await db.selectFrom('outbox').select(['kind', 'payload']).orderBy('id').execute();
  return rows.filter(({ kind }) => kind.startsWith('source.'));
};

test('emits once that a source fails, and once that it works again', async ({ app }) => {
  const { id, pager } = await aPager(app);
  await readIn(app, id);
  expect(await eventsOf(app)).toEqual([]);
  pager.failures.push(new DriverError('unauthorised'), new DriverError('unauthorised'));
  const { task_id } = await readIn(app, id);
  await readIn(app, id);
  const failing = { kind: 'source.failing', payload: expect.objectContaining({ connection_id: id, task_id }) };
  expect(await eventsOf(app)).toEqual([failing]);
  await readIn(app, id);
  await readIn(app, id);
  const recovered = { kind: 'source.recovered', payload: expect.objectContaining({ connection_id: id }) };
  expect(await eventsOf(app)).toEqual([failing, recovered]);
});
