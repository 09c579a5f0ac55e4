import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openContext, settled } from './lib/browser';
import { createComplaints, violationScript } from './lib/checks/page-complaints';
import { useStage } from './lib/fixtures';

const stage = useStage();
const staffList = (name: string) => fileURLToPath(new URL(`./lists/${name}`, import.meta.url));
const wide = { width: 1_440, height: 900, isDark: false };

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const sees = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

test('from a staff list to a door, through the screens', async () => {
  const context = await openContext(stage.browser, wide);
  await context.addInitScript({ content: violationScript });
  const page = await context.newPage();
  const { complaints, onConsole, onError } = createComplaints();
  page.on('console', onConsole);
  page.on('pageerror', onError);

  await signIn(page);
  await importStaffList(page);
  await connectSandbox(page);
  await writePlan(page);
  await previewThenSync(page);
  await readBell(page);
  await askWhy(page);
  await bringInNextList(page);
  await context.close();
  expect(complaints).toEqual([]);
});

async function signIn(page: Page): Promise<void> {
  await page.goto(stage.product.url);
  await page.getByLabel('Username').fill(stage.username);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await button(page, 'Sign in').click();
  await sees(page, 'Wrong username or password.');
  await page.getByLabel('Password', { exact: true }).fill(stage.password);
  await button(page, 'Sign in').click();
  await page.waitForURL('**/dashboards/start');
  await sees(page, 'IAM Connection Required');
}

async function importStaffList(page: Page): Promise<void> {
  await page.goto(`${stage.product.url}/connect/iam-wizard`);
  await button(page, 'Staff list').click();
  await page.getByLabel('Source name').fill('Town staff');
  await button(page, 'Next: Upload').click();
  await page.locator('input[type=file]').setInputFiles(staffList('2018.csv'));
  await sees(page, 'In this list');
  await button(page, 'Next: Map columns').click();
  await sees(page, 'The first five people as they will be imported');
  await button(page, 'Next: Review & import').click();
  await button(page, 'Import now').click();
  await sees(page, 'Applied.');
  await page.goto(`${stage.product.url}/people?search=T1001`);
  await sees(page, 'T1001');
}

async function connectSandbox(page: Page): Promise<void> {
  await page.goto(`${stage.product.url}/dashboards/start`);
  await sees(page, 'Key System Connection Required');
  await page.goto(`${stage.product.url}/add-key-system`);
  await page.getByRole('radio', { name: /CLIQ Web Manager/ }).check();
  await button(page, 'Next Step').click();
  await page.getByLabel('Connection Name').fill('Town hall');
  await button(page, /Fill in the sandbox/).click();
  await button(page, 'Next Step').click();
  await sees(page, 'Connection test successful and is active.');
  await button(page, 'Next: Review & Finish').click();
  await button(page, 'Complete Setup').click();
  await page.waitForURL('**/connection-manager');
}

async function writePlan(page: Page): Promise<void> {
  await page.goto(`${stage.product.url}/keys/key-plans`);
  await button(page, 'Create a key plan').first().click();
  await page.getByLabel('Name', { exact: false }).first().fill('Town buildings');
  await page.getByLabel('Description', { exact: false }).first().fill('Who opens what in town');
  await button(page, 'Create key plan').click();
  await page.getByRole('heading', { name: 'Town buildings', level: 1 }).waitFor();
  await button(page, 'Add the first rule').click();
  await choose(page, 'Departments', 'FIRE');
  await choose(page, 'Access profiles, groups, places and cylinders', 'Fire stations');
  await button(page, 'Create rule').click();
  await sees(page, 'Matches 60 people');
  await sees(page, /^1 change not yet in force: /);
  await button(page, 'Activate...').click();
  const activation = page.getByRole('dialog');
  await activation.getByText(/^60 people will be allowed to open \d+ doors\.$/).waitFor();
  await activation.getByRole('button', { name: 'Activate', exact: true }).click();
  await sees(page, "Key plan 'Town buildings' is active, with all its changes.");
}

/** Picks one value from a searchable list. */
async function choose(page: Page, label: string, value: string): Promise<void> {
  await page.getByLabel(label).first().fill(value);
  await page
    .getByRole('option', { name: new RegExp(`^${value} \\(`) })
    .first()
    .click();
}

async function previewThenSync(page: Page): Promise<void> {
  await page.goto(`${stage.product.url}/connection-manager`);
  await button(page, /Preview sync/)
    .first()
    .click();
  await sees(page, /^60 people gain \d+ doors$/);
  await page.getByRole('tab', { name: /^People 60$/ }).waitFor();
  await button(page, 'Review and apply').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Apply/ })
    .click();
  await sees(page, /60 people may open \d+ doors\./);
  const { persons } = await keySystemCount();
  expect(persons).toBe(60);
}

async function keySystemCount() {
  const { readKeySystem } = await import('./lib/key-system');
  const { sandboxPeer } = await import('./lib/scenario');
  await stage.product.signIn(stage.username, stage.password);
  const { persons } = await readKeySystem(await sandboxPeer(stage.product));
  return { persons: persons.filter(({ reference, active }) => reference !== null && active).length };
}

async function readBell(page: Page): Promise<void> {
  const unseen = button(page, /^Notifications, \d+ unseen$/);
  await page.goto(`${stage.product.url}/dashboards/start`);
  await unseen.click();
  await sees(page, 'Sync completed for Town staff');
  await unseen.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settled(page);
  expect(await unseen.count(), 'what has been seen stays seen').toBe(0);
}

async function askWhy(page: Page): Promise<void> {
  await page.goto(`${stage.product.url}/people?department=FIRE`);
  await page.getByRole('row').nth(1).click();
  await page.getByRole('heading', { name: /^May open .* \(desired\)$/ }).waitFor();
  await page
    .locator('tbody tr')
    .filter({ hasText: /Fire station/i })
    .first()
    .click();
  await page.getByRole('dialog').getByText('Fire stations').first().waitFor();
}

async function bringInNextList(page: Page): Promise<void> {
  await page.goto(`${stage.product.url}/iam-manager`);
  await page
    .getByRole('link', { name: /Upload new list/ })
    .or(button(page, /Upload new list/))
    .first()
    .click();
  await page.locator('input[type=file]').setInputFiles(staffList('2022.csv'));
  await sees(page, '238');
  await button(page, 'Next: Map columns').click();
  await button(page, 'Next: Review & import').click();
  await button(page, 'Import now').click();
  await sees(page, 'Stopped by a guard.');
  await page.getByRole('link', { name: 'Review changes' }).first().click();
  await sees(page, /Stopped by the guard: \d+ of 250 people would leave/);
  await button(page, 'Allow once…').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Reason/).fill('Checked with the personnel office');
  await dialog.getByRole('button', { name: 'Allow once and apply' }).click();
  await sees(page, /Completed/);
}
