import { accessRules } from '@key2xs/contract';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { addTownPlan, openPlan, phone, pick } from './lib/data/plans';
import { useStage } from './lib/fixtures';
import { signedIn } from './lib/signed-in';

const stage = useStage();

let planId = '';

/** A plan without rules, over people and doors. */
beforeAll(async () => {
  await signedIn(stage);
  ({ planId } = await addTownPlan(stage.product));
});

const listRules = async () =>
  (await stage.product.must(accessRules.list, { params: { keyplan_id: planId }, query: {} })).items;

const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name, exact: true });
const sees = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** Where hours of a day are on the painted week. */
async function spot(page: Page, day: number, hour: number): Promise<[number, number]> {
  const grid = page.getByRole('group', { name: 'Paint the week' });
  await grid.scrollIntoViewIfNeeded();
  const box = await grid.boundingBox();
  if (!box) throw new Error('the week is not shown');
  // A little to the right, as a hand is: it snaps to the quarter of an hour.
  return [box.x + (hour / 24) * box.width + 0.5, box.y + ((day - 0.5) / 7) * box.height];
}

async function stroke(page: Page, from: [day: number, hour: number], to: [day: number, hour: number]): Promise<void> {
  await page.mouse.move(...(await spot(page, ...from)));
  await page.mouse.down();
  await page.mouse.move(...(await spot(page, ...to)), { steps: 4 });
  await page.mouse.up();
}

test('a rule is made, painted by mouse and keys, changed during another edit, copied, and many are edited at once', async () => {
  const page = await openPlan(stage, planId, { tab: 'rules' });

  await button(page, 'Add the first rule').click();
  await pick(page, /^Departments/, 'FINANCE');
  await pick(page, /^Access profiles/, 'Fire stations');
  await sees(page, /^\d+ people now$/);
  await button(page, 'at any time').click();
  await stroke(page, [1, 6], [5, 22]);
  await sees(page, 'Mon–Fri 06:00–22:00');
  const grid = page.getByRole('group', { name: 'Paint the week' });
  await stroke(page, [2, 12], [2, 13]); // dragged as a whole
  await grid.getByRole('button', { name: 'Tue 07:00–23:00' }).waitFor();
  await button(page, 'Create rule').click();
  await sees(page, /^Rule '.*' created\.$/);
  const [made] = await listRules();
  expect(made?.time_restrictions).toMatchObject([
    { days: [1, 3, 4, 5], from: '06:00', to: '22:00' },
    { days: [2], from: '07:00', to: '23:00' },
  ]);

  await button(page, /^Edit rule FINANCE/).click();
  const drawer = page.getByRole('dialog', { name: /^Edit rule/ }); // its name changes with the rule's;
  await button(drawer, /^Mon, Wed–Fri 06:00/).click();
  await button(drawer, 'Nights').waitFor();
  await grid.getByRole('button', { name: /^Tue/ }).focus();
  await page.keyboard.press('Delete');
  await grid.getByRole('button', { name: /^Mon/ }).focus();
  for (let quarters = 0; quarters < 2; quarters += 1) await page.keyboard.press('ArrowRight');
  for (let hours = 0; hours < 3; hours += 1) await page.keyboard.press('Shift+ArrowDown');
  await grid.getByRole('button', { name: 'Mon 06:30–01:30 (next day)' }).waitFor();
  await grid.focus();
  await page.keyboard.press('Tab'); // to a bar and back: the cursor stands at Monday 08:00
  await page.keyboard.press('Shift+Tab');
  for (let days = 0; days < 6; days += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  for (let hours = 0; hours < 4; hours += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press(' ');
  await grid.getByRole('button', { name: 'Sun 08:00–12:00' }).waitFor();

  // Another user saves the same rule meanwhile.
  if (!made) throw new Error('no rule was made');
  const { id: rule_id } = made;
  const theirs = { params: { keyplan_id: planId, rule_id }, body: { name: 'Treasury' } };
  await stage.product.must(accessRules.update, theirs);
  await button(drawer, 'Save rule').click();
  await sees(page, / has changed this rule in the meantime\./);
  await button(page, 'Take over: Name').click();
  await button(page, 'Save this version').click();
  await sees(page, "Rule 'Treasury' saved.");
  const [changed] = await listRules();
  expect(changed).toMatchObject({ name: 'Treasury', version: 3 });
  expect(changed?.time_restrictions).toContainEqual(expect.objectContaining({ days: [7], from: '08:00', to: '12:00' }));

  await button(page, 'Copy rule Treasury').click();
  await page.getByLabel('Rule name').fill('Treasury by night');
  await button(page, 'Create rule').click();
  await page.getByRole('heading', { name: /^Treasury by night/ }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await button(page, 'Switch 2 off').click();
  await sees(page, '2 rules are switched off.');
  expect((await listRules()).map(({ is_active }) => is_active)).toEqual([false, false]);
  await page.context().close();
});

test('a rule is written by keys alone: Enter takes the first match shown, and Tab leaves an open list for the next field', async () => {
  const page = await openPlan(stage, planId, { tab: 'rules' });
  await button(page, /^Add (the first )?rule$/).click();
  const who = page.getByRole('combobox', { name: /^Departments/ });
  const what = page.getByRole('combobox', { name: /^Access profiles/ });
  const hasFocus = (field: Locator) => field.evaluate((one) => one === one.ownerDocument.activeElement);
  await expect.poll(() => hasFocus(who)).toBe(true);
  await page.keyboard.type('f', { delay: 60 });
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Tab');
  expect(await hasFocus(what)).toBe(true);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('inance', { delay: 60 });
  await page.getByRole('option', { name: /^FINANCE \(/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('fire stat', { delay: 60 });
  await page.getByRole('option', { name: /^Fire stations \(/ }).waitFor();
  await page.keyboard.press('Enter');
  await page
    .getByRole('region', { name: 'The rule in words' })
    .getByText(/^Everyone in FINANCE may open Fire stations/)
    .waitFor();
  await page.context().close();
});

test('a rule is made and changed on a phone', async () => {
  const page = await openPlan(stage, planId, { tab: 'rules', look: phone });
  await button(page, /^Add (the first )?rule$/).click();
  await pick(page, /^Departments/, 'POLICE');
  await pick(page, /^Access profiles/, 'Fire stations');
  await button(page, 'Create rule').click();
  await sees(page, /^Rule '.*' created\.$/);
  await button(page, /^Edit rule POLICE/).click();
  const sheet = page.getByRole('dialog', { name: /^Edit rule POLICE/ });
  await button(sheet, 'at any time').click();
  await button(sheet, 'Weekdays 06–22').click();
  await button(sheet, 'Save rule').click();
  await sees(page, /^Rule '.*' saved\.$/);
  const made = (await listRules()).find(({ name }) => name.startsWith('POLICE'));
  expect(made?.time_restrictions).toMatchObject([{ from: '06:00', to: '22:00' }]);
  await page.context().close();
});
