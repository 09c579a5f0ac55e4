import type { Page } from 'playwright-core';
import { dialog } from './acts';

async function selectTwo(page: Page): Promise<void> {
  const [, first, second] = await page.getByRole('checkbox', { name: /^Select/ }).all();
  await first?.check();
  await second?.check();
}

export async function remindOfKeys(page: Page): Promise<void> {
  await selectTwo(page);
  await page.getByRole('button', { name: 'Remind', exact: true }).click();
  await dialog(page, 'Remind 2 keys');
}

export async function askForExtension(page: Page): Promise<void> {
  await selectTwo(page);
  await page.getByRole('button', { name: 'Emergency extension', exact: true }).click();
  await dialog(page, 'Emergency extension of 2 keys');
}

export async function switchReminders(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Remind the holder', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Remind security', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Remind of keys to be returned' }).check();
  await page.getByLabel('Address of security').scrollIntoViewIfNeeded();
}
