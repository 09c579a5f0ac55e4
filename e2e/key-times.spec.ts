import { auth, invitations, keyTimes } from '@key2xs/contract';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openContext } from './lib/browser';
import { isClean } from './lib/checks/is-clean';
import { useStage } from './lib/fixtures';
import { addStaff, connectKeySystem } from './lib/scenario';
import { signedIn } from './lib/signed-in';

const hourMs = 3_600_000;
const stage = useStage({ hasMovableClock: true });
const wide = { width: 1_440, height: 900, isDark: false };
const staff = 'external_id,display_name,department\n1,Ada Invented,Ward 3\n';

beforeAll(async () => {
  const { product, username, password } = stage;
  await product.signIn(username, password);
  await addStaff(product, 'Staff', { name: 'staff.csv', content: Buffer.from(staff) });
  await connectKeySystem(product, 'Town hall');
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

test('keys that match get an interval by keyboard, after a preview, and the forecast is shown', async () => {
  const context = await openContext(stage.browser, wide, await signedIn(stage));
  const page = await context.newPage();
  await page.goto(`${stage.product.url}/admin/activation?state=ok`);
  await page.getByRole('table', { name: 'Keys and when they work' }).waitFor();
  const before = await stage.product.must(keyTimes.list, { query: { state: 'ok' } });
  await button(page, 'Change all listed').press('Enter');
  await page.getByRole('checkbox', { name: 'Updates', exact: true }).press('Space');
  await page.getByLabel('At least every', { exact: true }).fill('2');
  await button(page, 'Preview').press('Enter');
  await page.getByText(/^\d+ keys? changes?\.$/).waitFor();
  await isClean(page);
  await page.getByLabel('Reason').pressSequentially('The stations are updated daily.');
  await page.keyboard.press('Enter');
  await page.getByText(/^Ordered for \d+ keys?\.$/).waitFor();
  const [first] = before.items;
  const { orders } = await stage.product.must(keyTimes.get, { params: { id: first?.id ?? '' } });
  expect(orders).toMatchObject([{ reason: 'The stations are updated daily.', times: { revalidation_minutes: 2_880 } }]);
  await page.getByRole('tab', { name: 'Forecast' }).press('Enter');
  await page.getByRole('list', { name: 'The next 30 days' }).waitFor();
  await isClean(page);
  await context.close();
});

test('an emergency extension takes two super admins', async () => {
  const { product } = stage;
  const admin = await signedIn(stage);
  const { items } = await product.must(keyTimes.list, { query: { state: 'ok' } });
  const key = items.find(({ recorded, order }) => (order?.times ?? recorded)?.revalidation_minutes);
  const marking = key?.marking ?? '';
  const context = await openContext(stage.browser, wide, admin);
  const page = await context.newPage();
  await page.goto(`${product.url}/admin/activation?search=${encodeURIComponent(marking)}`);
  await page.getByRole('checkbox', { name: `Select: ${marking}` }).check();
  await button(page, 'Emergency extension').click();
  const dialog = page.getByRole('dialog', { name: 'Emergency extension of 1 key' });
  await dialog.getByLabel('Reason').fill('The station is closed.');
  await isClean(page);
  await button(page, 'Request approval').click();
  const list = page.getByRole('region', { name: 'Emergency extensions' });
  await list.getByText('You have requested it, so another super admin has to approve it.').waitFor();
  expect(await list.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
  await isClean(page);
  await context.close();

  const second = { username: 'second.admin', password: 'a sentence with many words' };
  const { invitation_token } = await product.must(invitations.invite, { body: { role: 'superadmin' } });
  await product.must(auth.register, { body: { ...second, invitation_token } });
  await stage.clock.moveAhead(25 * hourMs); // an account of less than a day stands for its inviter too
  await product.signIn(stage.username, stage.password);
  const other = await openContext(stage.browser, wide, await signedIn({ product, ...second }));
  const theirs = await other.newPage();
  await theirs.goto(`${product.url}/admin/activation`);
  await button(theirs, 'Approve').click();
  await theirs.getByText('Approved. The longer intervals are ordered.').waitFor();
  const { orders, extension } = await product.must(keyTimes.get, { params: { id: key?.id ?? '' } });
  expect(orders[0]).toMatchObject({ reason: 'The station is closed.' });
  expect(extension).toMatchObject({ state: 'approved', hours: 24 });
  await other.close();
});
