import { keyPlans } from '@key2xs/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addWaitingPlan, openPlan } from './lib/data/plans';
import { useStage } from './lib/fixtures';
import { signedIn } from './lib/signed-in';

const stage = useStage();

const sees = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const inDialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

test('an edit waits, is previewed, activated, and restored', async () => {
  await signedIn(stage);
  const { planId } = await addWaitingPlan(stage.product);
  const page = await openPlan(stage, planId, { tab: 'rules' });

  await press(page, 'Add rule');
  await sees(page, 'Choose who and what to see who would gain doors.');
  await page.getByRole('combobox', { name: 'Departments' }).fill('FINANCE');
  await page
    .getByRole('option', { name: /^FINANCE \(/ })
    .first()
    .click();
  await page.getByRole('combobox', { name: /^Access profiles/ }).fill('Fire stations');
  await page.getByRole('option', { name: /^Fire stations \(/ }).click();
  await sees(page, /^In the draft: \d+ people would gain doors once the plan is activated\./);
  await press(page, 'Cancel');

  await press(page, 'Delete rule Fire stations');
  const removal = inDialog(page, 'Delete rule Fire stations?');
  await removal.getByText(/No one loses access until you activate that/).waitFor();
  await removal.getByRole('button', { name: 'Delete', exact: true }).click();
  const bar = page.getByText(/^1 change not yet in force: \d+ people lose doors\.$/);
  const said = (await bar.textContent())?.split(':').at(-1);
  const losing = Number(/\d+/.exec(said ?? '')?.[0]);

  await page.getByRole('link', { name: 'Preview', exact: true }).click();
  await page
    .getByRole('table', { name: /by department$/ })
    .getByRole('row', { name: `FIRE ${losing}` })
    .waitFor();
  await page
    .getByRole('row', { name: /^Doors that .* gains and loses$/ })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByText(/^Loses \d+ doors$/)
    .waitFor();
  await page.keyboard.press('Escape');

  await press(page, 'Activate...');
  const activation = inDialog(page, 'Activate City buildings?');
  await activation.getByRole('checkbox', { name: `Yes, ${losing} people lose doors.` }).check();
  await activation.getByLabel('Reason (optional)').fill('The stations are sold');
  await activation.getByRole('button', { name: 'Activate', exact: true }).click();
  await sees(page, "Key plan 'City buildings' is active, with all its changes.");
  await expect.poll(() => page.getByText(/not yet in force/).count()).toBe(0);

  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('row', { name: /In force.*The stations are sold.*1 rule deleted/ }).waitFor();
  const { version_in_force } = await stage.product.must(keyPlans.get, { params: { id: planId } });
  await press(page, `Restore version ${version_in_force - 1}`);
  const restoring = inDialog(page, `Restore version ${version_in_force - 1}?`);
  await restoring.getByText(`${losing} people would gain doors`).waitFor();
  await restoring.getByRole('button', { name: 'Restore', exact: true }).click();
  await sees(page, `1 change not yet in force: ${losing} people gain doors.`);

  await press(page, 'Discard...');
  await inDialog(page, 'Discard the changes of City buildings?')
    .getByRole('button', { name: 'Discard changes', exact: true })
    .click();
  await sees(page, 'The changes were discarded.');
  const plan = await stage.product.must(keyPlans.get, { params: { id: planId } });
  expect(plan).toMatchObject({ pending_changes: 0, rules: 0, is_active: true });
  await page.context().close();
});
