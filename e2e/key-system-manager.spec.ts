import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type KeySystemConnection, keyPlans, keySystems, type SandboxPeers } from '@key2xs/contract';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openContext, type SignedIn, settled } from './lib/browser';
import { commandSandbox } from './lib/command-sandbox';
import { useStage } from './lib/fixtures';
import { addKeySystem, sandboxPeer } from './lib/scenario';
import { signedIn } from './lib/signed-in';

const stage = useStage();
const wide = { width: 1_440, height: 900, isDark: false };
let session: SignedIn;
let headOffice: string;
let page: Page;

beforeAll(async () => {
  session = await signedIn(stage);
  const { product } = stage;
  const peer = await sandboxPeer(product);
  headOffice = (await addKeySystem(product, 'Head office', peer)).id;
  await store('South gate', { ...peer, cliq_api_url: 'https://south.invalid' });
  const annex = await store('Annex', { ...peer, cliq_api_url: 'https://annex.invalid' });
  await product.must(keySystems.update, { params: { id: annex.id }, body: { is_active: false } });
  const plan = await product.must(keyPlans.create, { body: { name: 'Town', description: 'Who opens what' } });
  const params = { keyplan_id: plan.id };
  await product.must(keyPlans.linkKeySystems, { params, body: { connection_ids: [headOffice] } });
});

beforeEach(async () => {
  const context = await openContext(stage.browser, wide, session);
  page = await context.newPage();
  await go('/key-systems');
});
afterEach(() => page.context().close());

/** Stores a connection without calling it. */
async function store(name: string, peer: SandboxPeers['key_system']): Promise<KeySystemConnection> {
  const { cliq_api_url, domain_name, client_certificate_bundle_pem } = peer;
  const bytes = new TextEncoder().encode(client_certificate_bundle_pem);
  const client_certificate_bundle_pem_file = { name: 'client.pem', arrayBuffer: async () => bytes.buffer };
  return stage.product.must(keySystems.create, {
    body: { name, system_type: 'CLIQ_WEB_MANAGER', cliq_api_url, domain_name, client_certificate_bundle_pem_file },
  });
}

async function go(path: string): Promise<void> {
  await page.goto(stage.product.url + path);
  await page.getByRole('heading', { level: 1, name: 'Key System Manager' }).waitFor();
  await settled(page);
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const card = (name: string) => page.getByRole('region', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const sees = (text: string) => page.getByText(text, { exact: true }).first().waitFor();

/** Waits until exactly these cards are shown, in this order. */
async function expectCards(...names: string[]): Promise<void> {
  const shown = () => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  await expect.poll(shown).toEqual(names);
}

async function choose(filter: string, value: string): Promise<void> {
  await page.getByRole('combobox', { name: filter, exact: true }).click();
  await page.getByRole('option', { name: value, exact: true }).click();
}

async function chooseAction(name: string, action: string): Promise<void> {
  await button(`More actions for ${name}`).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

test('finds key systems by name and endpoint, and by status and type', async () => {
  await expectCards('Annex', 'Head office', 'South gate');
  const search = page.getByRole('searchbox', { name: 'Search key systems...' });
  await search.fill('south.invalid');
  await expectCards('South gate');
  await search.fill('cliq web manager');
  await expectCards('Annex', 'Head office', 'South gate');
  await choose('Status', 'Inactive');
  await expectCards('Annex');
  await choose('System type', 'CLIQ Web Manager');
  await search.fill('nothing of that kind');
  await sees('No key systems match your current search or filters.');
  await button('Clear Filters').click();
  await expectCards('Annex', 'Head office', 'South gate');
});

test('orders key systems, and keeps the order in the address', async () => {
  await button('Ascending. Sort descending').click();
  await expectCards('South gate', 'Head office', 'Annex');
  await choose('Sort by', 'Created');
  await expectCards('Annex', 'South gate', 'Head office');
  await choose('Sort by', 'Last interaction');
  await expectCards('Head office', 'Annex', 'South gate');
  await choose('Sort by', 'Status');
  await page.reload();
  await expectCards('Head office', 'South gate', 'Annex');
  await choose('Sort by', 'System type');
  await expectCards('Annex', 'Head office', 'South gate');
});

test('edits a key system; Cancel leaves it as it was', async () => {
  await chooseAction('Annex', 'Edit Connection');
  const name = dialog('Edit Connection').getByLabel('Connection Name');
  await name.fill('Annex of the town hall');
  await button('Cancel').click();
  await dialog('Annex').getByRole('button', { name: 'Edit', exact: true }).click();
  expect(await name.inputValue()).toBe('Annex');
  await dialog('Edit Connection').getByLabel('Description').fill('Behind the town hall');
  await button('Save').click();
  await sees("Connection 'Annex' updated successfully.");
  await button('Close Annex').click();
  await dialog('Annex').waitFor({ state: 'detached' });
  await card('Annex').getByText('Behind the town hall').waitFor();
});

test('reports a conflicting edit and reloads', async () => {
  await chooseAction('Head office', 'Edit Connection');
  const form = dialog('Edit Connection');
  await form.getByLabel('Description').fill('mine');
  const params = { id: headOffice };
  await stage.product.must(keySystems.update, { params, body: { description: 'theirs' } });
  await button('Save').click();
  await sees('Another administrator has changed this connection.');
  expect(await form.getByLabel('Description').inputValue()).toBe('mine');
  await button('Reload').click();
  await expect.poll(() => form.getByLabel('Description').inputValue()).toBe('theirs');
});

test('opens a key system by its address, and tests it step by step', async () => {
  await go(`/key-systems?connection=${headOffice}&tab=test`);
  await button('Test now').click();
  await sees('The connection works.');
  expect(await dialog('Head office').getByRole('listitem').count()).toBe(7);
  await page.getByRole('tab', { name: 'Inventory' }).click();
  await page.getByRole('region', { name: 'What this connection can do' }).waitFor();
  expect(page.url()).toContain('tab=inventory');
});

test('does not delete what a key plan refers to, and says where to go', async () => {
  await chooseAction('Head office', 'Delete');
  await sees('Are you sure you want to delete Head office?');
  await dialog('Delete Key System Connection').getByRole('button', { name: 'Delete', exact: true }).click();
  await sees("Failed to delete connection 'Head office'.");
  await page.getByRole('link', { name: '1 key plan', exact: true }).click();
  await page.waitForURL('**/keys/key-plans');
});

test('stops a reading that lost too much, until a person accepts the loss', async () => {
  const reads = `/key-systems?connection=${headOffice}&tab=inventory`;
  await go(reads);
  await commandSandbox(stage.dataDir, 'script lost_records');
  await button('Read now').click();
  await page.getByText(/lists 4 cylinder groups, and 37 of the 41 that were known are gone/).waitFor();
  await button('Accept the loss…').click();
  await page.getByLabel('Reason').fill('Groups were merged');
  await button('Accept and read again').click();
  await page.getByText(/lists 29 cylinders, and 267 of the 296 that were known are gone/).waitFor();
  await commandSandbox(stage.dataDir, 'script off');
  await button('Read now').click();
  await page.getByText('The last reading was stopped').waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await stage.product.must(keySystems.get, { params: { id: headOffice } })).cylinder_groups)
    .toBe(41);
});

test('exchanges the client certificate for another one, and goes back', async () => {
  const pki = JSON.parse(await readFile(join(stage.dataDir, 'sandbox', 'pki.json'), 'utf8'));
  const next = [
    {
      name: 'next.crt',
      mimeType: 'application/x-x509-ca-cert',
      buffer: Buffer.from(pki.second_client.cert + pki.authority.cert),
    },
    { name: 'next.key', mimeType: 'application/octet-stream', buffer: Buffer.from(pki.second_client.key) },
  ];
  await go(`/key-systems?connection=${headOffice}&tab=certificates`);
  await page.locator('input[type=file]').setInputFiles(next);
  await button('Add as standby').click();
  await sees('The standby certificate was added. Test it before you make it active.');
  await button('Test with this one').click();
  await sees('The connection works.');
  for (const _ of ['there', 'and back']) {
    await button('Make active').click();
    await page.getByRole('group').getByRole('button', { name: 'Make active' }).click();
    await sees("'Head office' now uses the new certificate.");
    await page.getByText("'Head office' now uses the new certificate.").waitFor({ state: 'detached' });
  }
  await button('Remove').click();
  await page.getByRole('group').getByRole('button', { name: 'Remove' }).click();
  await sees('The standby certificate was removed.');
});

test('deletes after a question', async () => {
  await chooseAction('South gate', 'Delete');
  await sees('This action cannot be undone. All associated configuration will be permanently removed.');
  await dialog('Delete Key System Connection').getByRole('button', { name: 'Delete', exact: true }).click();
  await sees("Connection 'South gate' deleted successfully.");
  await expectCards('Annex', 'Head office');
});
