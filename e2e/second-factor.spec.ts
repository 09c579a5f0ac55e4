import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openContext } from './lib/browser';
import { codeOf } from './lib/code-of';
import { useStage } from './lib/fixtures';

const stage = useStage();
const look = { width: 1_440, height: 900, isDark: false };

/** Browsers allow no passkeys at an IP address. */
const address = (path: string) => stage.product.url.replace('127.0.0.1', 'localhost') + path;

async function enterPassword(page: Page): Promise<void> {
  await page.goto(address('/login'));
  await page.getByLabel('Username').fill(stage.username);
  await page.getByLabel('Password', { exact: true }).fill(stage.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function openSettings(page: Page): Promise<void> {
  await page.goto(address('/profile?tab=settings'));
  await page.getByRole('heading', { name: 'Second factor' }).waitFor();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'SA, account of Super Admin' }).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.getByLabel('Username', { exact: true }).waitFor();
}

/** An authenticator of the browser's own, which needs no hand. @returns how its user stops being verified */
async function addAuthenticator(context: BrowserContext, page: Page) {
  const protocol = await context.newCDPSession(page);
  await protocol.send('WebAuthn.enable');
  const { authenticatorId } = await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verify: (isUserVerified: boolean) => protocol.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

test('a second factor is set up, and asked for at the next sign-in; a passkey needs neither name nor code', async () => {
  const context = await openContext(stage.browser, look);
  const page = await context.newPage();
  const authenticator = await addAuthenticator(context, page);
  await enterPassword(page);
  await page.waitForURL('**/dashboards/start');

  await openSettings(page);
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  const secret = (await page.locator('.totp-secret').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code from your authenticator app').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  const codes = page.getByRole('list', { name: 'Your recovery codes' });
  await codes.waitFor();
  expect(await codes.getByRole('listitem').count()).toBe(10);
  await page.getByRole('button', { name: 'I have stored them' }).click();

  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add passkey', exact: true }).click();
  await page.getByRole('table', { name: 'Your passkeys' }).waitFor();
  await logOut(page);

  await enterPassword(page);
  const code = page.getByLabel('Code from your authenticator app');
  await code.fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('This code is not right').waitFor();
  await code.fill(codeOf(secret, 30)); // each code is taken once
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/dashboards/start');
  await logOut(page);

  await authenticator.verify(false);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('No passkey was used.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
  await authenticator.verify(true);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL('**/dashboards/start');
  await context.close();
});
