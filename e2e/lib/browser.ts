import { type Browser, type BrowserContext, type BrowserServer, chromium, type Page } from 'playwright-core';
import { untilQuiet, watchTraffic } from './traffic';

/** Without the background flags Chromium contacts its vendor's hosts at every start. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const options = { executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium', args: flags };

/** @param more flags beside the usual ones, e.g. for a camera */
export const launchBrowser = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ ...options, args: [...flags, ...more] });

/** A browser that other processes can connect to: without windows of its own where there is one. */
export const serveBrowser = (): Promise<BrowserServer> =>
  chromium.launchServer({
    ...options,
    executablePath: process.env.HEADLESS_SHELL_PATH || options.executablePath,
    host: '127.0.0.1',
  });

/** Closing this one ends its own contexts, not the browser. */
export const connectBrowser = (address: string): Promise<Browser> => chromium.connect(address);

export type Look = {
  width: number;
  height: number;
  isDark: boolean;
  language?: 'de';
  hasTouch?: true;
  /** For outer systems of a test, whose certificates no one has signed. */
  trustsEveryone?: true;
};

export type SignedIn = { token: string; expires_at: number; username: string };

/** A fresh browser context without animation, signed in when a session is given. */
export async function openContext(browser: Browser, look: Look, session?: SignedIn): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.height },
    hasTouch: look.hasTouch ?? false,
    ignoreHTTPSErrors: look.trustsEveryone ?? false,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  watchTraffic(context);
  await context.addInitScript({ content: storageScript(look, session) });
  return context;
}

/** Initial browser storage of a context. */
export const keptKeys = ['darkMode', 'language', 'token', 'user'];

/** Runs in every page before its own scripts, as text: this folder knows no browser types. A running session is kept. */
function storageScript({ isDark, language }: Look, session?: SignedIn): string {
  const entries: [string, string][] = [['darkMode', String(isDark)]];
  if (language) entries.push(['language', language]);
  if (session) {
    const { token, expires_at, username } = session;
    entries.push(['token', JSON.stringify({ token, expires_at })], ['user', username]);
  }
  return `if (!localStorage.getItem('token')) for (const [key, value] of ${JSON.stringify(entries)}) localStorage.setItem(key, value);`;
}

/** Waits until network and loading states are done and the fonts are loaded. */
export async function settled(page: Page): Promise<void> {
  await untilQuiet(page);
  await page.locator('h1').first().waitFor(); // a busy browser may be idle before it has run the page's code
  await page.locator('.mantine-Loader-root, .skeleton').first().waitFor({ state: 'hidden' });
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}
