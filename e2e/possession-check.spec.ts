import { keyDesk, keys } from '@key2xs/contract';
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

test('a holder says on a phone which keys they have, and a loss becomes a case', async () => {
  const { product, browser } = stage;
  const admin = await signedIn(stage);
  await addStaff(product, 'Staff', { name: 'staff.csv', content: Buffer.from(staff) });
  await connectKeySystem(product, 'Town hall');
  const { items } = await product.must(keys.list, { query: { custody: 'in_stock', limit: 2 } });
  const { items: recipients } = await product.must(keyDesk.recipients, { query: { search: 'ada' } });
  const body = {
    person_id: recipients[0]?.id ?? '',
    keys: items.map(({ id }) => ({ id, due_at: null })),
    reason: 'No plan yet.',
  };
  await product.must(keyDesk.handOut, { body });
  const [one = '', two = ''] = items.map(({ marking }) => marking);

  const page = await (await openContext(browser, wide, admin)).newPage();
  await page.goto(`${product.url}/keys/possession-checks`);
  await page.getByRole('button', { name: 'Start a check', exact: true }).click();
  await isClean(page);
  const people = page.getByRole('dialog').getByRole('radiogroup', { name: 'People' });
  await people.getByLabel('Only of these departments').check();
  await page.getByRole('combobox', { name: 'Departments' }).fill('Ward 3');
  await page.getByRole('option', { name: /Ward 3/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start a check', exact: true }).click();
  await page.getByRole('button', { name: 'Remind now', exact: true }).waitFor();
  const [mailed = ''] = /http\S+possession#[\w-]+/.exec(await (await mail).until(/possession#/)) ?? [];
  const link = mailed.replace(publicUrl, product.url);

  const visitor = await (await openContext(browser, phone)).newPage();
  await visitor.goto(link);
  await visitor.getByRole('group', { name: one }).getByLabel('I have it').check();
  await visitor.getByRole('group', { name: two }).getByLabel('Someone else has it').check();
  await visitor.getByLabel('Who has it').fill('Bo Made-Up');
  await visitor.getByLabel(/^I also have/).fill('K-99');
  await isClean(visitor);
  await visitor.getByRole('button', { name: 'Send', exact: true }).click();
  await visitor.getByText('Thank you.', { exact: true }).waitFor();
  await visitor.goto('about:blank');
  await visitor.goto(link);
  await visitor.getByText('This link does not work', { exact: true }).waitFor();

  await page.reload();
  await page.getByText('Bo Made-Up').waitFor();
  await isClean(page);
  await page.getByRole('button', { name: 'Report lost', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('No one has it.');
  await dialog.getByRole('button', { name: 'Report lost', exact: true }).click();
  await page.getByRole('link', { name: 'Show the cases' }).click();
  await page.getByRole('row').filter({ hasText: two }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/keys/cases');
});
