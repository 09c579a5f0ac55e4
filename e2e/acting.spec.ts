import { administrators, adminRoles, auth, entraSetup, people, preferences } from '@key2xs/contract';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { send } from '../apps/server/test/send';
import { openContext, type SignedIn } from './lib/browser';
import { isClean } from './lib/checks/is-clean';
import { violations } from './lib/checks/violations';
import { useStage } from './lib/fixtures';
import { signedIn } from './lib/signed-in';
import { addSubAdmin } from './lib/sub-admins';

const stage = useStage({ hasMovableClock: true });
const look = { width: 1_440, height: 900, isDark: false };
const minuteMs = 60_000;

type SubAdmin = Awaited<ReturnType<typeof addSubAdmin>>;
let zoe: SubAdmin;
let ada: SubAdmin;

beforeAll(async () => {
  await signedIn(stage);
  zoe = await addSubAdmin(stage.product, 'zoe', ['manage_sources']);
  ada = await addSubAdmin(stage.product, 'ada', ['manage_sources', 'assign_keys']);
});

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

async function sessionOf({ username, password }: SubAdmin): Promise<SignedIn> {
  const { access_token, expires_in } = await stage.product.must(auth.login, { body: { username, password } });
  return { token: access_token, expires_at: Date.now() + expires_in * 1_000, username };
}

async function open(session: SignedIn, path: string): Promise<Page> {
  const context = await openContext(stage.browser, look, session);
  const page = await context.newPage();
  await page.goto(stage.product.url + path);
  return page;
}

const subAdmin = (id: string) => `/admin/sub-admins?open=${id}`;

/** Chooses from the menu of the open administrator, which axe reads while it is open. */
async function choose(page: Page, name: string, action: string): Promise<void> {
  await button(page, `More actions for ${name}`).click();
  const entry = page.getByRole('menuitem', { name: action });
  await entry.waitFor();
  await isClean(page, { ignoresLandmarks: true });
  await entry.click();
}

/** A moment as it is typed, on the clock of the browser. */
const typed = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 16).replace('T', ' ');

const daily = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Daily work' }).getByRole('link', { name, exact: true });

const banner = (page: Page) => page.getByRole('region', { name: 'For whom this tab acts' });
const hasEnded = (page: Page) => page.getByText(/^Acting for another administrator has ended/).waitFor();

/** Of the tab: acting keeps its session there. */
const tokenOfTab = (page: Page): Promise<string> =>
  page.evaluate(
    `Object.values(sessionStorage).map((text) => { try { return JSON.parse(text).token; } catch {} }).find(Boolean)`,
  );

test('what waits for an administrator is handed over, and a deputy acts for them until the date', async () => {
  const { product, clock } = stage;
  const body = { connection_name: 'Staff', sandbox: true, origin: product.url };
  const started = await send(product.url, entraSetup.initiate, { body }, { token: (await sessionOf(zoe)).token });
  expect(started.status, started.text).toBe(201);
  const page = await open(await signedIn(stage), subAdmin(zoe.id));
  await choose(page, 'zoe', 'Hand over work...');
  const question = dialog(page, 'Hand over the work of zoe');
  await question.getByText('1 unfinished set-up of an identity source').waitFor();
  await button(question, 'Hand over').click();
  await question.getByText('Choose who takes it.').waitFor();
  await question.getByRole('combobox', { name: 'To' }).fill('ada');
  await question.getByRole('option', { name: 'ada' }).click();
  await question.getByLabel('Reason').fill('On holiday');
  await isClean(page);
  await button(question, 'Hand over').click();
  await page.getByText('Handed over to ada.').waitFor();
  expect(await product.must(administrators.openWork, { params: ada })).toMatchObject({ set_ups: 1 });
  await choose(page, 'zoe', 'Hand over work...');
  await question.getByText('Nothing waits for zoe.').waitFor();
  await page.keyboard.press('Escape');

  await choose(page, 'zoe', 'Deputy...');
  const deputy = dialog(page, 'Deputy of zoe');
  await deputy.getByRole('combobox', { name: 'Deputy' }).fill('ada');
  await deputy.getByRole('option', { name: 'ada' }).click();
  await deputy.getByLabel('From').fill(typed(-minuteMs));
  await deputy.getByLabel('Until').fill(typed(-2 * minuteMs));
  await deputy.getByLabel('Reason').fill('On holiday');
  await button(deputy, 'Save').click();
  await deputy.getByText('The end has to be after the beginning.').waitFor();
  await deputy.getByLabel('Until').fill(typed(30 * minuteMs));
  await isClean(page);
  await button(deputy, 'Save').click();
  await page.getByText('zoe has a deputy.').waitFor();

  const other = await open(await sessionOf(ada), '/dashboards/start');
  const own = other.getByRole('link', { name: 'Assign Keys' });
  await other.getByRole('button', { name: /^SU, account of / }).click();
  await button(other, 'Act for zoe').click();
  await banner(other)
    .getByText(/^You act for zoe · \d\d:\d\d left$/)
    .waitFor();
  await isClean(other);
  expect(await own.count()).toBe(0);
  await clock.moveAhead(31 * minuteMs);
  await daily(other, 'People').click();
  await hasEnded(other);
  expect(await banner(other).count()).toBe(0);
  await other.getByRole('button', { name: /^SU, account of / }).click();
  await button(other, 'Log Out').waitFor();
  expect(await button(other, 'Act for zoe').count()).toBe(0);
  await other.context().close();
  await page.context().close();
});

test('a view as a sub-admin needs a reason and a fresh proof, changes nothing, ends by time and is told to them', async () => {
  const { product, clock } = stage;
  const page = await open(await signedIn(stage), subAdmin(ada.id));
  await button(page, 'More actions for ada').waitFor();
  await clock.moveAhead((31 + 11) * minuteMs);
  await choose(page, 'ada', 'View as...');
  const question = dialog(page, 'See what ada sees');
  await button(question, 'View').click();
  await question.getByText('Say why, for the audit log').waitFor();
  await question.getByLabel('Reason').fill('She asked what is missing');
  await button(question, 'View').click();
  const proof = dialog(page, 'Confirm it is you');
  await proof.getByLabel('Password', { exact: true }).fill('not the password');
  await button(proof, 'Confirm').click();
  await proof.getByText('Wrong password.').waitFor();
  expect(await violations(page)).toEqual([]); // the question beneath is busy, so the page is not settled
  await button(proof, 'Cancel').click();
  await proof.waitFor({ state: 'detached' });
  expect(await question.getByLabel('Reason').inputValue()).toBe('She asked what is missing');
  await button(question, 'View').click();
  await proof.getByLabel('Password', { exact: true }).fill(stage.password);
  await button(proof, 'Confirm').click();

  await banner(page)
    .getByText(/^You see what ada sees · read-only · \d\d:\d\d left$/)
    .waitFor(); // by the clock of the browser, which stays
  await daily(page, 'Cylinders & keys').waitFor();
  await isClean(page);
  const token = await tokenOfTab(page);
  const read = () => send(product.url, people.list, { query: {} }, { token });
  const written = await send(product.url, preferences.save, { body: { density: 'compact' } }, { token });
  expect([(await read()).status, written.status]).toEqual([200, 403]);
  await clock.moveAhead((31 + 11 + 16) * minuteMs);
  await daily(page, 'People').click();
  await hasEnded(page);
  expect([await banner(page).count(), (await read()).status]).toEqual([0, 401]);
  await page.context().close();

  const told = await open(await sessionOf(ada), '/dashboards/start');
  await told.getByRole('button', { name: /^Notifications/ }).click();
  await told.getByText(`${stage.username} saw what you see`).waitFor();
  await told.getByText('Reason: She asked what is missing').waitFor();
  await told.context().close();
});

test('changing and deleting a role ask who is there, keep what was entered, and only then go on', async () => {
  const { product, clock } = stage;
  const session = await signedIn(stage);
  const { id } = await product.must(adminRoles.create, { body: { name: 'Gatehouse', functions: ['view_cylinders'] } });
  const page = await open(session, `/admin/sub-admins?tab=roles&open=${id}`);
  const role = dialog(page, 'Edit role');
  await role.getByRole('textbox', { name: 'Name' }).fill('Night watch');
  await clock.moveAhead((31 + 11 + 16 + 11) * minuteMs);
  await button(role, 'Save').click();
  const proof = dialog(page, 'Confirm it is you');
  const password = proof.getByLabel('Password', { exact: true });
  await password.waitFor();
  await page.keyboard.press('Escape');
  await proof.waitFor({ state: 'detached' });
  expect(await role.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Night watch');
  await button(role, 'Save').click();
  await password.fill(stage.password);
  await button(proof, 'Confirm').click();
  await page.getByText('The role Night watch has been saved.').waitFor();

  await page.getByRole('row', { name: /Night watch/ }).click();
  await clock.moveAhead((31 + 11 + 16 + 11 + 11) * minuteMs);
  await button(role, 'Delete role...').click();
  await button(dialog(page, 'Delete the role Night watch?'), 'Delete role').click();
  await password.fill(stage.password);
  await button(proof, 'Confirm').click();
  await page.getByText('The role Night watch has been deleted.').waitFor();
  await page.context().close();
});
