import type { Page } from 'playwright-core';
import { dialog, openRow } from './acts';

export async function showTable(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show as table', exact: true }).click();
  await page.getByRole('table', { name: /^When .+ may open doors/ }).waitFor();
}

export async function search(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await dialog(page, 'Search');
  await page.getByRole('combobox', { name: 'Search' }).fill('library');
  await page
    .getByRole('option', { name: /library/i })
    .first()
    .waitFor();
}

export async function selectCylinders(page: Page): Promise<void> {
  const [, first, second] = await page.getByRole('checkbox', { name: /^Select/ }).all();
  await first?.check();
  await second?.check();
  await page.getByRole('region', { name: 'Selected cylinders' }).waitFor();
}

export async function placeSelected(page: Page): Promise<void> {
  await selectCylinders(page);
  await page.getByRole('button', { name: 'Place…' }).click();
  await dialog(page, 'Place 2 cylinders');
}

export async function selectWork(page: Page): Promise<void> {
  const [, first, second] = await page.getByRole('checkbox', { name: /^Select/ }).all();
  await first?.check();
  await second?.check();
  await page.getByRole('region', { name: 'Selected entries' }).waitFor();
}

export async function tickWork(page: Page): Promise<void> {
  await selectWork(page);
  await page.getByRole('button', { name: 'Tick as done…' }).click();
  await dialog(page, 'Tick as done');
}

export async function showEntries(page: Page): Promise<void> {
  await openRow(/^Open: Create \d+ persons/, /^Create \d+ persons/)(page);
  await page.getByRole('link', { name: /^Show the \d+ entries/ }).click();
  await page.getByRole('heading', { level: 1, name: /^Create \d+ persons/ }).waitFor();
}

export async function showDoorWeek(page: Page): Promise<void> {
  await openRow(/^Open FS/, /^FS/)(page);
  await page.getByRole('heading', { name: 'Through the week', exact: true }).scrollIntoViewIfNeeded();
  await page.getByRole('heading', { name: 'Access events', exact: true }).scrollIntoViewIfNeeded();
}

export async function mapColumns(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use this list again' }).click();
  await page.getByRole('table', { name: 'Fields and the columns that feed them' }).waitFor();
}
