import type { BrowserContext, Page } from 'playwright-core';
import { keptKeys } from '../browser';

/**
 * Reuses pages: a fresh one is a fresh process, which compiles the application again and takes twice as long.
 * Each has separate browser storage. Navigate first after taking a page; returning it removes its routes, clears what the
 * visit has stored, and moves the pointer away.
 */
export class PagePool {
  private readonly idle: Page[] = [];

  constructor(private readonly open: () => Promise<BrowserContext>) {}

  async take(): Promise<Page> {
    return this.idle.pop() ?? (await this.open()).newPage();
  }

  /** Not for a page whose visit failed: its state is unknown. */
  async giveBack(page: Page): Promise<void> {
    await page.unrouteAll({ behavior: 'wait' });
    await page.mouse.move(0, 0);
    await page.evaluate(forgetVisit);
    this.idle.push(page);
  }
}

/** As text: this folder knows no browser types. */
const forgetVisit = `sessionStorage.clear();
for (const key of Object.keys(localStorage)) if (!${JSON.stringify(keptKeys)}.includes(key)) localStorage.removeItem(key);`;
