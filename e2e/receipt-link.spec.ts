import { keys } from '@key2xs/contract';
import { afterAll, expect, test } from 'vitest';
import { startMailServer } from '../apps/server/test/mail-server';
import { openContext } from './lib/browser';
import { isClean } from './lib/checks/is-clean';
import { useStage } from './lib/fixtures';
import { addStaff, connectKeySystem } from './lib/scenario';
import { signedIn } from './lib/signed-in';

/** Where the mails say the product is; its port is not known before it has started. */
const publicUrl = 'http://keys.test';
const mail = startMailServer();
afterAll(async () => (await mail).close());
const stage = useStage({
  env: async () => ({
    KEY2XS_SMTP_URL: `smtp://127.0.0.1:${(await mail).port}`,
    KEY2XS_MAIL_FROM: 'Key2XS <key2xs@city.test>',
    KEY2XS_PUBLIC_URL: publicUrl,
  }),
});
const wide = { width: 1_440, height: 900, isDark: false };
const phone = { width: 390, height: 844, isDark: true };
const staff = 'external_id,display_name,department,email\n1,Ada Invented,Ward 3,ada@city.test\n';

test('a receipt is confirmed by its mailed link on a phone, once', async () => {
  const { product, browser } = stage;
  const admin = await signedIn(stage);
  await addStaff(product, 'Staff', { name: 'staff.csv', content: Buffer.from(staff) });
  await connectKeySystem(product, 'Town hall');
  const { items } = await product.must(keys.list, { query: { custody: 'in_stock', limit: 1 } });
  const marking = items[0]?.marking ?? '';
  const context = await openContext(browser, wide, admin);
  const page = await context.newPage();
  await page.goto(`${product.url}/keys/manage?desk=hand_out`);
  await page.getByRole('combobox', { name: 'Who gets the keys' }).pressSequentially('ada');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type(marking);
  await page.keyboard.press('Enter');
  await page.getByText(/may open no door of/).waitFor();
  await page.getByLabel('Reason or note').fill('Starts today.');
  await page.getByRole('button', { name: 'Sign for 1 key', exact: true }).click();
  const receipt = page.getByRole('dialog', { name: 'Receipt', exact: true });
  await receipt.getByText('Confirm by mail', { exact: true }).click();
  await receipt.getByText(/^A link is mailed to ada@city.test/).waitFor();
  await isClean(page);
  await receipt.getByRole('button', { name: 'Hand out', exact: true }).click();
  await page.getByText('The link was mailed to ada@city.test.').waitFor();
  const [mailed = ''] =
    /http\S+receipt-confirmation#[\w-]+/.exec(await (await mail).until(/receipt-confirmation#/)) ?? [];
  const link = mailed.replace(publicUrl, product.url);
  const documents = async () => {
    await page.goto(`${product.url}/keys/manage?open=${items[0]?.id}`);
    await page.getByRole('tab', { name: 'Documents' }).click();
  };
  await documents();
  await page.getByText(/^Waits for confirmation since/).waitFor();
  await page.getByRole('button', { name: 'Send again', exact: true }).waitFor();
  await isClean(page);

  const theirs = await openContext(browser, phone);
  const visitor = await theirs.newPage();
  await visitor.goto(link);
  await visitor.getByRole('list', { name: 'Keys' }).getByText(marking).waitFor();
  await isClean(visitor);
  await visitor.getByRole('button', { name: 'Confirm', exact: true }).click();
  await visitor.getByText('Confirmed. Thank you.').waitFor();
  await visitor.goto('about:blank');
  await visitor.goto(link);
  await visitor.getByText('This link does not work').waitFor();
  await isClean(visitor);
  await theirs.close();

  await documents();
  await page.getByText('Confirmed by link', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Send again', exact: true }).count()).toBe(0);
  await context.close();
});
