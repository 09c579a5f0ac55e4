import { expect, test } from 'vitest';
import { openContext } from './lib/browser';
import { useStage } from './lib/fixtures';
import { signedIn } from './lib/signed-in';

const stage = useStage();

test('the palette keeps what is typed while it is still being loaded, and Enter too', async () => {
  const context = await openContext(stage.browser, { width: 1_440, height: 900, isDark: false }, await signedIn(stage));
  const page = await context.newPage();
  let arrive: () => void = () => undefined;
  const typed = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let isAsked = false;
  await page.route(/palette-results/, async (route) => {
    isAsked = true;
    await typed;
    await route.continue();
  });
  await page.goto(stage.product.url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('sub-admins');
  await page.keyboard.press('Enter');
  expect(await page.getByRole('combobox', { name: 'Search' }).inputValue()).toBe('sub-admins');
  expect(isAsked).toBe(true);
  arrive();
  await page.waitForURL('**/admin/sub-admins');
  await page.keyboard.press('Control+k');
  await page.getByRole('group', { name: 'Chosen last' }).getByRole('option', { name: 'Manage Sub-Admins' }).waitFor();
  await context.close();
});
