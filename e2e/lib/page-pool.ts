import type { BrowserContext, Page } from 'playwright-core';

/**
 * Reuses pages: a fresh one is a fresh process, which compiles the application again and takes twice as long.
 * Navigate first after taking a page; then only what the browser stores for all its tabs is left of the former visit.
 * Giving a page back removes its routes, forgets what it kept for this tab and moves the pointer away.
 */
export class PagePool {
  private readonly idle: Page[] = [];

  constructor(private readonly context: BrowserContext) {}

  async take(): Promise<Page> {
    return this.idle.pop() ?? this.context.newPage();
  }

  /** Not for a page whose visit failed: its state is unknown. */
  async giveBack(page: Page): Promise<void> {
    await page.unrouteAll({ behavior: 'wait' });
    await page.mouse.move(0, 0);
    await page.evaluate(() => sessionStorage.clear()); // what a wizard keeps of this visit
    this.idle.push(page);
  }
}
