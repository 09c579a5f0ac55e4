import { keyPlans } from '@key2xs/contract';
import type { Page } from 'playwright-core';
import { type Look, openContext } from '../browser';
import type { Stage } from '../fixtures';
import type { Product } from '../product';
import {
  activatePlan,
  addDepartmentRule,
  addPlan,
  addStaff,
  connectKeySystem,
  fireStations,
  runSync,
} from '../scenario';
import { signedIn } from '../signed-in';
import { loadLists } from './lists';

export const wide: Look = { width: 1_440, height: 900, isDark: false };
export const phone: Look = { width: 390, height: 844, isDark: false };

/** A plan without rules, over the people of a small staff list and the doors of a key system. */
export async function addTownPlan(product: Product) {
  const sourceId = await addStaff(product, 'Town staff', (await loadLists({ isSmall: true })).first);
  const systemId = await connectKeySystem(product, 'Town hall');
  const { planId } = await addPlan(product, { sourceId, systemId });
  return { sourceId, systemId, planId };
}

/** An active plan with a rule in force for many people; further edits take effect immediately. */
export async function addActivePlan(product: Product, more: readonly { name: string; departments: string[] }[] = []) {
  const town = await addTownPlan(product);
  const objects = await fireStations(product);
  for (const rule of [{ name: 'Fire stations', departments: ['FIRE'] }, ...more]) {
    await addDepartmentRule(product, town, { ...rule, objects });
  }
  await activatePlan(product, town.planId);
  return { ...town, objects };
}

/** The same, but further edits wait for an activation. */
export async function addWaitingPlan(product: Product) {
  const plan = await addActivePlan(product);
  await product.must(keyPlans.update, { params: { id: plan.planId }, body: { takes_effect: 'on_activation' } });
  return plan;
}

/** The same, synced to the key system. @returns its id */
export async function addRecordedPlan(product: Product): Promise<string> {
  const { planId, systemId } = await addWaitingPlan(product);
  await runSync(product, systemId);
  return planId;
}

/** A tab of a plan, in a separate signed-in browser. */
export async function openPlan(
  stage: Stage,
  planId: string,
  { tab, look = wide }: { tab: string; look?: Look },
): Promise<Page> {
  const context = await openContext(stage.browser, look, await signedIn(stage));
  const page = await context.newPage();
  await page.goto(`${stage.product.url}/keys/key-plans/${planId}?tab=${tab}`);
  return page;
}

/** Chooses the first match in a picker of the rule form. */
export async function pick(page: Page, label: RegExp, text: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(text);
  await page
    .getByRole('option', { name: new RegExp(`^${text} \\(`, 'i') })
    .first()
    .click();
}
