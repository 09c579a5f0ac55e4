import type { BrowserContext, Page } from 'playwright-core';

/**
 * Pages that are used again: a new one is a new process, which compiles the application anew and takes twice as long.
 * Whoever takes a page goes to an address first; nothing of the visit before is left then but what the browser stores.
 * Answers that the visit has made up go with it, and the pointer leaves what it was over.
 */
export class PagePool {
  private readonly idle: Page[] = [];

  constructor(private readonly context: BrowserContext) {}

  async take(): Promise<Page> {
    return this.idle.pop() ?? this.context.newPage();
  }

  /** Not for a page whose visit failed: it may be anywhere. */
  async giveBack(page: Page): Promise<void> {
    await page.unrouteAll({ behavior: 'wait' });
    await page.mouse.move(0, 0);
    this.idle.push(page);
  }
}
