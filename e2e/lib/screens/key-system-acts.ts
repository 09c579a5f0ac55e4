import type { Page } from 'playwright-core';
import { dialog } from './acts';

export async function selectKeySystem(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /CLIQ Web Manager/ }).check();
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.getByLabel('Connection Name').waitFor();
}

/** Uses a taken name, so that nothing is stored. */
export async function failToAddKeySystem(page: Page): Promise<void> {
  await selectKeySystem(page);
  await page.getByLabel('Connection Name').fill('CLIQ Head office');
  await page.getByRole('button', { name: /Fill in the sandbox/ }).click();
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.getByRole('button', { name: 'Cannot Proceed' }).waitFor();
}

export async function failAndEdit(page: Page): Promise<void> {
  await failToAddKeySystem(page);
  await page.getByRole('button', { name: 'Go Back & Edit Configuration' }).click();
  await page.getByText('Connection Failed').waitFor();
}

/** Uses an existing key system in place of a created one, to keep the number of key systems. */
export async function testKeySystem(page: Page): Promise<void> {
  await page.route('**/key-systems/connections', async (route) => {
    const authorization = (await route.request().headerValue('authorization')) ?? '';
    const list = await fetch(route.request().url(), { headers: { authorization } }); // a GET, without the request's body
    const { items } = (await list.json()) as { items: unknown[] }; // as the contract has it
    await route.fulfill({ status: 201, json: items[0] });
  });
  await selectKeySystem(page);
  await page.getByLabel('Connection Name').fill('CLIQ North');
  await page.getByRole('button', { name: /Fill in the sandbox/ }).click();
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.getByText('Connection test successful and is active.').waitFor();
}

export async function reviewKeySystem(page: Page): Promise<void> {
  await testKeySystem(page);
  await page.getByRole('button', { name: 'Next: Review & Finish' }).click();
  await page.getByRole('button', { name: 'Complete Setup' }).waitFor();
}

export async function askToAccept(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Accept the loss…' }).click();
  await page.getByRole('group', { name: 'Are these records really gone?' }).waitFor();
}

export async function askToDelete(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions for CLIQ Head office' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog(page, 'Delete Key System Connection');
}
