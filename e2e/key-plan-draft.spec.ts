import { keyPlans } from '@key2xs/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openContext } from './lib/browser';
import { useStage } from './lib/fixtures';
import { loadLists } from './lib/lists';
import { activatePlan, addDepartmentRule, addPlan, addStaff, connectKeySystem, fireStations } from './lib/scenario';
import { signedIn } from './lib/signed-in';

const stage = useStage();
const wide = { width: 1_440, height: 900, isDark: false };

/** An active plan with a rule in force that many people profit by, whose further edits wait. @returns its id */
async function seed(): Promise<string> {
  const { product } = stage;
  const sourceId = await addStaff(product, 'Town staff', (await loadLists({ isSmall: true })).first);
  const systemId = await connectKeySystem(product, 'Town hall');
  const { planId } = await addPlan(product, { sourceId, systemId });
  const objects = await fireStations(product);
  await addDepartmentRule(product, { sourceId, planId }, { name: 'Fire stations', departments: ['FIRE'], objects });
  await activatePlan(product, planId);
  await product.must(keyPlans.update, { params: { id: planId }, body: { takes_effect: 'on_activation' } });
  return planId;
}

const sees = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const inDialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

test('an edit waits, is previewed, activated, and restored', async () => {
  const session = await signedIn(stage);
  const planId = await seed();
  const context = await openContext(stage.browser, wide, session);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(`${stage.product.url}/keys/key-plans/${planId}`);

  await press(page, 'Add rule');
  await sees(page, 'Choose who and what, and you see here who would gain doors.');
  await page.getByRole('combobox', { name: 'Departments' }).fill('FINANCE');
  await page.getByRole('option', { name: /^FINANCE/ }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: /^Access profiles/ }).fill('Fire stations');
  await page.getByRole('option', { name: /^Fire stations \(/ }).click();
  await sees(page, /^In the draft: \d+ people would gain doors once the plan is activated\./);
  await press(page, 'Cancel');

  await press(page, 'Delete rule Fire stations');
  const removal = inDialog(page, 'Delete rule Fire stations?');
  await removal.getByText(/Nobody loses access until you activate that/).waitFor();
  await removal.getByRole('button', { name: 'Delete', exact: true }).click();
  await sees(page, '1 change is not in force yet.');
  const said = await page.getByText(/^Once activated, \d+ people would lose doors\.$/).textContent();
  const losing = Number(/\d+/.exec(said ?? '')?.[0]);

  await page.getByRole('link', { name: 'Preview', exact: true }).click();
  await page
    .getByRole('table', { name: /by department$/ })
    .getByRole('row', { name: `FIRE 0 ${losing}` })
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
  await expect.poll(() => page.getByText(/not in force yet/).count()).toBe(0);

  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('row', { name: /In force.*The stations are sold.*1 rule deleted/ }).waitFor();
  const { version_in_force } = await stage.product.must(keyPlans.get, { params: { id: planId } });
  await press(page, `Restore version ${version_in_force - 1}`);
  const restoring = inDialog(page, `Restore version ${version_in_force - 1}?`);
  await restoring.getByText(`${losing} people would gain doors`).waitFor();
  await restoring.getByRole('button', { name: 'Restore', exact: true }).click();
  await sees(page, `Once activated, ${losing} people would gain doors.`);

  await press(page, 'Discard...');
  await inDialog(page, 'Discard the changes of City buildings?')
    .getByRole('button', { name: 'Discard changes', exact: true })
    .click();
  await sees(page, 'The changes were discarded.');
  const plan = await stage.product.must(keyPlans.get, { params: { id: planId } });
  expect(plan).toMatchObject({ pending_changes: 0, rules: 0, is_active: true });
  await context.close();
});
