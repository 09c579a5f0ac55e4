import { access, people } from '@key2xs/contract';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openContext } from './lib/browser';
import { loadLists } from './lib/data/lists';
import { useStage } from './lib/fixtures';
import {
  activatePlan,
  addDepartmentRule,
  addJobFunctionRule,
  addPlan,
  addStaff,
  connectKeySystem,
  fireStations,
} from './lib/scenario';
import { signedIn } from './lib/signed-in';

const stage = useStage({ hasMovableClock: true });
const wide = { width: 1_440, height: 900, isDark: false };
const phone = { width: 390, height: 844, isDark: false };

/** A paramedic of the fire department, whose plan gives the stations always and the libraries on weekdays; a librarian with the second. */
async function seed() {
  const { product } = stage;
  const sourceId = await addStaff(product, 'Town staff', (await loadLists({ isSmall: true })).first);
  const systemId = await connectKeySystem(product, 'Town hall');
  const { planId, profileId } = await addPlan(product, { sourceId, systemId });
  const place = { sourceId, planId };
  const stations = await fireStations(product);
  await addDepartmentRule(product, place, { name: 'All stations', departments: ['FIRE'], objects: stations });
  const one = async (query: object) => {
    const { items } = await product.must(people.list, { query: { ...query, limit: 1 } });
    const [found] = items;
    if (!found) throw new Error('The list has such a person.');
    return found;
  };
  const firefighter = await one({ department: 'FIRE', active: 'true' });
  const librarian = await one({ department: 'PUBLIC LIBRARY', active: 'true' });
  await addJobFunctionRule(product, place, {
    name: 'Library rounds',
    job_titles: [firefighter.job_title ?? '', librarian.job_title ?? ''],
    objects: [{ object_type: 'access_profile', object_identifier: profileId }],
    time_restrictions: [{ days: [1, 2, 3, 4, 5], from: '07:00', to: '19:00' }],
  });
  await activatePlan(product, planId);
  const asked = { params: { person_id: firefighter.id }, query: { limit: 1 } };
  const { total } = await product.must(access.personDoors, asked);
  const { items } = await product.must(access.personDoors, { ...asked, query: { limit: 200 } });
  const door = items.find(({ reasons }) => reasons.some(({ rule_name }) => rule_name === 'All stations'));
  if (!door) throw new Error('The rule opens doors.');
  return { firefighter, librarian, total, door };
}

let seeding: ReturnType<typeof seed> | undefined;
/** The same for each test of the file. */
const seeded = () => {
  seeding ??= seed();
  return seeding;
};

const headline = async (page: Page) => (await page.locator('.person-headline').textContent()) ?? '';
/** The name of the cell that has the focus. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');

test('a person on the picture of the week, by mouse, by keyboard, at another moment, on a phone, and compared', async () => {
  const session = await signedIn(stage);
  const { firefighter, librarian, total } = await seeded();
  const context = await openContext(stage.browser, wide, session);
  const page = await context.newPage();
  await page.goto(`${stage.product.url}/people/${firefighter.id}`);

  const week = page.getByRole('grid', { name: /^When .+ may open doors/ });
  await week.getByRole('rowheader', { name: /Library rounds/ }).waitFor();
  expect(await headline(page)).toContain(`May open ${total} doors`);
  const because = page.getByRole('region', { name: 'Because' });
  await week.getByRole('row', { name: /Library rounds/ }).click();
  await because.getByRole('link', { name: 'Library rounds' }).waitFor();
  await because.getByText('Mon–Fri 07:00–19:00').waitFor();
  await week.getByRole('row', { name: /All stations/ }).click();
  await because.getByRole('link', { name: 'All stations' }).waitFor();

  await week.getByRole('rowheader', { name: /Library rounds/ }).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  expect(await focused(page)).toMatch(/, Wed 07:00–19:00$/);
  await page.keyboard.press('Enter');
  await because.getByRole('link', { name: 'Library rounds' }).waitFor();

  await page.getByLabel('As of').fill('2037-03-04T12:00'); // a Wednesday
  await expect.poll(() => headline(page)).toContain(`${total} of them at 4 Mar 2037, 12:00`);
  expect(page.url()).toContain('at=2037-03-04');
  await page.getByLabel('As of').fill('2037-03-07T12:00'); // a Saturday
  await expect.poll(() => headline(page)).not.toContain(`${total} of them`);
  await page.getByRole('button', { name: 'Back to now' }).click();
  await expect.poll(() => headline(page)).toMatch(/right now\.$/);

  await page.setViewportSize(phone);
  const monday = page
    .getByRole('list', { name: /^When .+ may open doors/ })
    .getByRole('listitem')
    .first();
  await monday.getByRole('button', { name: /^07:00–19:00.*Library rounds/ }).waitFor();

  await page.goto(`${stage.product.url}/people/compare?person_id=${firefighter.id}&other_id=${librarian.id}`);
  const sentence = page.locator('.compare-sentence').first();
  await sentence.getByText(new RegExp(`that ${librarian.display_name} may not`)).waitFor();
  await page.getByText(`would have to be in FIRE instead of PUBLIC LIBRARY`).waitFor();
  await context.close();
});

const dayMs = 86_400_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

test('who could open a door on a day, who gave the right and since when that is known, in at most six clicks and by keyboard', async () => {
  await signedIn(stage);
  const { firefighter, door } = await seeded();
  const day = dayOf(Date.now() + dayMs);
  await stage.clock.moveAhead(3 * dayMs);
  const session = await signedIn(stage);
  session.expires_at += 3 * dayMs;
  const context = await openContext(stage.browser, wide, session);
  const page = await context.newPage();
  await page.clock.install({ time: Date.now() + 3 * dayMs });
  await page.goto(`${stage.product.url}/dashboards/start`);
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks++;
    await target.click();
  };

  await click(page.getByRole('link', { name: /^Create Audit Reports/ }).first());
  await click(page.getByRole('tab', { name: 'Who could open' }));
  await click(page.getByPlaceholder('Type a door or a place'));
  await page.keyboard.type(door.marking);
  await click(page.getByRole('option', { name: new RegExp(`^${door.marking}\\b`) }).first());
  await click(page.getByLabel('As of'));
  await page.keyboard.type(`${day} 12:00`);
  await page.keyboard.press('Enter');
  await page.getByText('This is the past.').waitFor();
  const rights = page.getByRole('region', { name: 'By each layer, and who gave the right' });
  await click(rights.getByLabel('Search rights'));
  await page.keyboard.type(firefighter.display_name);
  await rights
    .getByRole('status')
    .getByText(/^1 entry/)
    .waitFor();
  const row = rights.getByRole('row', { name: new RegExp(firefighter.display_name) }).first();
  await row.getByText('Plan: yes').waitFor();
  await row
    .getByText(new RegExp(`version \\d+ by ${stage.username}, `))
    .first()
    .waitFor();
  await row.getByRole('link', { name: 'All stations' }).waitFor();
  for (const layer of ['By plans', 'Recorded in key systems', 'On keys they held'])
    await rights
      .getByRole('region', { name: layer })
      .getByText(/Not known before /)
      .waitFor();
  expect(clicks).toBeLessThanOrEqual(6);

  const moment = page.getByLabel('As of');
  await moment.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('2020-05-03 12:00');
  await page.keyboard.press('Enter');
  await page
    .getByText(/^Kept since /)
    .first()
    .waitFor();
  expect(await rights.getByRole('row').count()).toBe(0);
  await page.getByRole('button', { name: 'Back to today' }).focus();
  await page.keyboard.press('Enter');
  await rights
    .getByRole('row', { name: new RegExp(firefighter.display_name) })
    .first()
    .waitFor();

  await page.goto(`${stage.product.url}/cylinders?open=${door.id}&at=${day}T12:00:00.000Z`);
  await page.getByRole('heading', { name: 'About this cylinder, today' }).waitFor();
  await page.getByRole('link', { name: 'Show each right, and who gave it' }).click();
  await rights
    .getByRole('row', { name: new RegExp(firefighter.display_name) })
    .first()
    .waitFor();
  await context.close();
});
