import type { Page, Request } from 'playwright-core';
import { settled } from './browser';

/** How long a browser waits before it considers the network idle. */
const quietMs = 500;

/** The number of pending requests of a page, without streams, which stay open, and when it last changed. */
const traffic = new WeakMap<Page, { open: number; changedAt: number }>();

function watch(page: Page): void {
  const state = { open: 0, changedAt: performance.now() };
  const count = (by: number) => (request: Request) => {
    if (request.resourceType() === 'eventsource') return;
    state.open += by;
    state.changedAt = performance.now();
  };
  page.on('request', count(1));
  page.on('requestfinished', count(-1));
  page.on('requestfailed', count(-1));
  traffic.set(page, state);
}

/**
 * Navigates like a link of the product, without reloading the application, except for the first address of a page. Visits the
 * "not found" screen in between, so that the previous screen is not mistaken for the new one.
 */
export async function goWithin(page: Page, origin: string, path: string): Promise<void> {
  if (!traffic.has(page)) {
    watch(page);
    await page.goto(origin + nowhere);
  } else await push(page, nowhere);
  await page.locator(`h1:not(${left})`).first().waitFor();
  await page.evaluate(`document.querySelectorAll('h1').forEach((one) => one.setAttribute('data-left', ''))`);
  await push(page, path);
  await page.locator(`h1:not(${left})`).first().waitFor();
  await quiet(page);
  await settled(page);
}

const nowhere = '/nothing/is/here';
const left = '[data-left]';

/** The application's router listens to this. */
const push = (page: Page, path: string) => page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);

/** Waits until the page has been idle for a while; the browser reports that only after a load. */
async function quiet(page: Page): Promise<void> {
  for (;;) {
    const { open = 0, changedAt = 0 } = traffic.get(page) ?? {};
    const rest = quietMs - (performance.now() - changedAt);
    if (open === 0 && rest <= 0) return;
    await page.waitForTimeout(Math.max(rest, 50));
  }
}
