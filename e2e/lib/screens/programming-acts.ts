import type { Page } from 'playwright-core';
import { dialog } from './acts';

/** The first job that no programming key carries. */
export async function assignJobs(page: Page): Promise<void> {
  const pending = page.getByRole('button', { name: /^Pending/ });
  if (await pending.isVisible()) await pending.click(); // on a phone
  await page
    .getByRole('region', { name: /^Pending/ })
    .getByRole('checkbox')
    .nth(1)
    .check();
  await page.getByRole('region', { name: 'Selected jobs' }).getByRole('button', { name: 'Assign' }).click();
  await dialog(page, /^Assign/);
}
