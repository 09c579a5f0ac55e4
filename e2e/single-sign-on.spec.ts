import { singleSignOnCallback } from '@key2xs/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { localhostIdentity } from '../apps/server/test/mail-server';
import { anOpenIdProvider, clientId, clientSecret } from '../apps/server/test/openid-provider';
import { openContext } from './lib/browser';
import { isClean } from './lib/checks/is-clean';
import { useStage } from './lib/fixtures';
import { signedIn } from './lib/signed-in';

const stage = useStage({ env: async () => ({ KEY2XS_ALLOWED_HOSTS: 'localhost' }) });
const look = { width: 1_440, height: 900, isDark: false, trustsEveryone: true } as const;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const atProvider = (page: Page) => button(page, 'Sign in with City login').click();

async function logOut(page: Page): Promise<void> {
  await button(page, 'SA, account of Super Admin').click();
  await button(page, 'Log Out').click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

/** Fills in the settings, tests the provider and offers it. */
async function offer(page: Page, issuer: string): Promise<void> {
  await page.goto(`${stage.product.url}/admin/sub-admins?tab=settings`);
  const form = page.getByRole('form', { name: 'Single sign-on' });
  await form.getByLabel('Name on the sign-in page').fill('City login');
  await form.getByLabel('Issuer', { exact: true }).fill(issuer);
  await form.getByLabel('Client ID').fill(clientId);
  await form.getByLabel('Client secret', { exact: true }).fill(clientSecret);
  await form.getByLabel('Certificates of its authority').fill(localhostIdentity.cert);
  await form.getByRole('button', { name: 'Test', exact: true }).click();
  await form.getByText('The provider can be used.').waitFor();
  await form.getByRole('switch', { name: 'Offer it on the sign-in page' }).press('Space');
  await form.getByRole('button', { name: 'Save single sign-on' }).click();
  await page.getByText('Single sign-on was saved').waitFor();
  await isClean(page);
}

test('single sign-on is set up, linked and used; declined at the provider, or with the provider down, a super admin signs in by password', async () => {
  const { product } = stage;
  const provider = await anOpenIdProvider({ redirectUri: product.url + singleSignOnCallback });
  const context = await openContext(stage.browser, look, await signedIn(stage));
  const page = await context.newPage();
  await offer(page, provider.issuer);
  await page.goto(`${product.url}/profile?tab=settings`);
  await button(page, 'Link account').click();
  await page.getByText('Your account is linked. You can sign in with it from now on.').waitFor();
  await page.getByRole('button', { name: /^Remove.* ada$/ }).waitFor();
  await logOut(page);

  await atProvider(page);
  await page.waitForURL('**/dashboards/start');
  await logOut(page);

  provider.declines = true;
  await context.clearCookies(); // the provider's own session
  await atProvider(page);
  await page.getByText('The sign-in was cancelled at the provider.').waitFor();
  await isClean(page);
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('link', { name: 'Back to the sign-in page' }).click();

  await provider.close();
  await atProvider(page);
  await page.getByText('The sign-in provider cannot be used at the moment.', { exact: false }).waitFor();
  await isClean(page);
  await page.getByLabel('Username').fill(stage.username);
  await page.getByLabel('Password', { exact: true }).fill(stage.password);
  await button(page, 'Sign in').click();
  await page.waitForURL('**/dashboards/start');
  await context.close();
});
