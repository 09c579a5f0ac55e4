import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Look, openContext, type SignedIn, settled } from './lib/browser';
import { useStage } from './lib/fixtures';
import { type Scene, type Screen, screens } from './lib/screens';
import { seedScreens } from './lib/seed-screens';
import { signedIn } from './lib/signed-in';

const stage = useStage();
const empty = useStage();
let scene: Scene;
let sessions: { seeded: SignedIn; empty: SignedIn };

beforeAll(async () => {
  sessions = { seeded: await signedIn(stage), empty: await signedIn(empty) };
  scene = await seedScreens(stage.product, stage.dataDir, { isSmall: true });
});

const wide: Look = { width: 1_440, height: 900, isDark: false };
const narrow = { width: 360, height: 780 };

describe.each(screens)('$name', (screen) => {
  test.concurrent('is accessible in light and dark, and fits a wide and a narrow window', async () => {
    await inBrowser(wide, screen, async (page) => {
      expect(await violations(page)).toEqual([]);
      await page.evaluate('document.documentElement.dataset.mantineColorScheme = "dark"');
      expect(await violations(page, "{ runOnly: ['color-contrast'] }"), 'dark').toEqual([]);
      expect(await beyond(page), 'sideways scroll of a wide window').toBeLessThanOrEqual(0);
      await page.evaluate('document.documentElement.dataset.mantineColorScheme = "light"');
      await page.setViewportSize(narrow);
      await settled(page);
      expect(await violations(page), 'narrow').toEqual([]);
      expect(await beyond(page), 'sideways scroll of a narrow window').toBeLessThanOrEqual(0);
    });
  });
});

/** How far the page is wider than its window, in pixels. */
const beyond = (page: Page) => page.evaluate('document.documentElement.scrollWidth - innerWidth');

/** Opens the screen in a browser of its own; no part of it may fail with an error. */
async function inBrowser(look: Look, screen: Screen, inspect: (page: Page) => Promise<void>): Promise<void> {
  const session = screen.isEmpty ? sessions.empty : sessions.seeded;
  const context = await openContext(stage.browser, look, screen.isSignedOut ? undefined : session);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await show(page, screen);
  await inspect(page);
  expect(errors).toEqual([]);
  await context.close();
}

async function show(page: Page, screen: Screen): Promise<void> {
  const { product } = screen.isEmpty ? empty : stage;
  await page.goto(product.url + screen.path(scene));
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await settled(page);
  await screen.act?.(page);
  await settled(page);
}

type Found = { violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] };

/** What axe finds; `options` as text, e.g. the rules that matter. */
async function violations(page: Page, options = '{}'): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = (await page.evaluate(`axe.run(${options})`)) as Found; // what axe-core documents for its result
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  );
}
