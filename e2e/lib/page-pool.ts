import type { BrowserContext, Page } from 'playwright-core';

/**
 * Reuses pages: a fresh one is a fresh process, which compiles the application again and takes twice as long.
 * Navigate first after taking a page; then only the browser's storage is left of the former visit.
 * Giving a page back removes its routes and moves the pointer away.
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
    this.idle.push(page);
  }
}
