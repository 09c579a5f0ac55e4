import { auth, people } from '@key2xs/contract';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { send } from '../apps/server/test/send';
import { openContext } from './lib/browser';
import { isClean } from './lib/checks/is-clean';
import { useStage } from './lib/fixtures';
import { signedIn } from './lib/signed-in';

const stage = useStage();
const look = { width: 1_440, height: 900, isDark: false };

/** As someone does without a pointer. */
async function press(target: Locator, key = 'Enter'): Promise<void> {
  await target.focus();
  await target.press(key);
}

async function typeInto(within: Page | Locator, label: string | RegExp, text: string): Promise<void> {
  const field = within.getByLabel(label);
  await field.focus();
  await field.pressSequentially(text);
}

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

/** Takes the secret from the dialog that shows it, and closes that. */
async function takeSecret(page: Page): Promise<string> {
  const once = dialog(page, 'Your new token');
  const secret = await once.getByLabel('API token').inputValue();
  await isClean(page);
  await press(button(once, 'I have stored it'));
  await once.waitFor({ state: 'detached' });
  expect(await page.getByText(secret).count()).toBe(0);
  return secret;
}

/** What a program is answered that reads with this token: who it is, and people. */
async function read(token: string) {
  const { url } = stage.product;
  const [me, list] = [await send(url, auth.me, {}, { token }), await send(url, people.list, { query: {} }, { token })];
  return [me.status, list.status];
}

test('a service account is added, and its token shown once, renewed, suspended with it and revoked, all by keyboard', async () => {
  const context = await openContext(stage.browser, look, await signedIn(stage));
  const page = await context.newPage();
  await page.goto(`${stage.product.url}/developers?tab=tokens`);
  await press(button(page, 'New service account'));
  const form = dialog(page, 'New service account');
  await typeInto(form, /^Name/, 'payroll.export');
  await press(form.getByRole('checkbox', { name: 'Sub-Admin', exact: true }), 'Space');
  await press(button(form, 'Create service account'));
  await page.getByText('It has no API tokens').waitFor();

  await press(button(page, 'New API token of payroll.export'));
  const creating = dialog(page, 'New API token of payroll.export');
  await typeInto(creating, /^What is it for/, 'Nightly export');
  await press(creating.getByRole('checkbox', { name: /^See doors and keys/ }), 'Space');
  await press(button(creating, 'Create API token'));
  const first = await takeSecret(page);
  expect(await read(first)).toEqual([200, 403]);

  const account = page.getByRole('listitem', { name: 'payroll.export' });
  await press(button(page, 'New secret for Nightly export'));
  await press(button(page, 'Create new secret'));
  const second = await takeSecret(page);
  await account.getByText(/^The former secret works until/).waitFor();
  expect([await read(first), await read(second)]).toEqual([
    [200, 403],
    [200, 403],
  ]);
  await isClean(page);

  await press(button(page, 'Suspend payroll.export'));
  await typeInto(page, /^Reason/, 'Replaced by another program');
  await press(button(page, 'Suspend'));
  await account.getByText('Suspended', { exact: true }).waitFor();
  expect([await read(first), await read(second)]).toEqual([
    [401, 401],
    [401, 401],
  ]);
  await press(button(page, 'Resume payroll.export'));
  await typeInto(page, /^Reason/, 'Still needed');
  await press(button(page, 'Resume'));
  await account.getByText('Active', { exact: true }).waitFor();
  expect(await read(second)).toEqual([200, 403]);
  await press(button(page, 'Revoke Nightly export'));
  await press(button(page, 'Revoke token'));
  await page.getByText('It has no API tokens').waitFor();
  expect(await read(second)).toEqual([401, 401]);
  await context.close();
});
