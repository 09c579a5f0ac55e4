import { text } from 'node:stream/consumers';
import { generator } from '@key2xs/contract';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { verifyPlan } from '../tools/lib/verify-plan/verify-plan.mjs';
import { keyboard } from './five-minutes/hands';
import { openContext, type SignedIn } from './lib/browser';
import { isClean } from './lib/checks/is-clean';
import { growAccess } from './lib/data/grown-access';
import { opensByRecord } from './lib/data/hand-entered-access';
import { useStage } from './lib/fixtures';
import { sandboxPeer } from './lib/scenario';
import { signedIn } from './lib/signed-in';

const stage = useStage();
const wide = { width: 1_440, height: 900, isDark: false };
const address = '/keyplan-ai/create';
/** A loaded machine takes long to prove. */
const runMs = 120_000;

let session: SignedIn;

beforeAll(async () => {
  session = await signedIn(stage);
  await growAccess(stage.product, stage.dataDir);
});

async function open(path: string): Promise<Page> {
  const page = await (await openContext(stage.browser, wide, session)).newPage();
  await page.goto(stage.product.url + path);
  return page;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name, exact: true });
const firstNew = (page: Page) => page.getByRole('list', { name: 'Newest suggestions' }).getByRole('listitem').first();
const listRuns = async () => (await stage.product.must(generator.list, { query: {} })).items;

test('access that has grown is suggested as a plan, decided on, proven, and drafted without a gain or a loss', async () => {
  const first = await open(address);
  await isClean(first);
  await button(first, 'Suggest a plan').click();
  await firstNew(first).waitFor();
  await first.getByText(/^So far, by \d+ suggestions?\./).waitFor();
  await button(first, 'Stop').waitFor();
  const { pathname, search } = new URL(first.url());
  await first.context().close();

  const page = await open(pathname + search);
  await page.getByText('Finished', { exact: true }).waitFor({ timeout: runMs });
  expect((await listRuns()).map(({ status }) => status)).toEqual(['finished']);
  // All has been read, and nothing has changed since.
  expect(await page.getByRole('note').allInnerTexts()).toEqual([expect.stringContaining('at certain hours only')]);
  await button(page, 'Accept POLICE').click();
  await page.getByText('Accepted: POLICE').waitFor();
  await button(page, 'Reject... FIRE').click();
  const rejection = dialog(page, 'Reject FIRE?');
  await isClean(page);
  await rejection.getByRole('textbox').fill('Moves to another town');
  await rejection.getByRole('button', { name: 'Reject', exact: true }).click();
  await page.getByText('Rejected: Moves to another town').waitFor();
  await page.getByRole('row', { name: 'Open PUBLIC LIBRARY' }).click();
  await dialog(page, 'PUBLIC LIBRARY')
    .getByRole('heading', { name: /^Doors / })
    .waitFor();
  await isClean(page);
  await button(page, 'Rename...').click();
  await dialog(page, 'Rename the suggestion').getByRole('textbox').fill('Everybody of the libraries');
  await button(page, 'Rename').click();
  await dialog(page, 'Everybody of the libraries').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText(/^1 accepted, 1 rejected, \d+ open$/).waitFor();
  await isClean(page);
  for (const view of ['Matrix', 'Choices', 'Review', 'Compare']) {
    await page.getByRole('tab', { name: view }).click();
    await isClean(page);
  }

  const saving = page.waitForEvent('download');
  await button(page, 'Download proof').click();
  const proof = verifyPlan(await text(await (await saving).createReadStream()));
  expect(proof.failures).toEqual([]);
  expect(proof.report).toEqual(expect.arrayContaining(['No one gains a right.', 'No one loses a right.']));

  await button(page, 'Write as draft...').click();
  await isClean(page);
  await dialog(page, 'Write as draft').getByRole('textbox', { name: 'Name of the plan' }).fill('As it has grown');
  await button(page, 'Write draft').click();
  const written = dialog(page, 'Draft written: As it has grown');
  await written.getByText('No one gains or loses a door by it: 0 gain, 0 lose.', { exact: false }).waitFor();
  await isClean(page);
  await written.getByRole('link', { name: 'Compare with what is in force' }).click();
  await page.getByRole('heading', { name: 'As it has grown', level: 1 }).waitFor();
  await page.getByText(/The plan is not active, so it gives no one access\./).waitFor();
  const [run] = await listRuns();
  expect(run).toMatchObject({ is_out_of_date: 'no', decided: { accepted: 1, rejected: 1 } });

  const peer = await sandboxPeer(stage.product);
  const before = await opensByRecord(peer);
  await button(page, 'Activate...').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Activate', exact: true }).click();
  await page.getByText("Key plan 'As it has grown' is active, with all its changes.").waitFor();
  await page.goto(`${stage.product.url}/connection-manager`);
  await button(page, /Preview sync/)
    .first()
    .click();
  await button(page, 'Review and apply').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Apply/ })
    .click();
  await page.getByText(/people may open some of/).waitFor();
  expect(await opensByRecord(peer), 'everybody opens what they opened before').toEqual(before);
  await page.context().close();
});

test('by keyboard alone, a run is started, watched and stopped, and what it has found is drafted', async () => {
  const page = await open(address);
  const keys = keyboard(page);
  await page.getByRole('heading', { name: 'AI Key Plan Generator' }).waitFor();
  await keys.press(button(page, 'Suggest a plan'));
  await firstNew(page).waitFor();
  await keys.press(button(page, 'Stop'));
  // On a fast machine it may have ended by itself before it was told to.
  await page
    .getByText(/^(Stopped before it was done|Finished)/)
    .first()
    .waitFor({ timeout: runMs });
  await isClean(page);
  await keys.press(button(page, 'Accept POLICE'));
  await page.getByText('Accepted: POLICE').waitFor();
  await keys.press(button(page, 'Reject... FIRE'));
  await keys.write(dialog(page, 'Reject FIRE?').getByRole('textbox'), 'Moves to another town');
  await keys.press(dialog(page, 'Reject FIRE?').getByRole('button', { name: 'Reject', exact: true }));
  await page.getByText('Rejected: Moves to another town').waitFor();
  await page.reload(); // else the way leads through all other suggestions
  await keys.press(button(page, 'Write as draft...'));
  await keys.press(button(page, 'Write draft'));
  await page.getByText('No one gains or loses a door by it: 0 gain, 0 lose.', { exact: false }).waitFor();
  await keys.press(page.getByRole('link', { name: 'Open the plan' }).last());
  await page.getByText(/The plan is not active, so it gives no one access\./).waitFor();
  await page.context().close();
});
