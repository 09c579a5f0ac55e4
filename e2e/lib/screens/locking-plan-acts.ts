import type { Page } from 'playwright-core';
import { showEverything } from './acts';

/** A sheet with an unknown cylinder and a cell that is not a mark. */
export async function uploadLockingPlan(page: Page): Promise<void> {
  const [, first = ''] = await page.getByRole('columnheader').allTextContents();
  const buffer = Buffer.from(`;${first};Z 9999\nSomebody new;x;\nReserve;maybe;x\n`);
  await page
    .getByLabel('Locking plan', { exact: true })
    .setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('table', { name: 'Problems of the sheet' }).waitFor();
}

/** The screen without a plan. */
export async function withoutLockingPlan(page: Page): Promise<void> {
  const none = {
    type: 'about:blank',
    title: 'Not found',
    status: 404,
    code: 'not_found',
    detail: '-',
    request_id: '-',
  };
  await page.route('**/keyplan', (route) => route.fulfill({ status: 404, json: none }));
  await page.reload();
  await page.getByRole('table', { name: 'Example of a locking plan' }).waitFor();
}

/** A plan with 5,000 keys and 2,000 cylinders, like those of large key systems. */
export async function withLargeLockingPlan(page: Page): Promise<void> {
  const at = '2026-03-01T06:00:00.000Z';
  const columns = Array.from({ length: 2_000 }, (_, n) => ({
    label: `Z ${1_000 + n}`,
    cylinder_id: n % 40 === 7 ? null : id,
  }));
  const rows = Array.from({ length: 5_000 }, (_, row) => ({
    label: `Key ${10_000 + row}`,
    kind: row % 60 === 9 ? 'unknown' : 'key',
    record_id: row % 60 === 9 ? null : id,
    rights: columns.flatMap((_, column) =>
      ((row >> 4) * 7 + (column >> 3) * 3) % 29 === 0 && (row * 5 + column) % 7 > 0 ? [column] : [],
    ),
  }));
  const rights = rows.reduce((sum, row) => sum + row.rights.length, 0);
  const plan = {
    connection_id: id,
    content: { file_name: 'Whole site.xlsx', columns, rows },
    counts: { rows: rows.length, columns: columns.length, rights, unknown_rows: 84, unknown_columns: 50 },
    stored_by: 'ada',
    version: 1,
    created_at: at,
    updated_at: at,
  };
  await page.route('**/keyplan', (route) => route.fulfill({ json: plan }));
  await page.reload();
  await page.getByRole('grid').waitFor();
}
const id = '0190c0de-0000-7000-8000-000000000001';

export async function findInPlan(page: Page): Promise<void> {
  await withLargeLockingPlan(page);
  await page.getByRole('searchbox', { name: 'Find rows and columns' }).fill('1204');
  await page.getByText('1 of ').waitFor();
}

export async function explainRight(page: Page): Promise<void> {
  await withLargeLockingPlan(page);
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByText('May open', { exact: true }).first().waitFor();
}

export async function overviewOfPlan(page: Page): Promise<void> {
  await withLargeLockingPlan(page);
  await showEverything(page);
}
