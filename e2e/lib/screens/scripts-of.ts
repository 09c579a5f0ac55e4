import type { Page } from 'playwright-core';
import { settled } from '../browser';

/** JavaScript loaded by an address, in kB (1,000 bytes) as transferred, compressed with Brotli. */
export async function scriptsOf(page: Page, url: string): Promise<number> {
  const scripts: Promise<{ responseBodySize: number }>[] = [];
  page.on('requestfinished', (request) => {
    if (/\.js(\?|$)/.test(request.url())) scripts.push(request.sizes());
  });
  await page.goto(url);
  await settled(page);
  const sizes = await Promise.all(scripts);
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1_000;
}
