import { join } from 'node:path';
import { cylinders, keyCases, keySystems, keys, programming } from '@key2xs/contract';
import { sendCommand } from '@key2xs/drivers/sandbox';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openContext } from './lib/browser';
import { isClean } from './lib/checks/is-clean';
import { useStage } from './lib/fixtures';
import {
  activatePlan,
  addDepartmentRule,
  addPlan,
  addStaff,
  connectKeySystem,
  importList,
  runSync,
} from './lib/scenario';
import { signedIn } from './lib/signed-in';

const stage = useStage();
const wide = { width: 1_440, height: 900, isDark: false };
const phone = { width: 390, height: 844, isDark: true };

let sourceId: string;
let systemId: string;
let doors: { external_id: string; marking: string }[];
let key: { id: string; external_id: string; marking: string };

/** So many that one who leaves stops no guard. */
const office = Array.from({ length: 40 }, (_, at) => `${100 + at},Person ${at},Office`);

/** Everybody, with Ada in this department, or without her. */
const listWith = (department: string | null) => {
  const ada = department ? [`1,Ada Invented,${department}`] : [];
  return {
    name: 'staff.csv',
    content: Buffer.from(['external_id,display_name,department', ...office, ...ada].join('\n')),
  };
};

beforeAll(async () => {
  const { product, username, password } = stage;
  await product.signIn(username, password);
  sourceId = await addStaff(product, 'Staff', listWith('Ward'));
  systemId = await connectKeySystem(product, 'Town hall');
  const { planId, libraries } = await addPlan(product, { sourceId, systemId });
  const groupOf = (name: string) => libraries.find((group) => group.name === `Library: ${name}`)?.id ?? '';
  const rules = { Ward: 'book returns', Kitchen: 'archive', Office: 'meeting rooms' };
  for (const [department, group] of Object.entries(rules)) {
    const objects = [{ object_type: 'cylinder_group' as const, object_identifier: groupOf(group) }];
    const rule = { name: department, departments: [department], objects };
    await addDepartmentRule(product, { sourceId, planId }, rule);
  }
  await activatePlan(product, planId);
  await runSync(product, systemId);
  doors = (await product.must(cylinders.list, { query: { limit: 500 } })).items;
  const free = await product.must(keys.list, { query: { custody: 'in_stock', key_type: 'dynamic', limit: 1 } });
  key = free.items[0] ?? key;
});

const sandbox = (...words: string[]) => sendCommand(join(stage.dataDir, 'sandbox'), words);

/** The doors that the key really opens, by what it and the cylinders hold. */
async function truth(): Promise<Set<string>> {
  const open = new Set<string>();
  for (const { external_id, marking } of doors) {
    const { result } = (await sandbox('opens', key.external_id, external_id)) as { result: string };
    if (result === 'granted') open.add(marking);
  }
  return open;
}

/** Reads the key system; twice, because what was changed shortly before a reading is known only once the next finds the same. */
async function read(): Promise<void> {
  for (const _ of [1, 2]) {
    const { task_id } = await stage.product.must(keySystems.readInventory, { params: { id: systemId } });
    await stage.product.ended(task_id);
  }
}

/** Imports the list with Ada in this department, or without her, and brings the key system in line. */
async function move(department: string | null): Promise<void> {
  await importList(stage.product, sourceId, listWith(department));
  await runSync(stage.product, systemId);
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** Opens a tab of the key's details. */
async function openTab(page: Page, name: string) {
  await page.goto(`${stage.product.url}/keys/manage?search=${key.marking}&open=${key.id}`);
  const detail = page.getByRole('dialog', { name: key.marking, exact: true });
  await detail.getByRole('tab', { name, exact: true }).press('Enter');
  return detail;
}

const markingIn = (text: string) => /[A-Z]{2}-\d\d-\d\d/.exec(text)?.[0] ?? '';

/** What the Access tab says: for each door whether the key opens it, and in which words the rest. */
async function saidOf(page: Page) {
  const rows = await page
    .getByRole('list', { name: /^Doors of this key/ })
    .getByRole('listitem')
    .allInnerTexts();
  const said = { opens: new Set<string>(), opensNot: new Set<string>(), unknown: new Set<string>() };
  for (const row of rows) {
    const place = row.includes('Does not open') ? said.opensNot : row.includes('Opens') ? said.opens : said.unknown;
    place.add(markingIn(row));
  }
  return { ...said, rows };
}

test('a key from the desk to its loss: what screens say is what keys and cylinders hold', async () => {
  const { product } = stage;
  const page = await (await openContext(stage.browser, wide, await signedIn(stage))).newPage();

  // Handed out against a signature: recorded, and on the key only after its update.
  await page.goto(`${product.url}/keys/manage`);
  await button(page, 'Hand out').press('Enter');
  await heading(page, 'Hand out keys');
  await page.getByRole('combobox', { name: 'Who gets the keys' }).pressSequentially('ada');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type(key.marking);
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Keys on the list' }).getByText(key.marking, { exact: true }).waitFor();
  await button(page, 'Sign for 1 key').press('Enter');
  await sign(page);
  await page.getByText('1 key handed out to Ada Invented.').waitFor();
  expect(await truth()).toEqual(new Set());
  const detail = await openTab(page, 'Overview');
  await detail.getByText('Ada Invented').waitFor();
  await detail.getByText('Being recorded').waitFor({ state: 'detached' });
  await detail.getByRole('tab', { name: 'Access', exact: true }).press('Enter');
  await read();
  await detail.getByText('Recorded: yes').first().waitFor();
  const handedOut = await saidOf(page);
  expect(handedOut.rows.filter((row) => /Desired: yes · Recorded: yes.*Update this key/s.test(row))).toHaveLength(7);
  expect([handedOut.opens, await truth()]).toEqual([new Set(), new Set()]);
  await isClean(page);

  // Updated at a device: what is recorded is effective.
  await sandbox('update-key', key.external_id);
  await read();
  await detail.getByText('Update this key').first().waitFor({ state: 'detached' });
  const ward = await truth();
  expect(ward.size).toBe(7);
  expect((await saidOf(page)).opens).toEqual(ward);
  await detail.getByRole('tab', { name: 'Updates', exact: true }).press('Enter');
  await detail.getByText('Update pending').waitFor();

  // Moved to the kitchen: the doors of the ward are withdrawn, and still open.
  await move('Kitchen');
  await read();
  await detail.getByRole('tab', { name: 'Access', exact: true }).press('Enter');
  await detail.getByText('Update this key').nth(10).waitFor();
  const moved = await saidOf(page);
  expect([moved.opens, await truth()]).toEqual([ward, ward]);
  expect(moved.opensNot.size).toBe(4);
  expect(await exposedOn(page)).toEqual(ward);
  await isClean(page);

  // That is a case, which says which doors.
  await page.goto(`${product.url}/keys/cases`);
  await page.getByRole('row', { name: `Open case Moved ${key.marking}` }).press('Enter');
  await heading(page, `Moved: key ${key.marking}`);
  await page.getByText('7 doors lost').waitFor();
  await page.getByText('4 doors gained').waitFor();
  await isClean(page);
  await page.goBack();

  // Left, with the key: a case to collect it.
  await move(null);
  const row = page.getByRole('row', { name: `Open case To be returned ${key.marking}` });
  await row.waitFor();
  await isClean(page);
  await row.press('Enter');
  await heading(page, `To be returned: key ${key.marking}`);
  await page.getByText('The holder has left.').waitFor();
  await read();
  expect(await truth()).toEqual(ward);
  await isClean(page);

  // Not returned: lost, and blocked in every cylinder that it may open.
  await button(page, 'Key is lost').press('Enter');
  const lost = page.getByRole('dialog', { name: `${key.marking} is lost` });
  await lost.getByLabel('Reason').pressSequentially('Does not answer.');
  await lost.getByRole('button', { name: 'Report lost', exact: true }).press('Enter');
  await heading(page, `Lost: key ${key.marking}`);
  const all = button(page, /^Decide about all \d+ undecided doors$/);
  await all.waitFor();
  await isClean(page);
  await all.press('Enter');
  const decide = page.getByRole('dialog', { name: /^Decide about \d+ doors$/ });
  await isClean(page);
  await decide.getByRole('button', { name: 'Decide', exact: true }).press('Enter');
  await page.getByText('Wait for work').first().waitFor();
  await page.getByText('pending', { exact: true }).nth(8).waitFor();
  expect(await exposedOn(page)).toEqual(ward);
  expect(await truth()).toEqual(ward);
  await page.goBack();
  await page.getByRole('link', { name: 'Show the work' }).press('Enter');
  const pending = page.getByRole('region', { name: /^Pending/ });
  await pending.getByText(key.marking).first().waitFor();
  expect(await pending.getByRole('listitem').count()).toBe(9);
  await page.goBack();

  // Done at the cylinders: nothing opens any more, and the case can be closed.
  await read(); // which tells the numbers of the jobs
  const jobs = await product.must(programming.list, { query: { stage: 'pending', kind: 'block', limit: 50 } });
  expect(jobs.items).toHaveLength(9);
  for (const { external_id } of jobs.items) await sandbox('do-job', external_id ?? '');
  expect(await truth()).toEqual(new Set());
  await read();
  await page.getByText('Can be closed').first().waitFor();
  await page.getByText('The key opens no door any more').waitFor();
  await isClean(page);
  await button(page, 'Close case').press('Enter');
  const closing = page.getByRole('dialog', { name: 'Close case' });
  await closing.getByRole('combobox', { name: 'How it ended' }).press('Enter');
  await page.getByRole('option', { name: 'Written off' }).click();
  await closing.getByLabel('Reason').pressSequentially('Gone.');
  await closing.getByRole('button', { name: 'Close case', exact: true }).press('Enter');
  await page.getByText('Case closed.').waitFor();
  expect(await exposedOn(page)).toEqual(new Set());

  const small = await (await openContext(stage.browser, phone, await signedIn(stage))).newPage();
  const { items } = await product.must(keyCases.list, { query: { key_id: key.id, kind: 'lost' } });
  await small.goto(`${product.url}/keys/cases/${items[0]?.id}`);
  await small.getByText('Written off').first().waitFor();
  await isClean(small);
});

/** The doors of the key on the board of withdrawn rights. */
async function exposedOn(page: Page): Promise<Set<string>> {
  await page.goto(`${stage.product.url}/keys/exposure?search=${key.marking}`);
  const rows = page.getByRole('table', { name: 'Rights that may still open a door' }).getByRole('row');
  await rows
    .or(page.getByText(/^No withdrawn right|^Nothing matches/))
    .first()
    .waitFor();
  return new Set((await rows.allInnerTexts()).flatMap((text) => markingIn(text) || []));
}

async function sign(page: Page): Promise<void> {
  const receipt = page.getByRole('dialog', { name: 'Receipt', exact: true });
  const pad = await receipt.getByRole('img', { name: 'Signature of Ada Invented' }).boundingBox();
  if (!pad) throw new Error('There is no pad.');
  await page.mouse.move(pad.x + 20, pad.y + 60);
  await page.mouse.down();
  for (let at = 1; at <= 20; at++) await page.mouse.move(pad.x + 20 + at * 10, pad.y + 60 + (at % 2) * 40);
  await page.mouse.up();
  await receipt.getByRole('button', { name: 'Hand out', exact: true }).click();
}
