import { adminRoles } from '@key2xs/contract';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openContext } from './lib/browser';
import { codeOf } from './lib/code-of';
import { useStage } from './lib/fixtures';
import { signedIn } from './lib/signed-in';

const stage = useStage();
const look = { width: 1_440, height: 900, isDark: false };
const password = 'a sentence works well';

/** As someone does without a pointer. */
async function press(target: Locator, key = 'Enter'): Promise<void> {
  await target.focus();
  await target.press(key);
}

async function typeInto(page: Page, label: string | RegExp, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).focus();
  await page.keyboard.type(text);
}

async function choose(page: Page, action: string): Promise<void> {
  await press(page.getByRole('button', { name: 'More actions for Zoe Lang' }));
  await press(page.getByRole('menuitem', { name: action }));
}

async function signIn(page: Page): Promise<void> {
  await typeInto(page, 'Username', 'zoe');
  await typeInto(page, 'Password', password);
  await page.keyboard.press('Enter');
}

test('a sub-admin is invited, registers, sets up a second factor, gets the screens of their role only, is viewed as, and is suspended, all by keyboard', async () => {
  const session = await signedIn(stage);
  const role = { name: 'Gatehouse', functions: ['view_cylinders' as const], needs_second_factor: true };
  await stage.product.must(adminRoles.create, { body: role });
  const own = await openContext(stage.browser, look, session);
  const page = await own.newPage();
  await page.goto(`${stage.product.url}/admin/sub-admins`);
  await page.getByText('No sub-admins: you do everything yourself').waitFor();
  await press(page.getByRole('button', { name: 'Invite' }).first());
  await typeInto(page, 'Full name', 'Zoe Lang');
  await press(page.getByRole('checkbox', { name: 'Gatehouse', exact: true }), 'Space');
  await page.getByText(/^May .*see doors and keys/).waitFor();
  await press(page.getByRole('button', { name: 'Create invitation' }));
  const link = await page.getByLabel('Link').inputValue();

  const other = await openContext(stage.browser, look);
  const zoe = await other.newPage();
  await zoe.goto(link);
  await zoe.getByText('You are invited as a sub-admin: Gatehouse.').waitFor();
  await signIn(zoe);
  await press(zoe.getByRole('link', { name: 'Go to sign-in' }));
  await signIn(zoe);
  await press(zoe.getByRole('button', { name: 'Authenticator app' }));
  const secret = (await zoe.locator('.totp-secret').innerText()).replaceAll(' ', '');
  await typeInto(zoe, 'Code from your authenticator app', codeOf(secret));
  await zoe.keyboard.press('Enter');
  await zoe.getByRole('list', { name: 'Your recovery codes' }).waitFor();
  await press(zoe.getByRole('button', { name: 'Sign in', exact: true }));
  const words = zoe.getByRole('navigation', { name: 'Daily work' });
  await words.getByRole('link', { name: 'Cylinders & keys' }).waitFor();
  expect(await words.getByRole('link').allTextContents()).toEqual(['Dashboard', 'Cylinders & keys']);
  await zoe.goto(`${stage.product.url}/admin/sub-admins`);
  await zoe.getByText('This screen is not open to you').waitFor();

  await press(page.getByRole('button', { name: 'Done' }));
  await page.reload();
  await press(page.getByRole('row', { name: /Zoe Lang/ }));
  await choose(page, 'View as...');
  await typeInto(page, /^Reason/, 'She asked what is missing');
  await press(page.getByRole('button', { name: 'View', exact: true }));
  const banner = page.getByRole('region', { name: 'For whom this tab acts' });
  await banner.getByText(/^You see what zoe sees · read-only · 14:\d\d left$/).waitFor();
  await page.getByRole('link', { name: 'Cylinders & keys', exact: true }).waitFor();
  expect(await page.getByRole('navigation', { name: 'Daily work' }).getByRole('link').count()).toBe(2);
  await press(banner.getByRole('button', { name: 'End' }));
  await page.getByRole('heading', { name: 'Super Admin Dashboard' }).waitFor();

  await page.goto(`${stage.product.url}/admin/sub-admins`);
  await press(page.getByRole('row', { name: /Zoe Lang/ }));
  await choose(page, 'Suspend...');
  await typeInto(page, /^Reason/, 'Left the company');
  await press(page.getByRole('button', { name: 'Suspend', exact: true }));
  await page.getByText('Zoe Lang has been suspended.').waitFor();

  await zoe.reload();
  await zoe.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signIn(zoe);
  await zoe.getByRole('alert').filter({ hasText: /\w/ }).first().waitFor();
  expect(new URL(zoe.url()).pathname).toBe('/login');
  await own.close();
  await other.close();
});
