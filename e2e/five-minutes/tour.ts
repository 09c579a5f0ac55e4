import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import type { Hands } from './hands';

type Account = { url: string; username: string; password: string };

/** What the README quotes, as it was met on the way. */
export type Met = Set<string>;

type Tour = { page: Page; hands: Hands; met: Met; account: Account };

const list = (name: string) => fileURLToPath(new URL(`../lists/${name}`, import.meta.url));

/** The README's five minutes. @returns how many acts led to the first synced doors */
export async function takeTour(tour: Tour): Promise<{ toDoors: number; waits: number }> {
  const guide = guideOf(tour);
  await signIn(tour, guide);
  await importPeople(guide);
  await connectKeySystem(guide);
  await writePlan(guide);
  await syncPlan(guide);
  const toDoors = tour.hands.acts;
  await askWhy(guide);
  await bringInNextList(guide);
  return { toDoors, waits: guide.waits() };
}

type Guide = ReturnType<typeof guideOf>;

/** Finds things by the words the README uses for them, and notes these. */
function guideOf({ page, hands, met }: Tour) {
  let waits = 0;
  const note = (text: string) => {
    met.add(text);
    return text;
  };
  const named = (role: 'button' | 'link' | 'radio', name: string, within: Page | Locator = page) =>
    within.getByRole(role, { name: note(name), exact: role !== 'radio' }).first();
  return {
    page,
    hands,
    waits: () => waits,
    dialog: page.getByRole('dialog').last(),
    sees: async (text: string | RegExp) => {
      waits += 1;
      if (typeof text === 'string') note(text);
      await page.getByText(text).filter({ visible: true }).first().waitFor();
    },
    press: (name: string, within?: Locator) => hands.press(named('button', name, within)),
    // Its name goes on with what it is done to.
    pressOf: (name: string) =>
      hands.press(page.getByRole('button', { name: new RegExp(`^${note(name)} of `) }).first()),
    follow: (name: string) => hands.press(named('link', name)),
    take: (name: string) => hands.press(named('radio', name)),
    write: (label: string | RegExp, text: string) => hands.write(page.getByLabel(label).first(), text),
    pick: (label: RegExp, text: string) => hands.pick(page.getByRole('combobox', { name: label }).first(), text),
    filter: (label: RegExp, option: RegExp) =>
      hands.filter(page.getByRole('combobox', { name: label }).first(), option),
    choose: (file: string) => hands.choose(page.getByRole('button', { name: /^Choose (another )?file/ }), list(file)),
    // On a phone a row of a list is an item.
    row: (words: RegExp) =>
      hands.press(page.locator('tbody tr, .phone-rows li').filter({ hasText: words, visible: true }).first()),
  };
}

async function signIn({ page, hands, account }: Tour, { sees, press }: Guide): Promise<void> {
  await page.goto(account.url);
  await hands.write(page.getByLabel('Username'), account.username);
  await hands.write(page.getByLabel('Password', { exact: true }), account.password);
  await press('Sign in');
  await sees('IAM Connection Required');
}

async function importPeople({ follow, write, press, choose, sees }: Guide): Promise<void> {
  await follow('Connect an identity source');
  await press('Staff list');
  await write('Source name', 'Town staff');
  await press('Next: Upload');
  await choose('2018.csv');
  await press('Next: Map columns');
  await press('Next: Review & import');
  await press('Import now');
  await sees('Applied.');
}

async function connectKeySystem({ follow, take, press, sees }: Guide): Promise<void> {
  await follow('Next: add a key system');
  await take('CLIQ Web Manager');
  await press('Next Step');
  await press('Fill in the sandbox’s values');
  await press('Next Step');
  await sees('Connection test successful and is active.');
  await press('Next: Review & Finish');
  await press('Complete Setup');
}

async function writePlan({ follow, write, press, pick, sees, dialog }: Guide): Promise<void> {
  await follow('Create a key plan');
  await write(/^Name/, 'Town buildings');
  await write(/^Description/, 'Who opens what in town');
  await press('Create key plan');
  await press('Add the first rule');
  await pick(/^Departments/, 'fire');
  await pick(/^Access profiles, groups/, 'fire stations');
  await sees(/^60 people × \d+ doors$/);
  await press('Create rule');
  await press('Activate...');
  await sees(/^60 people will be allowed to open \d+ doors\.$/);
  await press('Activate', dialog);
}

async function syncPlan({ press, pressOf, dialog, sees, hands }: Guide): Promise<void> {
  await pressOf('Preview sync');
  await press('Review and apply');
  await hands.press(dialog.getByRole('button', { name: /^Apply/ }));
  await sees(/Completed|^Applied/);
}

async function askWhy({ page, hands, sees, filter, row }: Guide): Promise<void> {
  await page.goto(new URL('/people', page.url()).href);
  // A phone has its filters behind a button.
  const sheet = page.getByRole('button', { name: 'Filters', exact: true });
  const isPhone = (page.viewportSize()?.width ?? 0) < 600;
  if (isPhone) await hands.press(sheet);
  await filter(/^Department/, /^FIRE/);
  await page.waitForURL(/department=FIRE/);
  if (isPhone) await page.keyboard.press('Escape');
  await row(/FIRE/);
  await sees(/\d+ doors/);
  await row(/Fire station|May open now/);
  await page.getByRole('dialog').getByText('Fire stations').first().waitFor();
}

async function bringInNextList({ page, hands, follow, press, choose, sees, dialog }: Guide): Promise<void> {
  await page.goto(new URL('/iam-manager', page.url()).href);
  await hands.press(page.getByRole('link', { name: /^Upload new list/ }));
  await choose('2022.csv');
  await sees('238');
  await press('Next: Map columns');
  await press('Next: Review & import');
  await press('Import now');
  await sees('Stopped by a guard.');
  await follow('Review changes');
  await press('Allow once…');
  await hands.write(dialog.getByLabel(/Reason/), 'Checked with the personnel office');
  await press('Allow once and apply', dialog);
  await sees(/Completed|^Applied/);
}
