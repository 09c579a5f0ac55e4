import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** What is wider than the phone, or can only be read by scrolling sideways; tabs may. As text: this folder knows no browser types. */
const cut = `flagged = []; [...document.querySelectorAll('body *')].filter((one) => {
  const { width, left, right, bottom } = one.getBoundingClientRect();
  const style = getComputedStyle(one);
  if (width === 0 || bottom < 0 || style.visibility === 'hidden' || one.closest('[role=tablist], [role=grid]')) return false;
  const scrolls = /auto|scroll/.test(style.overflowX) && one.scrollWidth > one.clientWidth + 1;
  const isInside = flagged.some((outer) => outer.contains(one));
  if (isInside) return false;
  if (scrolls) flagged.push(one);
  return scrolls || (right > innerWidth + 1 && left < innerWidth && style.position !== 'fixed');
}).map((one) => one.tagName + ' ' + one.className + ': ' + (one.textContent ?? '').slice(0, 80))`;

/** Taps like a finger, once nothing is cut at this width. */
export async function tap(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  expect(await page.evaluate(cut), 'cut on the phone').toEqual([]);
  await target.tap();
}
