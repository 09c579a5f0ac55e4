import { texts as german } from '@key2xs/texts/de/entry';
import { texts as english } from '@key2xs/texts/en/entry';
import type { Page } from 'playwright-core';
import { beforeAll, describe, test } from 'vitest';
import { type Look, openContext, type SignedIn, settled } from './lib/browser';
import { violations } from './lib/checks/violations';
import { takesEveryWay } from './lib/every-way';
import { useStage } from './lib/fixtures';
import { goWithin } from './lib/go-within';
import { englishFinder, wordsOfPage } from './lib/screens/english-words';
import { PagePool } from './lib/screens/page-pool';
import { type Scene, type Screen, screens } from './lib/screens/screens';
import { scriptsOf } from './lib/screens/scripts-of';
import { seedScreens } from './lib/screens/seed-screens';
import { signedIn } from './lib/signed-in';

const stage = useStage();
const empty = useStage();
let scene: Scene;
let session: SignedIn;
type Pools = Record<'nobody' | 'seeded' | 'empty', PagePool>;
/** Pages by who is signed in where. */
let pages: Record<Language, Pools>;

beforeAll(async () => {
  const sessions = { seeded: await signedIn(stage), empty: await signedIn(empty) };
  session = sessions.seeded;
  const open = (look: Look, by?: SignedIn) => new PagePool(() => openContext(stage.browser, look, by));
  const openAll = (look: Look): Pools => ({
    nobody: open(look),
    seeded: open(look, sessions.seeded),
    empty: open(look, sessions.empty),
  });
  pages = { English: openAll(wide), German: openAll({ ...wide, language: 'de' }) };
  scene = await seedScreens(stage.product, stage.dataDir, { isSmall: true });
});

const wide: Look = { width: 1_440, height: 900, isDark: false };
const narrow = { width: 360, height: 780 };

type Language = 'English' | 'German';
/** `isSecond`: the screen is visited in another language, too; there axe looks at it, whose findings depend on no language. */
type Visit = { screen: Screen; name: string; language: Language; isSecond: boolean };

/** German words are longer, and tell whether a text was left in English; but what is done to a screen is done by English names. */
const inBoth = takesEveryWay || process.env.CI === 'true';
const languagesOf = ({ act }: Screen): Language[] => {
  if (act) return ['English'];
  return inBoth ? ['German', 'English'] : ['German'];
};
const visits = screens.flatMap((screen) =>
  languagesOf(screen).map((language, index): Visit => ({ screen, name: screen.name, language, isSecond: index > 0 })),
);

describe('every screen', async () => {
  const englishAmong = await englishFinder();

  test.concurrent.for(
    visits,
  )('$name in $language is accessible in light and dark, fits a wide and a narrow window, and has no other language', async (visit, {
    expect,
  }) => {
    const errors = await inBrowser(visit, async (page) => {
      expect(await page.getByText(failed).count()).toBe(0);
      if (visit.language === 'German') {
        const words = (await page.evaluate(wordsOfPage)) as string[]; // what it gathers
        expect(words.length).toBeGreaterThan(3);
        expect(englishAmong(words)).toEqual([]);
      }
      if (!visit.isSecond) {
        expect(await violations(page)).toEqual([]);
        await page.evaluate('document.documentElement.dataset.mantineColorScheme = "dark"');
        expect(await violations(page, { only: 'color-contrast' }), 'dark').toEqual([]);
        await page.evaluate('document.documentElement.dataset.mantineColorScheme = "light"');
      }
      expect(await beyond(page), 'sideways scroll of a wide window').toBeLessThanOrEqual(0);
      await page.setViewportSize(narrow);
      await expect.poll(() => beyond(page), { message: 'sideways scroll of a narrow window' }).toBeLessThanOrEqual(0);
      if (visit.isSecond) return;
      await settled(page);
      await page.evaluate('scrollTo(0, 0)'); // what lies half under the top bar is no small target
      expect(await violations(page, { more: 'target-size', ignoresColours: true }), 'narrow').toEqual([]);
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

const failed = new RegExp(`${english.errors.pageFailed}|${german.errors.pageFailed}`);

function poolFor({ isSignedOut, isEmpty }: Screen, of: Pools): PagePool {
  if (isSignedOut) return of.nobody;
  return isEmpty ? of.empty : of.seeded;
}

/** Pixels by which the page is wider than its window. */
const beyond = (page: Page) => page.evaluate('document.documentElement.scrollWidth - innerWidth');

/** Opens the screen. @returns with what errors parts of it have failed */
async function inBrowser({ screen, language }: Visit, inspect: (page: Page) => Promise<void>): Promise<string[]> {
  const pool = poolFor(screen, pages[language]);
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

/** Those that are acted on, and those for strangers, are loaded anew: what was done to the screen before is gone. */
async function show(page: Page, screen: Screen): Promise<void> {
  const { url } = (screen.isEmpty ? empty : stage).product;
  if (!screen.act && !screen.isSignedOut) return goWithin(page, url, screen.path(scene));
  await page.goto(url + screen.path(scene));
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await settled(page);
  if (!screen.act) return;
  await screen.act(page);
  await settled(page);
}
