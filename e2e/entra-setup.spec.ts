import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { mouse } from './five-minutes/hands';
import { openContext, type SignedIn, settled } from './lib/browser';
import { isClean } from './lib/checks/is-clean';
import { useStage } from './lib/fixtures';
import { signedIn } from './lib/signed-in';

/** From the wizard to the first imported people. */
const maxActs = 11;
const wide = { width: 1_440, height: 900, isDark: false };
const narrow = { width: 390, height: 844, isDark: false };

const stage = useStage({ hasMovableClock: true });
let session: SignedIn;

beforeAll(async () => {
  session = await signedIn(stage);
});

async function open(look: typeof wide, address = '/connect/iam-wizard'): Promise<Page> {
  const page = await (await openContext(stage.browser, look, session)).newPage();
  await page.goto(stage.product.url + address);
  return page;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const sees = (page: Page, text: string) => page.getByText(text).first().waitFor();

async function toConsent(page: Page, name: string): Promise<void> {
  await button(page, 'Microsoft Entra ID').click();
  await button(page, 'Fill in the sandbox’s values').click();
  await page.getByLabel('Connection name').fill(name);
  await button(page, 'Next: Connect').click();
  await page.getByRole('link', { name: 'Open the consent page of Microsoft' }).waitFor();
}

test('an administrator consents in another window, and the directory is imported', async () => {
  const page = await open(wide);
  const hands = mouse(page);
  await hands.press(button(page, 'Microsoft Entra ID'));
  await hands.press(button(page, 'Fill in the sandbox’s values'));
  await hands.press(button(page, 'Next: Connect'));
  await isClean(page);
  const opened = page.context().waitForEvent('page');
  await hands.press(page.getByRole('link', { name: 'Open the consent page of Microsoft' }));
  const popup = await opened;
  hands.acts += 1;
  await button(popup, 'Accept').click();
  await sees(popup, 'Consent has arrived');
  await sees(popup, 'City of Askelund (sandbox)');
  expect(popup.url()).not.toContain('state=');
  await isClean(popup);
  await popup.close();

  await sees(page, 'Is this your organisation?');
  await isClean(page);
  const elsewhere = await open(narrow);
  await elsewhere.getByRole('link', { name: 'Continue Sandbox directory' }).click();
  await sees(elsewhere, 'Is this your organisation?');
  await isClean(elsewhere);
  await elsewhere.context().close();

  await hands.press(button(page, 'Yes, connect'));
  await heading(page, 'Map fields');
  await page.reload();
  await heading(page, 'Map fields');
  await page.getByRole('table', { name: 'People as they will be imported' }).waitFor();
  await isClean(page);
  await hands.press(button(page, 'Next: Schedule & safety'));
  await heading(page, 'Schedule & safety');
  await isClean(page);
  await hands.press(button(page, 'Next: First import'));
  await hands.press(button(page, 'Import now'));
  await sees(page, 'Applied.');
  expect(hands.acts).toBeLessThanOrEqual(maxActs);
  process.stdout.write(`${hands.acts} acts to the first people of Entra ID\n`);
  await page.context().close();
});

test('an administrator refuses in the same window, and the next start is one step away', async () => {
  const page = await open(narrow);
  await toConsent(page, 'Refused');
  await isClean(page);
  await page.getByRole('link', { name: 'Open it in this window instead' }).click();
  await button(page, 'Refuse').click();
  await sees(page, 'No one consented');
  await sees(page, 'Admin consent was declined.');
  await isClean(page);
  await page.getByRole('link', { name: 'Add identity source' }).click();
  await page.getByLabel('Connection name').waitFor();
  await page.context().close();
});

test('a set-up is cancelled, and is no longer offered', async () => {
  const page = await open(wide);
  await toConsent(page, 'Cancelled');
  await button(page, 'Cancel set-up').click();
  await page.getByLabel('Connection name').waitFor();
  await page.goto(`${stage.product.url}/connect/iam-wizard`);
  await button(page, 'Microsoft Entra ID').waitFor();
  await settled(page);
  expect(await page.getByRole('link', { name: 'Continue Cancelled' }).count()).toBe(0);
  await page.context().close();
});

test('an abandoned set-up expires', async () => {
  const page = await open(wide);
  await toConsent(page, 'Left alone');
  const consent = await page.getByRole('link', { name: 'Open it in this window instead' }).getAttribute('href');
  await stage.clock.moveAhead(31 * 60_000);
  await sees(page, 'The set-up has expired');
  await sees(page, 'Setup session not found. Please start a new setup.');
  await isClean(page);
  await page.goto(consent ?? '');
  await button(page, 'Accept').click();
  await sees(page, 'The set-up cannot continue');
  await sees(page, 'Setup session not found. Please start a new setup.');
  await isClean(page);
  await page.context().close();
});
