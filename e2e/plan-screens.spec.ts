import { accessRules, keyPlans } from '@key2xs/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addActivePlan, openPlan } from './lib/data/plans';
import { useStage } from './lib/fixtures';
import { signedIn } from './lib/signed-in';

const stage = useStage();

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();

test('a plan is repaired and the repair undone, listed by version, restored, counted and copied', async () => {
  await signedIn(stage);
  const { product } = stage;
  // One rule is about a department that is not there.
  const { planId } = await addActivePlan(product, [{ name: 'Moon', departments: ['FIER'] }]);
  const page = await openPlan(stage, planId, { tab: 'check' });
  const departments = async () => {
    const { items } = await product.must(accessRules.list, { params: { keyplan_id: planId }, query: {} });
    return items.find(({ name }) => name === 'Moon')?.subjects.map(({ name }) => name);
  };

  await press(page, 'Replace with “FIRE”: Moon');
  await page.getByRole('dialog').getByRole('button', { name: 'Replace with “FIRE”', exact: true }).click();
  const repaired = page.getByRole('region', { name: 'Repaired just now' });
  await repaired.getByText('Replace with “FIRE”: Moon').waitFor();
  expect(await departments()).toEqual(['FIRE']);
  await repaired.getByRole('button', { name: /^Undo/ }).click();
  await page.getByText('Undone: Replace with “FIRE”: Moon').waitFor();
  expect(await departments()).toEqual(['FIER']);

  const { version_in_force: now } = await product.must(keyPlans.get, { params: { id: planId } });
  await page.getByRole('tab', { name: 'History' }).click();
  await press(page, `What changed in version ${now}`);
  const drawer = page.getByRole('dialog', { name: `Version ${now}` });
  await drawer.locator('del', { hasText: 'FIRE' }).waitFor();
  await drawer.locator('ins', { hasText: 'FIER' }).waitFor();
  await page.keyboard.press('Escape');
  await press(page, `Restore version ${now - 1}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByText(`Version ${now - 1} was restored.`).waitFor();
  expect(await departments()).toEqual(['FIRE']);

  await page.getByRole('tab', { name: 'Statistics' }).click();
  await page.getByText(/^FIRE has the most: 100 % of its people/).waitFor();
  await page.getByRole('slider', { name: 'Who may open doors when' }).focus();
  await page.keyboard.press('End');
  await page.getByText(/^Sun 23:00–24:00: \d+ people \(100 %\)$/).waitFor();

  await page.goto(`${product.url}/keys/key-plans`);
  await press(page, 'More about City buildings');
  await page.getByRole('menuitem', { name: 'Duplicate...' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Duplicate', exact: true }).click();
  await page.getByRole('heading', { name: 'City buildings (copy)' }).waitFor();
  const { keyplans } = await product.must(keyPlans.list, { query: { is_active: 'false' } });
  expect(keyplans).toMatchObject([{ name: 'City buildings (copy)', rules: 2 }]);
  await page.context().close();
});
