import { keyDesk, keyPlans, keys, locations } from '@key2xs/contract';
import { expect, test } from 'vitest';
import { openContext } from './lib/browser';
import { isClean } from './lib/checks/is-clean';
import { useStage } from './lib/fixtures';
import { addStaff, connectKeySystem } from './lib/scenario';
import { signedIn } from './lib/signed-in';
import { addSubAdmin } from './lib/sub-admins';

const stage = useStage();
const wide = { width: 1_440, height: 900, isDark: false };
const phone = { width: 390, height: 844, isDark: true };
const staff = 'external_id,display_name,department\n1,Ada Invented,Ward 3\n2,Bo Made-Up,Ward 3\n';

test('a request goes from the ward to a decision on a phone, the desk, and back to who has asked', async () => {
  const { product, browser } = stage;
  const admin = await signedIn(stage);
  await addStaff(product, 'Staff', { name: 'staff.csv', content: Buffer.from(staff) });
  await connectKeySystem(product, 'Town hall');
  await product.must(locations.create, { body: { name: 'Pharmacy', type: 'building' } });
  await product.must(keyPlans.create, { body: { name: 'Hospital', description: 'Who opens what', is_active: false } });
  const ward = await addSubAdmin(product, 'ward-manager', ['request_keys']);
  const asking = await signedIn({ product, ...ward });
  await product.signIn(stage.username, stage.password);

  const page = await (await openContext(browser, wide, asking)).newPage();
  await page.goto(`${product.url}/keys/request?view=new`);
  await page.getByRole('combobox', { name: 'For whom?' }).fill('ada');
  await page.getByRole('option', { name: /Ada Invented/ }).click();
  await page.getByRole('combobox', { name: 'Where?' }).fill('pharm');
  await page.getByRole('option', { name: 'Pharmacy' }).click();
  await page.getByLabel('Why?').fill('Takes over the night shift');
  await isClean(page);
  await page.getByRole('button', { name: 'Next: who decides' }).click();
  await page.getByRole('heading', { name: 'Who decides' }).waitFor();
  await isClean(page);
  await page.getByRole('button', { name: 'Submit request' }).click();
  await page.getByText('Awaiting decision (1 of 2)').first().waitFor();

  const decider = await (await openContext(browser, phone, admin)).newPage();
  await decider.goto(`${product.url}/keys/request?view=to_decide`);
  await decider.getByText('Ada Invented').click();
  for (const step of [1, 2]) {
    await decider.getByText(`Awaiting decision (${step} of 2)`).last().waitFor();
    await decider.getByRole('button', { name: 'Approve', exact: true }).click();
    const dialog = decider.getByRole('dialog').last();
    await dialog.getByRole('textbox').fill('Her ward manager has asked me');
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
    await dialog.getByText('The request moves to its next step').waitFor({ state: 'detached' });
  }
  await decider.goto(`${product.url}/keys/request?view=all`);
  await decider.getByText('Ada Invented').click();
  await decider.getByRole('button', { name: 'Reserve a key' }).click();
  const { items } = await product.must(keys.list, { query: { custody: 'in_stock', limit: 1 } });
  const [key] = items;
  await decider.getByRole('combobox', { name: 'Which key?' }).fill(key?.marking ?? '');
  await decider
    .getByRole('option', { name: new RegExp(`^${key?.marking}`) })
    .first()
    .click();
  await decider.getByRole('dialog').last().getByRole('button', { name: 'Reserve a key', exact: true }).click();
  await decider.getByRole('button', { name: 'Grant in a key plan' }).click();
  await decider.getByRole('button', { name: 'Add to the draft' }).click();
  await decider.getByRole('link', { name: 'Hospital' }).waitFor();
  await decider.getByRole('button', { name: 'Mark as ready' }).click();
  await decider.getByText('Ready for pick-up').first().waitFor();
  await isClean(decider);

  await decider.getByRole('link', { name: 'Hand out' }).click();
  await decider.getByRole('heading', { name: 'Hand out keys' }).waitFor();
  await decider.getByText(key?.marking ?? '', { exact: true }).waitFor();
  const recipient = decider.getByRole('combobox', { name: 'Who gets the keys' });
  await recipient.and(decider.locator('[value^=Ada]')).waitFor();
  await isClean(decider);

  await page.getByText('Ready for pick-up').first().waitFor(); // by itself
  const { items: recipients } = await product.must(keyDesk.recipients, { query: { search: 'ada' } });
  const body = {
    person_id: recipients[0]?.id ?? '',
    keys: [{ id: key?.id ?? '', due_at: null }],
    reason: 'Asked for',
  };
  await product.must(keyDesk.handOut, { body });
  await page.getByText('Handed out').first().waitFor();
  await product.must(keyDesk.takeBack, { body: { keys: [{ id: key?.id ?? '' }] } });
  await page.getByText('Ended').first().waitFor();
  await isClean(page);
  expect(new URL(page.url()).pathname).toBe('/keys/request');
});
