import { accessRules, keyPlans } from '@key2xs/contract';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { addActivePlan, openPlan, pick } from './lib/data/plans';
import { useStage } from './lib/fixtures';
import { signedIn } from './lib/signed-in';

const stage = useStage();

let planId = '';

beforeAll(async () => {
  await signedIn(stage);
  ({ planId } = await addActivePlan(stage.product));
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const listRules = async () =>
  (await stage.product.must(accessRules.list, { params: { keyplan_id: planId }, query: {} })).items;
const idsByName = async () => Object.fromEntries((await listRules()).map(({ id, name }) => [name, id]));

/** In the message about what was done. */
const inMessage = (page: Page, text: string | RegExp, act: 'Undo' | 'Redo') =>
  page.locator('.toast', { hasText: text }).getByRole('button', { name: act });

async function addRule(page: Page, department: string): Promise<void> {
  await button(page, 'Add rule').click();
  await pick(page, /^Departments/, department);
  await pick(page, /^Access profiles/, 'Fire stations');
  await button(page, 'Create rule').click();
}

test('where edits take effect at once, an undo by which many people lose doors asks first', async () => {
  const page = await openPlan(stage, planId, { tab: 'rules' });
  await addRule(page, 'POLICE');
  await inMessage(page, "Rule 'POLICE: Fire stations' created.", 'Undo').click();
  const question = page.getByRole('dialog', { name: /^Let \d+ people lose doors\?$/ });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await listRules()).toHaveLength(2);
  await button(page, 'Undo').first().click();
  await question.getByRole('button', { name: 'Yes, continue' }).click();
  await page.getByText(/^Undone: Rule 'POLICE: /).waitFor();
  expect(await listRules()).toHaveLength(1);
  await page.context().close();
});

describe('where edits wait', () => {
  beforeAll(async () => {
    await stage.product.must(keyPlans.update, { params: { id: planId }, body: { takes_effect: 'on_activation' } });
  });

  test('rules come and go by undo and redo, under the ids that they had', async () => {
    const page = await openPlan(stage, planId, { tab: 'rules' });
    const rule = (name: RegExp) => page.getByRole('heading', { name, level: 3 });

    const before = Object.keys(await idsByName());
    await addRule(page, 'FINANCE');
    const made = rule(/^FINANCE: Fire stations/);
    await made.waitFor();
    const { 'FINANCE: Fire stations': added } = await idsByName();
    await inMessage(page, "Rule 'FINANCE: Fire stations' created.", 'Undo').click();
    await made.waitFor({ state: 'detached' });
    expect(Object.keys(await idsByName())).toEqual(before);
    await inMessage(page, /^Undone: /, 'Redo').click();
    await made.waitFor();
    expect(await idsByName()).toMatchObject({ 'FINANCE: Fire stations': added });

    await button(page, 'Delete rule FINANCE: Fire stations').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await made.waitFor({ state: 'detached' });
    await button(page, 'Undo').first().click();
    await made.waitFor();
    expect(await idsByName()).toMatchObject({ 'FINANCE: Fire stations': added });
    await page.context().close();
  });

  test('a later change by another user is not undone, and its author is named', async () => {
    const page = await openPlan(stage, planId, { tab: 'rules' });
    await page.getByRole('switch', { name: 'Rule Fire stations is switched on' }).press('Space');
    await page.getByText("Rule 'Fire stations' is switched off.").waitFor();
    const rule = (await listRules()).find(({ name }) => name === 'Fire stations');
    if (!rule) throw new Error('the rule is gone');
    const params = { keyplan_id: planId, rule_id: rule.id };
    await stage.product.must(accessRules.update, { params, body: { name: 'Stations' } });
    await button(page, 'Undo').first().click();
    const dialog = page.getByRole('dialog', { name: 'Not undone' });
    await dialog.getByText(new RegExp(`^${stage.username} changed the rule 'Stations' on `)).waitFor();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    expect((await listRules()).find(({ id }) => id === rule.id)).toMatchObject({ name: 'Stations', is_active: false });
    await expect.poll(() => button(page, 'Undo').first().getAttribute('aria-disabled')).toBe('true');
    await page.context().close();
  });
});
