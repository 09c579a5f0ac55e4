import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { settled } from '../browser';
import { type Rules, violations } from './violations';

/** Checks everything on the page in its present state: axe finds nothing, and nothing is wider than the window. */
export async function isClean(page: Page, rules: Rules = {}): Promise<void> {
  await settled(page);
  expect(await violations(page, rules)).toEqual([]);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  expect(overflow).toBeLessThanOrEqual(0);
}
