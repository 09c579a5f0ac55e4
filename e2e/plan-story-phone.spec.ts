import { accessRules, keyPlans } from '@key2xs/contract';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openContext } from './lib/browser';
import { loadLists } from './lib/data/lists';
import { useStage } from './lib/fixtures';
import { readKeySystem } from './lib/key-system';
import {
  activatePlan,
  addDepartmentRule,
  addPlan,
  addStaff,
  connectKeySystem,
  fireStations,
  runSync,
  sandboxPeer,
} from './lib/scenario';
import { signedIn } from './lib/signed-in';
import { tap } from './lib/tap';

const stage = useStage();
const phone = { width: 390, height: 844, isDark: false, hasTouch: true as const };

/** An active plan that is recorded, with a rule for the fire stations, whose further edits wait. @returns its id */
async function seed(): Promise<string> {
  const { product } = stage;
  const sourceId = await addStaff(product, 'Town staff', (await loadLists({ isSmall: true })).first);
  const systemId = await connectKeySystem(product, 'Town hall');
  const { planId } = await addPlan(product, { sourceId, systemId });
  const objects = await fireStations(product);
  await addDepartmentRule(product, { sourceId, planId }, { name: 'Fire stations', departments: ['FIRE'], objects });
  await activatePlan(product, planId);
  await product.must(keyPlans.update, { params: { id: planId }, body: { takes_effect: 'on_activation' } });
  await runSync(product, systemId);
  return planId;
}

const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const sees = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

test('a rule is changed, activated, synced and taken back on a phone', async () => {
  const { product } = stage;
  const session = await signedIn(stage);
  const planId = await seed();
  const before = await peopleRecorded();
  const context = await openContext(stage.browser, phone, session);
  const page = await context.newPage();
  const address = `${product.url}/keys/key-plans/${planId}`;

  await page.goto(`${address}?tab=rules`);
  const gaining = await widen(page);
  expect(await departmentsOf(planId)).toEqual(['FINANCE', 'FIRE']);
  await tap(page, page.getByRole('link', { name: 'Preview', exact: true }));
  await sees(page, 'FINANCE');
  await activate(page);
  await sync(page);
  expect(await peopleRecorded()).toBe(before + gaining);

  const { version_in_force: latest } = await product.must(keyPlans.get, { params: { id: planId } });
  await page.goto(`${address}?tab=impact`);
  await choose(page, 'From', new RegExp(`^Version ${latest - 1},`));
  await sees(page, `From one to the other, ${gaining} people would gain doors.`);
  await choose(page, 'To', new RegExp(`^Version ${latest},`));
  await sees(page, new RegExp(`^${gaining} people`));

  await tap(page, page.getByRole('tab', { name: 'History' }));
  await tap(page, button(page, `Restore version ${latest - 1}`));
  await tap(page, button(dialog(page), 'Restore'));
  await sees(page, `1 change not yet in force: ${gaining} people lose doors.`);
  await activate(page, gaining);
  await sync(page, { isStopped: true });
  expect(await peopleRecorded()).toBe(before);
  expect(await departmentsOf(planId)).toEqual(['FIRE']);
  await context.close();
});

/** Adds a department to the rule's sentence. @returns how many people gain doors by it */
async function widen(page: Page): Promise<number> {
  await tap(page, button(page, 'Edit rule Fire stations'));
  const sheet = page.getByRole('dialog', { name: 'Edit rule Fire stations' });
  await tap(page, button(sheet, 'in FIRE'));
  await sheet.getByRole('combobox', { name: /^Departments/ }).fill('FINANCE');
  await tap(page, page.getByRole('option', { name: /^FINANCE \(/ }));
  const said = await sheet
    .getByText(/\d+ people would gain doors/)
    .first()
    .textContent();
  await tap(page, button(sheet, 'Save rule'));
  const gaining = Number(/(\d+) people would gain/.exec(said ?? '')?.[1]);
  await sees(page, `1 change not yet in force: ${gaining} people gain doors.`);
  return gaining;
}

async function choose(page: Page, label: string, option: RegExp): Promise<void> {
  await tap(page, page.getByRole('combobox', { name: label, exact: true }));
  await tap(page, page.getByRole('option', { name: option }));
}

async function activate(page: Page, losing = 0): Promise<void> {
  await tap(page, button(page, 'Activate...'));
  if (losing > 0) await tap(page, dialog(page).getByRole('checkbox', { name: `Yes, ${losing} people lose doors.` }));
  await tap(page, button(dialog(page), 'Activate'));
  await sees(page, /is active, with all its changes\.$/);
}

/** Previews a sync on its own screen and applies it; what takes doors away the guard stops first. */
async function sync(page: Page, { isStopped } = { isStopped: false }): Promise<void> {
  await page.goto(`${stage.product.url}/connection-manager`);
  await tap(page, button(page, /^Preview sync/).first());
  await tap(page, button(page, isStopped ? 'Allow once…' : 'Review and apply'));
  if (isStopped) await dialog(page).getByRole('textbox').fill('Back to the version before');
  await tap(page, button(dialog(page), isStopped ? 'Allow once and apply' : /^Apply/));
  await sees(page, /people may (no longer )?open \d+ doors/);
}

async function departmentsOf(planId: string): Promise<string[] | undefined> {
  const { items } = await stage.product.must(accessRules.list, { params: { keyplan_id: planId }, query: {} });
  return items
    .find(({ name }) => name === 'Fire stations')
    ?.subjects.map(({ name }) => name)
    .toSorted();
}

async function peopleRecorded(): Promise<number> {
  const { persons } = await readKeySystem(await sandboxPeer(stage.product));
  return persons.filter(({ reference, active }) => reference !== null && active).length;
}
