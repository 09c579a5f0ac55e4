import type { Page } from 'playwright-core';
import { dialog } from './acts';

/** Two keys of the list, and the first person of that name. */
export async function handOutKeys(page: Page): Promise<void> {
  const [, first, second] = await page.getByRole('checkbox', { name: /^Select/ }).all();
  await first?.check();
  await second?.check();
  const chosen = page.getByRole('region', { name: 'Selected keys' });
  await chosen.getByRole('button', { name: 'Hand out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Hand out keys' }).waitFor();
  await page.getByRole('combobox', { name: 'Who gets the keys' }).fill('an');
  await page.getByRole('option').first().click();
  await page.getByRole('note').first().waitFor(); // what should be known before
}

export async function signForKeys(page: Page): Promise<void> {
  await handOutKeys(page);
  await page.getByLabel('Reason or note').fill('Starts next week.');
  await page.getByRole('button', { name: 'Sign for 2 keys' }).click();
  await dialog(page, 'Receipt');
}
