import { text } from 'node:stream/consumers';
import { type KeySystemConnection, keySystems } from '@key2xs/contract';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openContext, type SignedIn } from './lib/browser';
import { commandSandbox } from './lib/command-sandbox';
import { useStage } from './lib/fixtures';
import { signedIn } from './lib/signed-in';

const stage = useStage();
const wide = { width: 1_440, height: 900, isDark: false };
const narrow = { width: 390, height: 844, isDark: false };
let session: SignedIn;
let page: Page;

beforeAll(async () => {
  session = await signedIn(stage);
});
beforeEach(() => open(wide));
afterEach(async () => {
  await page.context().close();
  await commandSandbox(stage.dataDir, 'script off');
});

async function open(look: typeof wide): Promise<void> {
  const context = await openContext(stage.browser, look, session);
  page = await context.newPage();
  await page.goto(`${stage.product.url}/add-key-system`);
  await page.getByRole('heading', { level: 1, name: 'Add New Key System' }).waitFor();
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const press = (name: string) => button(name).click();
const sees = (text: string | RegExp) => page.getByText(text).first().waitFor();
const step = (name: string) => page.getByRole('heading', { level: 2, name, exact: true }).waitFor();

async function enterSandbox(name: string): Promise<void> {
  await page.getByRole('radio', { name: /CLIQ Web Manager/ }).check();
  await press('Next Step');
  await page.getByLabel('Connection Name').fill(` ${name} `);
  await press('Fill in the sandbox’s values');
}

async function storedAs(name: string): Promise<KeySystemConnection[]> {
  const { items } = await stage.product.must(keySystems.list, { query: { page: 0, size: 100 } });
  return items.filter((one) => one.name === name);
}

test('a key system is selected, described, tested, reviewed and completed', async () => {
  await button('Next Step').focus();
  await page.keyboard.press('Enter');
  await sees('Please select a key system type to proceed.');
  await enterSandbox('Town hall');
  await press('Next Step');
  await step('Test Connection');
  await sees('Connection test successful and is active.');
  const steps = page.getByRole('list', { name: 'Steps of the connection test' }).getByRole('listitem');
  expect(await steps.count()).toBe(7);
  const [stored] = await storedAs('Town hall');
  await sees(stored?.id ?? 'no such key system');

  await press('Next: Review & Finish');
  await step('Review & Finish');
  await sees('CN=Key2XS');
  const [download] = await Promise.all([page.waitForEvent('download'), press('Download Config')]);
  expect(download.suggestedFilename()).toBe('key-system-config.json');
  const saved = await text(await download.createReadStream());
  expect(JSON.parse(saved)).toMatchObject({ id: stored?.id, name: 'Town hall', system_type: 'CLIQ_WEB_MANAGER' });
  expect(saved).not.toContain('BEGIN');

  await press('Complete Setup');
  await page.waitForURL('**/connection-manager');
  await sees('Town hall');
});

test('a connection that waits for its validation can be reviewed, and completed once it works', async () => {
  await commandSandbox(stage.dataDir, 'script too_many_requests --only persons');
  await enterSandbox('Depot');
  await press('Next Step');
  await sees('Connection created, but needs validation. Check details or retry.');
  await sees('You can proceed to review, but the connection may require further action later.');
  await press('Next: Review & Finish');
  await press('Complete Setup');
  await sees(/^Cannot complete setup\. Connection status is: PENDING_VALIDATION\. Message: ./);
  expect(new URL(page.url()).pathname).toBe('/add-key-system');

  await commandSandbox(stage.dataDir, 'script off');
  await press('Go Back');
  await press('Test again');
  await sees('Connection test successful and is active.');
  await press('Next: Review & Finish');
  await press('Complete Setup');
  await page.waitForURL('**/connection-manager');
});

test('what failed is edited and tested again, and leaves one connection behind', async () => {
  await enterSandbox('Museum');
  await page.getByLabel('Domain Name').fill('nowhere');
  await press('Next Step');
  await sees('Connection creation or validation failed.');
  expect(await button('Cannot Proceed').isDisabled()).toBe(true);
  const [failed] = await storedAs('Museum');

  await press('Go Back & Edit Configuration');
  await sees('Connection Failed');
  expect(await page.getByLabel('Connection Name').inputValue()).toBe(' Museum ');
  await press('Fill in the sandbox’s values');
  await press('Next Step');
  await sees('Connection test successful and is active.');
  const now = await storedAs('Museum');
  expect(now.map(({ status }) => status)).toEqual(['ACTIVE']);
  expect(now[0]?.id).not.toBe(failed?.id);
});

test('a name that is taken is said, and nothing entered is lost', async () => {
  await enterSandbox('Town hall');
  await press('Next Step');
  await sees("There is a key system called 'Town hall' already.");
  await press('Back');
  await sees('Connection Failed');
  await page.getByLabel('Connection Name').fill('Town hall, annex');
  await press('Next Step');
  await sees('Connection test successful and is active.');
});

test('a narrow window counts the steps', async () => {
  await page.context().close();
  await open(narrow);
  await sees('Step 1 of 4');
  await enterSandbox('Library');
  await sees('Step 2 of 4');
  await press('Next Step');
  await sees('Connection test successful and is active.');
  await sees('Step 3 of 4');
  await press('Next: Review & Finish');
  await sees('Step 4 of 4');
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  await press('Complete Setup');
  await page.waitForURL('**/connection-manager');
});

test('leaving asks while something would be lost', async () => {
  await enterSandbox('Archive');
  await page
    .getByRole('link', { name: /Key2XS/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Leave without finishing?' }).waitFor();
  await press('Stay');
  expect(await page.getByLabel('Connection Name').inputValue()).toBe(' Archive ');
  await page
    .getByRole('link', { name: /Key2XS/ })
    .first()
    .click();
  await press('Leave');
  await page.waitForURL('**/dashboards/start');
  expect(await storedAs('Archive')).toEqual([]);
});
