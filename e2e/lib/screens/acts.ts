import type { Page } from 'playwright-core';

/** Brings a screen into the wanted state, e.g. opens a panel, and waits for it. */
export type Act = (page: Page) => Promise<void>;

type Name = string | RegExp;

export const dialog = (page: Page, name: Name) => page.getByRole('dialog', { name, exact: true }).waitFor();

export const press =
  (button: Name, opens: Name): Act =>
  async (page) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    await dialog(page, opens);
  };

export const openRow =
  (row: RegExp, opens: RegExp): Act =>
  async (page) => {
    const onPhone = page.getByRole('listitem', { name: row });
    await page.getByRole('row', { name: row }).or(onPhone).first().click();
    await dialog(page, opens);
  };

/** Moves the pointer away from the button, so that its tooltip is not in the way. */
export async function showEverything(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show everything' }).click();
  await page.getByRole('heading', { level: 1 }).hover();
  await page.getByRole('tooltip').waitFor({ state: 'hidden' });
}
