import { fileURLToPath } from 'node:url';
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createComplaints, violationScript } from './lib/checks/page-complaints';
import { useStage } from './lib/fixtures';

// Debian's Firefox needs WebDriver BiDi, which playwright does not support for that version.

const staffList = fileURLToPath(new URL('./lists/2018.csv', import.meta.url));
const timeoutMs = 120_000; // only ends what hangs

const stage = useStage();
let browser: Browser;

beforeAll(async () => {
  const executablePath = process.env.FIREFOX_PATH || '/usr/bin/firefox-esr';
  browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
});

afterAll(async () => {
  await browser?.close();
});

test('Firefox signs in, imports a staff list and reads it back, without a complaint', async () => {
  const page = await browser.newPage();
  page.setDefaultTimeout(timeoutMs);
  const { complaints, onConsole, onError } = createComplaints();
  page.on('console', onConsole);
  page.on('pageerror', onError);
  await page.evaluateOnNewDocument(violationScript);
  const { product, username, password } = stage;

  await page.goto(product.url);
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await press(page, 'Sign in');
  await waitForText(page, 'IAM Connection Required');

  await go(page, `${product.url}/connect/iam-wizard`);
  await press(page, 'Staff list');
  await page.locator('input[name=name]').fill('Town staff');
  await press(page, 'Next: Upload');
  const file = (await page.waitForSelector('input[type=file]')) as ElementHandle<HTMLInputElement>; // as the selector says
  await file.uploadFile(staffList);
  await waitForText(page, 'In this list');
  await press(page, 'Next: Map columns');
  await waitForText(page, 'The first five people as they will be imported');
  await press(page, 'Next: Review & import');
  await waitForText(page, 'Ready to import');
  await press(page, 'Import now');
  await waitForText(page, 'Applied.');

  await go(page, `${product.url}/people?search=T1001`);
  await waitForText(page, 'T1001');
  expect(complaints).toEqual([]);
});

/** By keyboard: a click goes to the place where the button was when it was looked up. */
async function press(page: Page, name: string): Promise<void> {
  const button = await page.waitForSelector(`xpath/.//button[not(@disabled)][contains(., "${name}")]`);
  await button?.focus();
  await page.keyboard.press('Enter');
}

/** Fails with what the page says instead. */
async function waitForText(page: Page, text: string): Promise<void> {
  await page.waitForSelector(`::-p-text(${text})`).catch(async (cause) => {
    throw new Error(`${text} is not on the page, but: ${await page.evaluate('document.body.innerText')}`, { cause });
  });
}

/** Waits for fonts first: one interrupted by the navigation would be logged as an error. */
async function go(page: Page, address: string): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await page.goto(address);
}
