import type { Page } from 'playwright-core';
import { beforeAll, describe, test } from 'vitest';
import { type Look, openContext, type SignedIn, settled } from './lib/browser';
import { englishFinder, wordsOfPage } from './lib/english-words';
import { useStage } from './lib/fixtures';
import { PagePool } from './lib/page-pool';
import { type Scene, type Screen, screens } from './lib/screens';
import { scriptsOf } from './lib/scripts-of';
import { seedScreens } from './lib/seed-screens';
import { signedIn } from './lib/signed-in';
import { violations } from './lib/violations';

const stage = useStage();
const empty = useStage();
let scene: Scene;
let session: SignedIn;
type Pools = Record<'nobody' | 'seeded' | 'empty', PagePool>;
/** Pages by who is signed in where. */
let pages: Pools;
let german: Pools;

beforeAll(async () => {
  const sessions = { seeded: await signedIn(stage), empty: await signedIn(empty) };
  session = sessions.seeded;
  const open = async (look: Look, by?: SignedIn) => new PagePool(await openContext(stage.browser, look, by));
  const openAll = async (look: Look): Promise<Pools> => ({
    nobody: await open(look),
    seeded: await open(look, sessions.seeded),
    empty: await open(look, sessions.empty),
  });
  pages = await openAll(wide);
  german = await openAll({ ...wide, language: 'de' });
  scene = await seedScreens(stage.product, stage.dataDir, { isSmall: true });
});

const wide: Look = { width: 1_440, height: 900, isDark: false };
const narrow = { width: 360, height: 780 };

describe('every screen', () => {
  test.concurrent.for(
    screens,
  )('$name is accessible in light and dark, and fits a wide and a narrow window', async (screen, { expect }) => {
    const errors = await inBrowser(screen, pages, async (page) => {
      expect(await page.getByText('This screen could not be shown').count()).toBe(0);
      expect(await violations(page)).toEqual([]);
      await page.evaluate('document.documentElement.dataset.mantineColorScheme = "dark"');
      expect(await violations(page, 'color-contrast'), 'dark').toEqual([]);
      expect(await beyond(page), 'sideways scroll of a wide window').toBeLessThanOrEqual(0);
      await page.evaluate('document.documentElement.dataset.mantineColorScheme = "light"');
      await page.setViewportSize(narrow);
      await expect.poll(() => beyond(page), { message: 'sideways scroll of a narrow window' }).toBeLessThanOrEqual(0);
      await settled(page);
      expect(await violations(page), 'narrow').toEqual([]);
      await page.evaluate('scrollTo(0, 0)'); // what lies half under the top bar is no small target
      expect(await violations(page, 'target-size'), 'targets of a finger').toEqual([]);
    });
    expect(errors).toEqual([]);
  });
});

describe('every screen in German', async () => {
  const englishAmong = await englishFinder();

  // What is done to the others is done by their English names.
  test.concurrent.for(
    screens.filter(({ act }) => !act),
  )('$name has no English text and fits a narrow window', async (screen, { expect }) => {
    const errors = await inBrowser(screen, german, async (page) => {
      const words = (await page.evaluate(wordsOfPage)) as string[]; // what it gathers
      expect(words.length).toBeGreaterThan(3);
      expect(englishAmong(words)).toEqual([]);
      await page.setViewportSize(narrow);
      await expect.poll(() => beyond(page), { message: 'sideways scroll of a narrow window' }).toBeLessThanOrEqual(0);
    });
    expect(errors).toEqual([]);
  });
});

describe('an empty browser', () => {
  /** The most it may load in kB, for the first screens and the heaviest others: `npm run bench -- sizes` measures all. */
  const most = {
    login: 120,
    dashboard: 220,
    'key-plan-matrix-keys': 320,
    'key-system-edit': 320,
    'iam-wizard': 320,
    'key-plans': 320,
    'change-set-stopped': 320,
    location: 320,
    'iam-manager-mapping': 320,
  };

  test.for(Object.entries(most))('loads for %s at most %d kB of JavaScript', async ([name, limit], { expect }) => {
    const screen = screens.find((one) => one.name === name);
    if (!screen) throw new Error(`There is no screen ${name}.`);
    const context = await openContext(stage.browser, wide, screen.isSignedOut ? undefined : session);
    expect(await scriptsOf(await context.newPage(), stage.product.url + screen.path(scene))).toBeLessThanOrEqual(limit);
    await context.close();
  });
});

function poolFor({ isSignedOut, isEmpty }: Screen, of: Pools): PagePool {
  if (isSignedOut) return of.nobody;
  return isEmpty ? of.empty : of.seeded;
}

/** Pixels by which the page is wider than its window. */
const beyond = (page: Page) => page.evaluate('document.documentElement.scrollWidth - innerWidth');

/** Opens the screen. @returns with what errors parts of it have failed */
async function inBrowser(screen: Screen, pools: Pools, inspect: (page: Page) => Promise<void>): Promise<string[]> {
  const pool = poolFor(screen, pools);
  const page = await pool.take();
  const errors: string[] = [];
  const note = (error: Error) => errors.push(error.message);
  page.on('pageerror', note);
  await page.setViewportSize(wide);
  await show(page, screen);
  await inspect(page);
  page.off('pageerror', note);
  await pool.giveBack(page);
  return errors;
}

async function show(page: Page, screen: Screen): Promise<void> {
  const { product } = screen.isEmpty ? empty : stage;
  await page.goto(product.url + screen.path(scene));
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await settled(page);
  await screen.act?.(page);
  await settled(page);
}
