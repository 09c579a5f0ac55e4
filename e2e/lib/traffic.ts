import type { BrowserContext, Page, Request } from 'playwright-core';

/** How long no request has to be pending for a page to count as quiet. */
const quietMs = 500;

type Traffic = { pending: Set<Request>; changedAt: number };

const byPage = new WeakMap<Page, Traffic>();

/** Follows the requests of all pages of a context from their first on. */
export function watchTraffic(context: BrowserContext): void {
  context.on('page', (page) => {
    const traffic: Traffic = { pending: new Set(), changedAt: performance.now() };
    const change = (act: (request: Request) => unknown) => (request: Request) => {
      act(request);
      traffic.changedAt = performance.now();
    };
    const end = change((request) => traffic.pending.delete(request));
    page.on(
      'request',
      change((request) => isStream(request) || traffic.pending.add(request)),
    );
    page.on('requestfinished', end);
    page.on('requestfailed', end);
    byPage.set(page, traffic);
  });
}

/** Stays open as long as the page. */
const isStream = (request: Request) => request.resourceType() === 'eventsource';

/** Waits until the page has had no pending request for a while. The browser's own report counts streams, and comes only after a load. */
export async function untilQuiet(page: Page): Promise<void> {
  const traffic = byPage.get(page);
  if (!traffic) throw new Error('The page is not of a context of openContext.');
  for (;;) {
    const rest = quietMs - (performance.now() - traffic.changedAt);
    if (traffic.pending.size === 0 && rest <= 0) return;
    await page.waitForTimeout(Math.max(rest, 50));
  }
}
