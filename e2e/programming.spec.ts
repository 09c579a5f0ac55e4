import { cylinders } from '@key2xs/contract';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openContext } from './lib/browser';
import { isClean } from './lib/checks/is-clean';
import { useStage } from './lib/fixtures';
import { connectKeySystem } from './lib/scenario';
import { signedIn } from './lib/signed-in';

const stage = useStage();
const wide = { width: 1_440, height: 900, isDark: false };
const phone = { width: 390, height: 844, isDark: true };

let door: { id: string; marking: string };

beforeAll(async () => {
  const { product, username, password } = stage;
  await product.signIn(username, password);
  await connectKeySystem(product, 'Town hall');
  const { items } = await product.must(cylinders.list, { query: { job: 'none', limit: 1 } });
  const [first] = items;
  if (!first) throw new Error('the key system has cylinders');
  door = first;
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

test('a job is ordered by keyboard, its events fetched first, then assigned on the board and cancelled on a phone', async () => {
  const page = await (await openContext(stage.browser, wide, await signedIn(stage))).newPage();
  await page.goto(`${stage.product.url}/cylinders?open=${door.id}`);
  await button(page, 'Order a job').press('Enter');
  const order = page.getByRole('dialog', { name: `Order a job for ${door.marking}`, exact: true });
  await order.getByRole('radio', { name: 'Reprogram', exact: true }).press('Space');
  await order.getByText('Reprogramming deletes the events in the cylinder').waitFor();
  await isClean(page);
  await order.getByLabel('Reason').pressSequentially('It does not answer.');
  await order.getByRole('button', { name: 'Order', exact: true }).press('Enter');
  await page.getByText('The job is ordered.').waitFor();

  await page.goto(`${stage.product.url}/cylinders/jobs`);
  await page.getByText('Waits for events').waitFor();
  const pending = page.getByRole('region', { name: /^Pending/ });
  await pending.getByRole('checkbox', { name: `Select Fetch events at ${door.marking}` }).press('Space');
  await button(page, 'Assign').press('Enter');
  const assign = page.getByRole('dialog', { name: 'Assign 1 job', exact: true });
  await assign.getByRole('radio', { name: /^PK-02/ }).press('Space');
  await isClean(page);
  await assign.getByRole('button', { name: 'Assign', exact: true }).press('Enter');
  const assigned = page.getByRole('region', { name: /^Assigned/ });
  await assigned.getByRole('checkbox', { name: `Select Fetch events at ${door.marking}` }).waitFor();
  await isClean(page);

  const small = await (await openContext(stage.browser, phone, await signedIn(stage))).newPage();
  await small.goto(`${stage.product.url}/cylinders/jobs?stage=to_write`);
  await small.getByRole('checkbox', { name: `Select Reprogram at ${door.marking}` }).check();
  await isClean(small);
  await button(small, 'Cancel jobs').click();
  const cancel = small.getByRole('dialog', { name: 'Cancel 1 job', exact: true });
  await cancel.getByRole('button', { name: 'Cancel jobs', exact: true }).click();
  await small.getByText('1 job is cancelled.').waitFor();
  expect(
    await small
      .getByRole('region', { name: /^Not in the key system/ })
      .getByRole('listitem')
      .count(),
  ).toBe(0);
});
