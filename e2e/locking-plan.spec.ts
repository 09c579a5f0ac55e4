import { lockingPlans } from '@key2xs/contract';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openContext } from './lib/browser';
import { useStage } from './lib/fixtures';
import { connectKeySystem } from './lib/scenario';
import { signedIn } from './lib/signed-in';

const stage = useStage();
const rows = 600;
const columns = 400;

/** Key n opens cylinder n, and all of them the first one. */
async function storePlan(): Promise<string> {
  const id = await connectKeySystem(stage.product, 'CLIQ Head office');
  const content = {
    file_name: 'plan.csv',
    columns: Array.from({ length: columns }, (_, n) => ({ label: `Z ${n}`, cylinder_id: null })),
    rows: Array.from({ length: rows }, (_, n) => ({
      label: `Key ${n}`,
      kind: 'unknown' as const,
      record_id: null,
      rights: n > 0 && n < columns ? [0, n] : [0],
    })),
  };
  await stage.product.must(lockingPlans.store, { params: { id }, body: content });
  return id;
}

const current = (page: Page) =>
  page.evaluate<string>(
    `document.getElementById(document.querySelector('[role=grid]').getAttribute('aria-activedescendant')).textContent`,
  );
const scrolled = (page: Page) =>
  page.evaluate<number[]>(
    `(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop])(document.querySelector('.matrix-scroller'))`,
  );
/** The sum of all points of the canvas: another one when anything else is painted. */
const painted = (page: Page) =>
  page.evaluate<number>(`(() => {
    const { width, height } = document.querySelector('.matrix-stage canvas');
    const { data } = document.querySelector('.matrix-stage canvas').getContext('2d').getImageData(0, 0, width, height);
    return new Uint32Array(data.buffer).reduce((all, point) => (all * 31 + point) | 0, 0);
  })()`);

test('a locking plan is read, gone through by keyboard and searched whole', async () => {
  const session = await signedIn(stage);
  const context = await openContext(stage.browser, { width: 1_440, height: 900, isDark: false }, session);
  const page = await context.newPage();
  const id = await storePlan();
  await page.goto(`${stage.product.url}/key-systems/${id}/locking-plan`);
  const grid = page.getByRole('grid', { name: 'Locking plan: keys and people in rows, cylinders in columns' });
  await grid.waitFor();
  expect([await grid.getAttribute('aria-rowcount'), await grid.getAttribute('aria-colcount')]).toEqual(['601', '401']);

  const atStart = await painted(page);
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+ArrowRight');
  expect(await current(page)).toBe('Key 1, Z 1, may open');
  await page.keyboard.press('Control+ArrowRight');
  expect(await current(page)).toBe('Key 1, Z 399, may not open');
  await expect.poll(() => scrolled(page).then(([left = 0]) => left)).toBeGreaterThan(1_000);
  await page.keyboard.press('Control+End');
  expect(await current(page)).toBe('Key 599, Z 399, may not open');
  await expect.poll(() => scrolled(page).then(([, top = 0]) => top)).toBeGreaterThan(1_000);
  expect(await painted(page)).not.toBe(atStart);
  await page.keyboard.type('key 42');
  expect(await current(page)).toBe('Key 42, Z 399, may not open');

  await page.getByRole('searchbox', { name: 'Find rows and columns' }).fill('Z 31');
  await page.getByText('1 of 11').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('2 of 11').waitFor();
  await expect.poll(() => current(page)).toBe('Key 42, Z 310, may not open');

  await grid.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Enter');
  await page.getByText('Key 0').last().waitFor();
  const report = await evaluateAxe(page);
  expect(report).toEqual([]);
  await page.keyboard.press('Escape');

  const before = await painted(page);
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect.poll(() => painted(page)).not.toBe(before);
  await page.keyboard.press('Tab');
  const light = await painted(page);
  await page.evaluate('document.documentElement.dataset.mantineColorScheme = "dark"');
  await expect.poll(() => painted(page)).not.toBe(light);
  await context.close();
});

async function evaluateAxe(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate<string[]>('axe.run().then(({ violations }) => violations.map(({ id }) => id))');
}
