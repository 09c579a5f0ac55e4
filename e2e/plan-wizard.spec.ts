import { keyPlans, planWizards } from '@key2xs/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Hands, mouse } from './five-minutes/hands';
import { openContext, type SignedIn } from './lib/browser';
import { loadLists } from './lib/data/lists';
import { useStage } from './lib/fixtures';
import { addStaff, connectKeySystem } from './lib/scenario';
import { signedIn } from './lib/signed-in';

const stage = useStage();
const maxActs = 20;
const wide = { width: 1_440, height: 900, isDark: false };
const narrow = { width: 390, height: 844, isDark: false };

async function open(session: SignedIn, look: typeof wide, address = '/keyplan/wizard'): Promise<Page> {
  const page = await (await openContext(stage.browser, look, session)).newPage();
  await page.goto(stage.product.url + address);
  return page;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const saved = (page: Page) => page.getByText(/^Saved \d\d:\d\d$/).waitFor();
const cell = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

const people = 'Departments, job titles, groups and people';
const doors = 'Groups, places and cylinders';

/** What is picked can be removed again. */
const isPicked = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Remove ${name}( ·|$)`) }).waitFor();

async function pick(page: Page, hands: Hands, field: string, text: string): Promise<void> {
  await hands.pick(page.getByRole('combobox', { name: field }), text);
  await isPicked(page, text);
}

async function write(page: Page, name: string): Promise<void> {
  await press(page, 'Start a new key plan');
  await heading(page, 'What is this plan?');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Description').fill('Who opens the stations');
}

test('a plan is begun in one browser, gone on with in another, and brought into force', async () => {
  const session = await signedIn(stage);
  await addStaff(stage.product, 'Town staff', (await loadLists({ isSmall: true })).first);
  await connectKeySystem(stage.product, 'Town hall');

  const page = await open(session, wide, '/keys/key-plans');
  await page.getByRole('link', { name: 'Start with the wizard' }).click();
  await write(page, 'Fire service');
  expect(await page.getByRole('checkbox', { name: 'Town staff' }).isChecked()).toBe(true);
  await press(page, 'Next: Places');
  await heading(page, 'Which places and doors?');
  await pick(page, mouse(page), doors, 'Fire stations');
  await press(page, 'Next: Who');
  await heading(page, 'Who is it for?');
  await pick(page, mouse(page), people, 'FIRE');
  await page.goBack();
  await heading(page, 'Which places and doors?');
  await isPicked(page, 'Fire stations');
  await page.goForward();
  await heading(page, 'Who is it for?');
  await isPicked(page, 'FIRE');
  await saved(page);
  await page.context().close();

  const other = await open(session, wide);
  await other.getByText(/^Step 3 of 8: Who · last changed by /).waitFor();
  await other.getByRole('link', { name: 'Continue Fire service' }).click();
  await heading(other, 'Who is it for?');
  await press(other, 'Next: Rules');
  await cell(other, 'FIRE, Fire stations: no access').focus();
  await other.keyboard.press('Space');
  await cell(other, 'FIRE, Fire stations: Always').waitFor();
  await press(other, '8 Review, to come');
  await heading(other, 'Review the draft');
  await other.getByText('FIRE may open Fire stations: always.').waitFor();
  await press(other, 'Activate...');
  const dialog = other.getByRole('dialog', { name: 'Activate Fire service?' });
  await dialog.getByRole('region', { name: 'What changes' }).waitFor();
  await press(other, 'Cancel');
  await other.getByRole('tab', { name: 'Impact', selected: true }).waitFor();
  await expect.poll(() => other.evaluate(() => document.activeElement?.textContent)).toBe('Activate...');
  await other.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Activate', exact: true }).click();
  await other.getByText("Key plan 'Fire service' is active, with all its changes.").waitFor();
  const plans = (await stage.product.must(keyPlans.list, { query: { search: 'Fire service' } })).keyplans;
  expect(plans.map(({ is_active, rules }) => [is_active, rules])).toEqual([[true, 1]]);
  expect((await stage.product.must(planWizards.list, {})).total).toBe(0);
});

test('few acts lead to a draft with its preview, a job title within a department in it', async () => {
  const page = await open(await signedIn(stage), wide);
  const hands = mouse(page);
  const button = (name: string) => hands.press(page.getByRole('button', { name, exact: true }));
  await button('Start a new key plan');
  await heading(page, 'What is this plan?');
  await press(page, 'Next: Places');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-wants'))).toBe('name');
  await page.getByText('Still missing: a name', { exact: true }).waitFor();
  await hands.write(page.getByRole('textbox', { name: 'Name' }), 'Stations');
  await hands.write(page.getByRole('textbox', { name: 'Description' }), 'Who opens the stations');
  await button('Next: Places');
  await pick(page, hands, doors, 'Fire stations');
  await button('Next: Who');
  await pick(page, hands, people, 'FIRE');
  await button('Next: Rules');
  await button('FIRE, Fire stations: no access');
  await hands.filter(page.getByRole('combobox', { name: 'Job title' }), /^SERGEANT$/);
  await hands.filter(page.getByRole('combobox', { name: 'Department' }), /^POLICE$/);
  await button('Add');
  await button('SERGEANT · POLICE, Fire stations: no access');
  await page.getByRole('button', { name: 'SERGEANT · POLICE 56 people' }).waitFor();
  await button('8 Review, to come');
  await page.getByText('SERGEANT · POLICE may open Fire stations: always.').waitFor();
  await page.getByText('People who gain doors').first().waitFor();
  process.stdout.write(`${hands.acts} acts from the first screen of the wizard to the draft with its preview\n`);
  expect(hands.acts).toBeLessThanOrEqual(maxActs);
  await press(page, 'Save as draft');
  await page.getByText(/^2 changes not yet in force: /).waitFor();
});

test('two windows do not write over each other: the second learns of it, and chooses', async () => {
  const session = await signedIn(stage);
  const page = await open(session, wide);
  await write(page, 'Two windows');
  await saved(page);
  const other = await open(session, wide, new URL(page.url()).pathname + new URL(page.url()).search);
  await other.getByLabel('Name').fill('The other window');
  await saved(other);
  await expect
    .poll(async () => (await stage.product.must(planWizards.list, {})).items[0]?.name)
    .toBe('The other window');
  await page.getByLabel('Name').fill('This window');
  await page.getByText('This wizard was changed elsewhere').waitFor();
  await press(page, 'Load the other state');
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('The other window');
  await other.getByLabel('Name').fill('Once more');
  await expect.poll(async () => (await stage.product.must(planWizards.list, {})).items[0]?.name).toBe('Once more');
  await page.getByLabel('Name').fill('This window stays');
  await press(page, 'Keep mine instead');
  await expect
    .poll(async () => (await stage.product.must(planWizards.list, {})).items[0]?.name)
    .toBe('This window stays');
  await press(page, 'Discard');
  await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByText('This window stays was discarded.').waitFor();
  await expect.poll(async () => (await stage.product.must(planWizards.list, {})).total).toBe(0);
});

test('on a phone, a plan is written from lists', async () => {
  const session = await signedIn(stage);
  const page = await open(session, narrow);
  await write(page, 'By phone');
  await press(page, 'Next: Places');
  await pick(page, mouse(page), doors, 'Fire stations');
  await press(page, 'Next: Who');
  await pick(page, mouse(page), people, 'POLICE');
  await press(page, 'Next: Rules');
  await page.getByRole('checkbox', { name: 'Fire stations', exact: true }).check();
  await press(page, '8 Review, to come');
  await page.getByText('POLICE may open Fire stations: always.').waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(narrow.width);
  await press(page, 'Save as draft');
  await page.getByText(/^1 change not yet in force: /).waitFor();
});
