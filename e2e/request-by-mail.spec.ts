import { keyRequestRules, locations } from '@key2xs/contract';
import { afterAll, expect, test } from 'vitest';
import { startMailServer } from '../apps/server/test/mail-server';
import { openContext } from './lib/browser';
import { isClean } from './lib/checks/is-clean';
import { useStage } from './lib/fixtures';
import { addStaff } from './lib/scenario';
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

test('a person without an account asks on a phone by a mailed link, and sees what has become of it', async () => {
  const { product, browser } = stage;
  const admin = await signedIn(stage);
  await addStaff(product, 'Staff', { name: 'staff.csv', content: Buffer.from(staff) });
  await product.must(locations.create, { body: { name: 'Pharmacy', type: 'building' } });
  const rule = { kinds: [], min_class: null, min_days: null, steps: ['security' as const], max_days: null };
  await product.must(keyRequestRules.save, {
    body: { rules: [rule], step_hours: 72, pick_up_days: 14, asks_by_mail: true, absences: [] },
  });
  // As from a mail: in a page of its own.
  const linkIn = async (words: RegExp) => {
    const [mailed = ''] = /http\S+request-keys#[\w-]+/.exec(await (await mail).until(words)) ?? [];
    return mailed.replace(publicUrl, product.url);
  };

  const visitor = await (await openContext(browser, phone)).newPage();
  await visitor.goto(`${product.url}/request-keys`);
  await visitor.getByLabel('Work mail address').fill('ada@city.test');
  await isClean(visitor);
  await visitor.getByRole('button', { name: 'Send link' }).click();
  await visitor.getByRole('heading', { name: /^If this address belongs/ }).waitFor();
  await visitor.goto(await linkIn(/With this link you can ask/));
  await visitor.getByRole('button', { name: 'New request' }).click();
  await visitor.getByLabel('Where?').fill('The pharmacy beside ward 3');
  await visitor.getByLabel('Why?').fill('Takes over the night shift');
  await isClean(visitor);
  await visitor.getByRole('button', { name: 'Submit request' }).click();
  await visitor.getByText('Received.').waitFor();
  await visitor.getByText('The pharmacy beside ward 3').waitFor();

  const page = await (await openContext(browser, wide, admin)).newPage();
  await page.goto(`${product.url}/keys/request?view=to_decide`);
  await page.getByText('Ada Invented').first().click();
  await page.getByRole('button', { name: 'Choose the place' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose the place' });
  await dialog.getByRole('combobox', { name: 'Where?' }).fill('pharm');
  await page.getByRole('option', { name: 'Pharmacy' }).click();
  await isClean(page);
  await dialog.getByRole('button', { name: 'Choose the place', exact: true }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const approval = page.getByRole('dialog', { name: 'Approve', exact: true });
  await approval.getByRole('textbox').fill('Agreed with the ward');
  await approval.getByRole('button', { name: 'Approve', exact: true }).click();
  await approval.waitFor({ state: 'detached' });
  await page.goto(`${product.url}/keys/request?view=all`);
  await page.getByText('Approved', { exact: true }).first().waitFor();

  await visitor.goto(await linkIn(/Your request is approved/));
  await visitor.getByText('Approved.').waitFor();
  await isClean(visitor);
  expect(await visitor.getByText('Pharmacy', { exact: true }).count(), 'no name of a place').toBe(0);
});
