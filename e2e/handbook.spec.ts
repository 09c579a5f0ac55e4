import { expect, test } from 'vitest';
import { openContext } from './lib/browser';
import { isClean } from './lib/checks/is-clean';
import { useStage } from './lib/fixtures';

const stage = useStage();

test('the handbook is there before anybody signs in, on a phone and in the dark', async () => {
  const narrow = { width: 390, height: 844, isDark: true };
  const page = await (await openContext(stage.browser, narrow)).newPage();
  await page.goto(`${stage.product.url}/help`);
  await page.getByRole('heading', { name: 'Handbook' }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Daily work' }).click();
  await page.getByRole('heading', { name: 'A key is lost' }).waitFor();
  await isClean(page);
  const pictures = page.getByRole('img');
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((shown) => (shown as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('link', { name: 'Audits' }).last().click();
  await page.getByRole('heading', { name: 'Audits', level: 1 }).waitFor();
});
