import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openContext } from './lib/browser';
import { useStage } from './lib/fixtures';
import { signedIn } from './lib/signed-in';

const stage = useStage();
const look = { width: 1_440, height: 900, isDark: false };
const warning = 'Session expired. Please log in again.';

/** A page of a browser that has kept this session, and whatever it has said in toasts so far. */
async function aPage(session?: { token: string; expires_at: number; username: string }) {
  const context = await openContext(stage.browser, look);
  const page = await context.newPage();
  await page.addInitScript({
    content: `
      if (!localStorage.getItem('visited')) {
        localStorage.setItem('visited', 'yes');
        const session = ${JSON.stringify(session ?? null)};
        if (session) {
          localStorage.setItem('user', session.username);
          localStorage.setItem('token', JSON.stringify({ token: session.token, expires_at: session.expires_at }));
        }
      }
      window.said = [];
      new MutationObserver(() => {
        const text = document.querySelector('.toast')?.textContent;
        if (text && window.said.at(-1) !== text) window.said.push(text);
      }).observe(document, { subtree: true, childList: true, characterData: true });`,
  });
  return page;
}

const said = (page: Page): Promise<string[]> => page.evaluate('window.said');

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Username').fill(stage.username);
  await page.getByLabel('Password', { exact: true }).fill(stage.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const ages = [
  ['that has ended', -60_000],
  ['that ends soon', 60_000],
] as const;

for (const [what, ms] of ages) {
  for (const path of ['/people?department=FIRE', '/login', '/']) {
    test(`a session ${what} ends at ${path} with a message`, async () => {
      const page = await aPage({ ...(await signedIn(stage)), expires_at: Date.now() + ms });
      await page.goto(`${stage.product.url}${path}`);
      await page.locator('.toast', { hasText: warning }).waitFor();
      await page.getByLabel('Username').waitFor();
      expect(new URL(page.url()).pathname).toBe('/login');
      expect(await page.evaluate("[localStorage.getItem('token'), localStorage.getItem('user')]")).toEqual([
        null,
        null,
      ]);
      expect(await said(page)).toEqual([warning]);
      await page.context().close();
    });
  }
}

test('a user who signs in again returns to the requested page', async () => {
  const page = await aPage({ ...(await signedIn(stage)), expires_at: Date.now() - 1 });
  await page.goto(`${stage.product.url}/key-systems?search=town`);
  await signIn(page);
  await page.waitForURL('**/key-systems?search=town');
  await page.getByRole('heading', { name: 'Key System Manager' }).waitFor();
  await page.context().close();
});

test('a session that ends at work is reported once, instead of the calls that fail with it', async () => {
  const page = await aPage(await signedIn(stage));
  await page.goto(`${stage.product.url}/key-systems`);
  await page.getByRole('heading', { name: 'Key System Manager' }).waitFor();
  // Both in one turn, or a read in the background ends the session before the button is pressed.
  const refresh = page.getByRole('button', { name: 'Refresh', disabled: false });
  await refresh.evaluate((button: HTMLButtonElement) => {
    const { token } = JSON.parse(localStorage.getItem('token') ?? '{}');
    localStorage.setItem('token', JSON.stringify({ token, expires_at: Date.now() + 60_000 }));
    button.click();
  });
  await page.locator('.toast', { hasText: warning }).waitFor();
  await page.getByLabel('Username').waitFor();
  expect(await said(page)).toEqual([warning]);
  expect(await page.getByText('Token expiring soon').count()).toBe(0);
  await signIn(page);
  await page.waitForURL('**/key-systems');
  await page.context().close();
});
