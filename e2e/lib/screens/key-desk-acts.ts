import type { Page } from 'playwright-core';
import { dialog, openRow } from './acts';

/** Two keys of the list, and the first person of that name. */
export async function handOutKeys(page: Page): Promise<void> {
  const [, first, second] = await page.getByRole('checkbox', { name: /^Select/ }).all();
  await first?.check();
  await second?.check();
  const chosen = page.getByRole('region', { name: 'Selected keys' });
  await chosen.getByRole('button', { name: 'Hand out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Hand out keys' }).waitFor();
  await page.getByRole('combobox', { name: 'Who gets the keys' }).fill('an');
  await page.getByRole('option').first().click();
  await page.getByRole('note').first().waitFor(); // what should be known before
}

export async function signForKeys(page: Page): Promise<void> {
  await handOutKeys(page);
  await page.getByLabel('Reason or note').fill('Starts next week.');
  await page.getByRole('button', { name: 'Sign for 2 keys' }).click();
  await dialog(page, 'Receipt');
}

export async function printLabels(page: Page): Promise<void> {
  await page
    .getByRole('checkbox', { name: /^Select/ })
    .nth(1)
    .check();
  await page.getByRole('button', { name: 'Print labels', exact: true }).click();
  await dialog(page, 'Print labels');
}

/** Opens the details of the first key at this tab. */
export const openKeyTab =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await openRow(/^Open /, /./)(page);
    await page.getByRole('tab', { name }).click();
  };

/** The doors of a group, of a key that opens many. */
export async function openAccess(page: Page): Promise<void> {
  await openKeyTab('Access')(page);
  const groups = page.getByRole('list', { name: 'Groups of doors' });
  await groups.getByRole('button').first().click();
  await groups.getByRole('list').first().waitFor();
}

/** What is done about the doors of a lost key. */
export async function decideAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Decide about/ }).click();
  await dialog(page, /^Decide about/);
}

/** A count with differences. */
export async function beginCount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Begin a count' }).click();
  await dialog(page, 'Begin a count');
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
  await page.getByLabel('Scan or type a key').fill('CK-021 CK-023 X-77');
  await page.keyboard.press('Enter');
  await page.getByText('X-77 is no key.').waitFor();
  await page
    .getByRole('checkbox', { name: /Report lost$/ })
    .first()
    .check();
}

/** The details of a ring of two keys, which is made with the first picture. */
export async function openRing(page: Page): Promise<void> {
  const name = /^Open Night guard/;
  const row = page.getByRole('row', { name }).or(page.getByRole('listitem', { name }));
  await page.getByRole('button', { name: 'Key rings' }).click();
  await page.getByRole('heading', { level: 1, name: 'Key rings' }).waitFor();
  await row.or(page.getByText('No key rings yet')).first().waitFor();
  if ((await row.count()) === 0) {
    await page.getByRole('button', { name: 'All keys' }).click();
    const [, first, second] = await page.getByRole('checkbox', { name: /^Select/ }).all();
    await first?.check();
    await second?.check();
    await page.getByRole('button', { name: 'Put on a ring' }).click();
    await page.getByLabel('Name of the ring').fill('Night guard');
    await page.getByRole('dialog').getByRole('button', { name: 'Put on a ring', exact: true }).click();
    await page.getByText('The ring Night guard is made.').waitFor();
    await page.getByRole('button', { name: 'Key rings' }).click();
  }
  await openRow(name, /^Night guard/)(page);
}
