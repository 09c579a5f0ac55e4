import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { administratorList, administrators } from '@key2xs/contract';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { localhostIdentity } from '../apps/server/test/mail-server';
import { aReceiver, type ReceivedCall, verified } from '../apps/server/test/receiver';
import { openContext } from './lib/browser';
import { isClean } from './lib/checks/is-clean';
import { useStage } from './lib/fixtures';
import { signedIn } from './lib/signed-in';
import { addSubAdmin } from './lib/sub-admins';

let folder = '';
/** The product may call this machine, and trusts receivers on it. */
const stage = useStage({
  env: async () => {
    folder = await mkdtemp(join(tmpdir(), 'key2xs-trusted-'));
    const KEY2XS_CA_FILE = join(folder, 'authority.pem');
    await writeFile(KEY2XS_CA_FILE, localhostIdentity.cert);
    return { KEY2XS_CA_FILE, KEY2XS_ALLOWED_HOSTS: 'localhost' };
  },
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const look = { width: 1_440, height: 900, isDark: false };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function takeSecret(page: Page): Promise<string> {
  const once = page.getByRole('dialog', { name: 'Secret of the webhook' });
  const secret = await once.getByLabel('Secret', { exact: true }).inputValue();
  await isClean(page);
  await once.getByRole('button', { name: 'I have stored it' }).click();
  await once.waitFor({ state: 'detached' });
  return secret;
}

/** An event that webhooks receive. */
async function suspend(username: string): Promise<string> {
  const { product } = stage;
  const { items } = await product.must(administratorList.page, { query: { search: username } });
  const id = items[0]?.id ?? '';
  await product.must(administrators.suspend, { params: { id }, body: { reason: 'Left' } });
  return id;
}

async function called(receiver: { until: (count: number) => Promise<ReceivedCall | undefined> }, count: number) {
  const call = await receiver.until(count);
  if (!call) throw new Error('there is no such call');
  return call;
}

test('a webhook is added, its secret shown once; events are logged, sent again and, with a new secret, signed by both', async () => {
  const receiver = await aReceiver();
  const host = `localhost:${receiver.port}`;
  const session = await signedIn(stage);
  for (const name of ['zoe', 'otto']) await addSubAdmin(stage.product, name, ['view_cylinders']);
  const context = await openContext(stage.browser, look, session);
  const page = await context.newPage();
  await page.goto(`${stage.product.url}/developers?tab=webhooks`);
  await button(page, 'Add webhook').click();
  const form = page.getByRole('dialog', { name: 'Add webhook' });
  await form.getByLabel('Address').fill(receiver.url);
  await form.getByRole('checkbox', { name: /^An administrator was suspended/ }).check();
  await isClean(page);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  const secret = await takeSecret(page);
  await page.reload();
  await button(page, `Log of ${host}`).waitFor();
  expect(await page.content()).not.toContain(secret);

  receiver.answers.push(500);
  await button(page, `Send a test to ${host}`).click();
  await page.getByText('The receiver answered 500.').waitFor();
  expect(await page.content()).not.toContain('a secret of the receiver');

  const zoe = await suspend('zoe');
  const call = await called(receiver, 2);
  expect(verified(secret, call)).toMatchObject({
    type: 'administrator.suspended',
    data: { administrator_id: zoe },
    sequence: 2,
  });
  expect(call.body).not.toContain('"zoe"');
  await button(page, `Log of ${host}`).click();
  const log = page.getByRole('dialog', { name: `Sent to ${host}` });
  await log.getByText('Delivered', { exact: true }).waitFor();
  await log.getByText(/The receiver answered 204 in \d+ ms\./).waitFor();
  await isClean(page);
  await log.getByRole('button', { name: 'Send again: event 2' }).click();
  const again = await called(receiver, 3);
  expect(again.headers['webhook-id']).toBe(call.headers['webhook-id']);
  await log.getByRole('button', { name: /^Close/ }).click();

  await button(page, `New secret for ${host}`).click();
  await button(page, 'Create secret').click();
  const next = await takeSecret(page);
  await page.getByText(/^Until .* calls are signed with the former secret too\.$/).waitFor();
  await suspend('otto');
  const both = await called(receiver, 4);
  expect([verified(secret, both), verified(next, both)]).toMatchObject([{ sequence: 3 }, { sequence: 3 }]);
  expect(both.headers['webhook-signature']?.toString().split(' ')).toHaveLength(2);

  await button(page, `Delete the webhook ${host}`).click();
  await button(page, 'Delete webhook').click();
  await page.getByText('No webhooks yet').waitFor();
  await context.close();
});
