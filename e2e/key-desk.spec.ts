import { keyCounts, keyDesk, keyRings, keys } from '@key2xs/contract';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openContext } from './lib/browser';
import { isClean } from './lib/checks/is-clean';
import { useStage } from './lib/fixtures';
import { addStaff, connectKeySystem } from './lib/scenario';
import { signedIn } from './lib/signed-in';

const stage = useStage();
const wide = { width: 1_440, height: 900, isDark: false };
const phone = { width: 390, height: 844, isDark: true };
const staff = 'external_id,display_name,department\n1,Ada Invented,Ward 3\n2,Bo Made-Up,Kitchen\n3,Cy Lender,Kitchen\n';

let inStock: string[];

beforeAll(async () => {
  const { product, username, password } = stage;
  await product.signIn(username, password);
  await addStaff(product, 'Staff', { name: 'staff.csv', content: Buffer.from(staff) });
  await connectKeySystem(product, 'Town hall');
  const { items } = await product.must(keys.list, { query: { custody: 'in_stock', limit: 10 } });
  inStock = items.map(({ marking }) => marking);
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Types a name or number, and takes the first person offered. */
async function choosePerson(page: Page, text: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Who gets the keys' }).pressSequentially(text);
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
}

const custodyOf = async (marking: string | undefined) => {
  const { items } = await stage.product.must(keys.list, { query: { search: marking } });
  return items.find((key) => key.marking === marking);
};

test('two keys are handed out by keyboard, scanned as one word, and one of them is taken back', async () => {
  const context = await openContext(stage.browser, wide, await signedIn(stage));
  const page = await context.newPage();
  const [one = '', two = ''] = inStock;
  await page.goto(`${stage.product.url}/keys/manage`);
  await button(page, 'Hand out').press('Enter');
  await heading(page, 'Hand out keys');
  await choosePerson(page, 'ada'); // the field has the focus
  await page.keyboard.type(`${one}${two}`); // and now the next one
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: 'Keys on the list' });
  await list.getByText(two, { exact: true }).waitFor();
  await page.getByText(/may open no door of/).waitFor();
  await isClean(page);
  await page.getByLabel('Reason or note').pressSequentially('Starts today.');
  await button(page, 'Sign for 2 keys').press('Enter');
  const receipt = page.getByRole('dialog', { name: 'Receipt', exact: true });
  await receipt.getByText(/^[0-9a-f]{64}$/).waitFor();
  await isClean(page);
  await receipt.getByRole('radio', { name: 'Sign on paper' }).press('Space');
  await receipt.getByRole('button', { name: 'Hand out', exact: true }).press('Enter');
  await page.getByText('2 keys handed out to Ada Invented.').waitFor();
  expect((await custodyOf(one))?.custody).toMatchObject({ state: 'handed_out', holder: { name: 'Ada Invented' } });

  await button(page, 'All keys').press('Enter');
  await button(page, 'Take back').press('Enter');
  await heading(page, 'Take keys back');
  await page.keyboard.type(one);
  await page.keyboard.press('Enter');
  await list.getByText(one, { exact: true }).waitFor();
  await button(page, 'Take back without receipt').press('Enter');
  await page.getByText('1 key taken back.').waitFor();
  expect((await custodyOf(one))?.custody.state).toBe('in_stock');
  expect((await custodyOf(two))?.custody.state).toBe('handed_out');
  await context.close();
});

test('a key is signed for on a phone, and its history and receipt are with the key', async () => {
  const context = await openContext(stage.browser, phone, await signedIn(stage));
  const page = await context.newPage();
  const marking = inStock[2] ?? '';
  await page.goto(`${stage.product.url}/keys/manage?desk=hand_out`);
  await choosePerson(page, 'bo made');
  await page.getByLabel('Scan or type a key').fill(marking);
  await page.keyboard.press('Enter');
  await page.getByText(/may open no door of/).waitFor();
  await page.getByLabel('Reason or note').fill('For the delivery.');
  await button(page, 'Sign for 1 key').click();
  const receipt = page.getByRole('dialog', { name: 'Receipt', exact: true });
  const handOut = receipt.getByRole('button', { name: 'Hand out', exact: true });
  await handOut.click();
  await receipt.getByText('Sign first.').waitFor();
  const pad = await receipt.getByRole('img', { name: 'Signature of Bo Made-Up' }).boundingBox();
  if (!pad) throw new Error('There is no pad.');
  await page.mouse.move(pad.x + 20, pad.y + 60);
  await page.mouse.down();
  for (let at = 1; at <= 20; at++) await page.mouse.move(pad.x + 20 + at * 10, pad.y + 60 + (at % 2) * 40);
  await page.mouse.up();
  await handOut.click();
  await page.getByText('1 key handed out to Bo Made-Up.').waitFor();
  const key = await custodyOf(marking);
  const { receipts } = await stage.product.must(keyDesk.get, { params: { id: key?.id ?? '' } });
  expect(receipts).toMatchObject([{ kind: 'hand_out', person_name: 'Bo Made-Up', signed: 'on_screen' }]);
  await page.goto(`${stage.product.url}/keys/manage?search=${marking}&open=${key?.id}`);
  const detail = page.getByRole('dialog', { name: marking, exact: true });
  await detail.getByRole('tab', { name: 'History' }).click();
  await detail.getByText('Handed out to').waitFor();
  await detail.getByRole('tab', { name: 'Documents' }).click();
  await detail.getByText('Signed', { exact: true }).waitFor();
  await isClean(page);
  await context.close();
});

test('all keys of a person come back by keyboard, without one that stays due', async () => {
  const { product } = stage;
  const { items: given } = await product.must(keys.list, { query: { custody: 'in_stock', limit: 3 } });
  const { items: people } = await product.must(keyDesk.recipients, { query: { search: 'cy lender' } });
  const person_id = people[0]?.id ?? '';
  const due_at = null;
  const body = { person_id, keys: given.map(({ id }) => ({ id, due_at })), reason: 'For the move.' };
  await product.must(keyDesk.handOut, { body });
  const context = await openContext(stage.browser, wide, await signedIn(stage));
  const page = await context.newPage();
  await page.goto(`${product.url}/people/${person_id}`);
  await page.getByRole('link', { name: 'Take back all keys' }).press('Enter');
  await heading(page, 'Take keys back');
  await page.getByText('Cy Lender has 3 keys.').waitFor();
  const [, stays] = given.map(({ marking }) => marking);
  await page.getByRole('checkbox', { name: `${stays} comes back` }).press('Space');
  await page.getByText('1 stays due.').waitFor();
  await isClean(page);
  await button(page, 'Take back without receipt').press('Enter');
  await page.getByText('2 keys taken back.').waitFor();
  const { items: left } = await product.must(keys.list, { query: { custodian_id: person_id } });
  expect(left.map(({ marking }) => marking)).toEqual([stays]);
  await product.must(keyDesk.takeBack, { body: { keys: left.map(({ id }) => ({ id })) } });
  await context.close();
});

test('stock is taken by keyboard: counted run together, also after a reload, closed with a correction', async () => {
  const { product } = stage;
  const { items } = await product.must(keys.list, { query: { custody: 'in_stock', limit: 100 } });
  const markings = items.map(({ marking }) => marking);
  const [missing = ''] = markings;
  const context = await openContext(stage.browser, wide, await signedIn(stage));
  const page = await context.newPage();
  await page.goto(`${product.url}/keys/stock-taking`);
  await button(page, 'Begin a count').press('Enter');
  await button(page, 'Begin').press('Enter');
  await page.getByText('Nothing is counted yet.').waitFor(); // the field has the focus
  await page.keyboard.insertText(markings.slice(1, 4).join(''));
  await page.keyboard.press('Enter');
  await page.getByText(`${markings[3]} is counted.`).waitFor();
  await page.reload();
  await page.getByText('Nothing is counted yet.').waitFor({ state: 'detached' });
  await page.getByLabel('Scan or type a key').focus();
  await page.keyboard.insertText(`${markings.slice(4).join(' ')} X-77`);
  await page.keyboard.press('Enter');
  await page.getByText('X-77 is no key.').waitFor();
  await isClean(page);
  await page.getByRole('checkbox', { name: `${missing}: Report lost` }).press('Space');
  await button(page, 'Close count').press('Enter');
  const closing = page.getByRole('dialog', { name: 'Close the count?' });
  await closing.getByRole('textbox', { name: 'Reason' }).pressSequentially('Yearly count.');
  await isClean(page);
  await closing.getByRole('button', { name: 'Close count', exact: true }).press('Enter');
  await page.getByText('Reported lost', { exact: true }).waitFor();
  expect((await custodyOf(missing))?.custody.state).toBe('lost');
  const { items: counts } = await product.must(keyCounts.list, { query: {} });
  expect(counts).toMatchObject([{ reason: 'Yearly count.', scans: markings.length }]);
  await context.close();
});

test('one key of a ring is scanned, and the rest of it comes onto the list', async () => {
  const { product } = stage;
  const { items } = await product.must(keys.list, { query: { custody: 'in_stock', limit: 3 } });
  const [one = '', two = '', three = ''] = items.map(({ marking }) => marking);
  await product.must(keyRings.create, { body: { name: 'Night guard', keys: items.map(({ id }) => id) } });
  await product.must(keyDesk.report, {
    params: { id: items[2]?.id ?? '' },
    body: { report: 'report_lost', reason: 'Told by telephone.' },
  });
  const context = await openContext(stage.browser, phone, await signedIn(stage));
  const page = await context.newPage();
  await page.goto(`${product.url}/keys/manage?desk=hand_out`);
  await page.getByLabel('Scan or type a key').fill(one);
  await page.keyboard.press('Enter');
  await page.getByText('Hangs on the ring Night guard').waitFor();
  await page.getByText(`${three} of this ring is not there.`).waitFor();
  await isClean(page);
  await button(page, `Add ${two}`).click();
  await page.getByRole('list', { name: 'Keys on the list' }).getByText(two, { exact: true }).waitFor();
  await context.close();
});
