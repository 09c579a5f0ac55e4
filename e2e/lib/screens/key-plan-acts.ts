import type { Page } from 'playwright-core';
import { dialog, showEverything } from './acts';

const matrixGrid = (page: Page) => page.getByRole('grid', { name: /^Who may open what/ });

export async function toMatrix(page: Page): Promise<void> {
  await matrixGrid(page).waitFor();
}

/** Goes down to a department, opens it, and goes right. */
export async function openDepartment(page: Page): Promise<void> {
  await matrixGrid(page).focus();
  await page.keyboard.type('FIRE');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
}

export async function showAll(page: Page): Promise<void> {
  await matrixGrid(page).waitFor();
  await showEverything(page);
}

export async function explainCrossing(page: Page): Promise<void> {
  await matrixGrid(page).focus();
  await page.keyboard.type('FIRE');
  await page.keyboard.press('Enter');
  await dialog(page, /^FIRE – /);
}

export async function proposeCrossing(page: Page): Promise<void> {
  await matrixGrid(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await dialog(page, / – /);
  await page.getByRole('button', { name: 'Keep' }).waitFor();
}

export async function editRule(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Edit rule/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Save rule' }).waitFor();
  await page.getByText(/^\d[\d,]* people now$/).waitFor();
}

export async function paintHours(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add rule', exact: true }).click();
  await page.getByRole('button', { name: 'at any time', exact: true }).click();
  await page.getByRole('textbox', { name: /^Type the hours/ }).fill('Mon–Fri 06:00–22:00; Sat 22–6');
  await page.keyboard.press('Enter');
  await page.getByRole('group', { name: 'Paint the week' }).scrollIntoViewIfNeeded();
}

export async function selectRules(page: Page): Promise<void> {
  await page
    .getByRole('checkbox', { name: /^Select rule/ })
    .first()
    .check();
  await page.getByText(/rule selected$/).waitFor();
}
