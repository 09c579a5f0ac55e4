import type { Page } from 'playwright-core';
import { settled } from './browser';

/** Pages that have loaded the application by this. */
const loaded = new WeakSet<Page>();

/**
 * Navigates like a link of the product, without reloading the application, except for the first address of a page. Visits the
 * "not found" screen in between, so that the previous screen is not mistaken for the new one.
 */
export async function goWithin(page: Page, origin: string, path: string): Promise<void> {
  if (loaded.has(page)) await pushAndArrive(page, nowhere);
  else await page.goto(origin + nowhere);
  loaded.add(page);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await pushAndArrive(page, path);
  await settled(page);
}

const nowhere = '/nothing/is/here';

/** The application's router listens to this. The previous heading may stay for a while, and is marked to distinguish it. */
async function pushAndArrive(page: Page, path: string): Promise<void> {
  await page.evaluate(`document.querySelectorAll('h1').forEach((one) => one.setAttribute('data-left', ''));
    history.pushState({}, '', ${JSON.stringify(path)})`);
  await page.locator('h1:not([data-left])').first().waitFor();
}
