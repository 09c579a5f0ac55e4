import { changeSets, conflicts, iam, type Person, people } from '@key2xs/contract';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { keyboard } from './five-minutes/hands';
import { openContext, type SignedIn } from './lib/browser';
import { isClean } from './lib/checks/is-clean';
import { commandEntra, connectEntra, readEntra } from './lib/entra-source';
import { useStage } from './lib/fixtures';
import {
  activatePlan,
  addDepartmentRule,
  addPlan,
  addStaff,
  connectKeySystem,
  fireStations,
  runImport,
  runSync,
} from './lib/scenario';
import { signedIn } from './lib/signed-in';

const stage = useStage();
const wide = { width: 1_440, height: 900, isDark: false };
const phone = { width: 390, height: 844, isDark: false };
let session: SignedIn;
let sourceId: string;
let systemId: string;

beforeAll(async () => {
  session = await signedIn(stage);
  const { product } = stage;
  sourceId = await connectEntra(product, 'City directory');
  systemId = await connectKeySystem(product, 'Head office');
  const { planId } = await addPlan(product, { sourceId, systemId });
  const objects = await fireStations(product);
  await addDepartmentRule(product, { sourceId, planId }, { name: 'Patrols', departments: ['Police'], objects });
  await activatePlan(product, planId);
  expect((await runSync(product, systemId)).result?.outcome).toBe('applied');
});

async function open(address: string, look = wide): Promise<Page> {
  const page = await (await openContext(stage.browser, look, session)).newPage();
  await page.goto(stage.product.url + address);
  return page;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const sees = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const tell = (...words: string[]) => commandEntra(stage.dataDir, ...words);

/** Runs the source over HTTP. @returns the change set that waits for a person */
async function stoppedRun() {
  const { result, change_set_id } = await readEntra(stage.product, sourceId);
  expect(result?.outcome).toBe('quarantined');
  return stage.product.must(changeSets.get, { params: { id: change_set_id ?? '' } });
}

const listPeople = async (query: { search?: string; department?: string }) =>
  stage.product.must(people.list, { query: { connection_id: sourceId, limit: 100, ...query } });

test('a renamed department stops the run, and its rules are carried over on a phone', async () => {
  const { product } = stage;
  const { total } = await listPeople({ department: 'Police' });
  await tell('rename-department', 'Police', 'City police');
  const { id, guards } = await stoppedRun();
  expect(guards.map(({ reason }) => reason)).toContain('rename');
  expect((await listPeople({ department: 'Police' })).total).toBe(total);

  const page = await open(`/change-sets/${id}`, phone);
  const finding = page.getByRole('listitem', { name: 'Police → City police' });
  await finding.getByText(/^(\d+) of \1 people: a rename\?/).waitFor();
  await finding.getByText(/If nothing is done, \d+ people lose doors/).waitFor();
  await isClean(page);
  await finding.getByRole('button', { name: 'Carry the rules over' }).click();
  const dialog = page.getByRole('dialog', { name: 'Carry the rules over?' });
  await dialog.getByText("'Patrols' also applies to City police.").waitFor();
  await dialog.getByText('Everyone may open the same doors as before.').waitFor();
  await isClean(page);
  await dialog.getByRole('button', { name: 'Carry over', exact: true }).click();
  await page.waitForURL('**/tasks/*');
  await page.getByText('Applied.', { exact: true }).first().waitFor();
  await page.context().close();

  expect((await listPeople({ department: 'City police' })).total).toBe(total);
  expect((await runSync(product, systemId)).result?.outcome).toBe('nothing_to_do');
});

test('a mapping is tried on one person and on everyone, saved, and the one before it brought back', async () => {
  const { items, total } = await listPeople({});
  const titles = async () => new Map((await listPeople({})).items.map(({ id, job_title }) => [id, job_title]));
  const before = await titles();
  const [person] = items.filter(({ job_title }) => job_title !== null && job_title !== job_title.toUpperCase());
  const upper = person?.job_title?.toUpperCase() ?? '';
  const page = await open(`/iam-manager?source=${sourceId}&tab=mapping`);
  await button(page, 'Clean up Job title').click();
  const drawer = page.getByRole('dialog', { name: /Job title/ });
  await drawer.getByLabel('Try a value').fill('Shift lead');
  await drawer.getByRole('combobox', { name: 'Add a step' }).click();
  await page.getByRole('option', { name: 'Upper case' }).click();
  await drawer.getByText('Stored as: SHIFT LEAD').waitFor();
  await isClean(page);
  await drawer.getByRole('button', { name: 'Use this' }).click();

  const one = page.getByRole('region', { name: 'One person, today and with this mapping' });
  const chosen = one.getByRole('combobox', { name: 'Person' });
  await chosen.click();
  await chosen.pressSequentially(person?.display_name ?? '');
  await page
    .getByRole('option', { name: person?.display_name ?? '' })
    .first()
    .click();
  const changed = one.getByRole('row', { name: new RegExp(`^Job title ${person?.job_title} ${upper}`) });
  await changed.getByText('changes').waitFor();
  await button(page, 'Simulate over everyone').click();
  await sees(page, 'No one would gain or lose a door.');
  await page.getByRole('row', { name: new RegExp(`^Job title ${total}`) }).waitFor();
  await isClean(page);
  expect(await titles()).toEqual(before);

  await button(page, 'Save mapping').click();
  await sees(page, 'As stored.');
  expect((await readEntra(stage.product, sourceId)).result).toMatchObject({
    outcome: 'applied',
    counts: { mover: total },
  });
  const after = await titles();
  expect([...after].map(([, title]) => title)).toEqual([...before].map(([, title]) => title?.toUpperCase() ?? null));
  expect((await listPeople({})).total).toBe(total);

  await page.getByRole('row', { name: /^No. 2 Job title: unchanged → upper case/ }).waitFor();
  await button(page, 'Bring back mapping 1…').click();
  await sees(page, 'Not saved yet.');
  await page.keyboard.press('Enter'); // the focus is on Save
  await sees(page, 'As stored.');
  await page.context().close();
  expect((await readEntra(stage.product, sourceId)).result?.outcome).toBe('applied');
  expect(await titles()).toEqual(before);
});

test('two people claim one number, and the conflict is decided by keyboard', async () => {
  const [one, other] = [await personWith('E200001'), await personWith('E200003')];
  await tell('change-person', 'E200001', 'employeeId', 'E200003');
  await readEntra(stage.product, sourceId);

  const page = await open(`/iam-manager?source=${sourceId}&tab=conflicts`);
  const hands = keyboard(page);
  await sees(page, 'Two people have the number E200003');
  for (const { display_name } of [one, other]) await page.getByText(display_name, { exact: true }).waitFor();
  await isClean(page);
  await hands.press(button(page, 'They are different people'));
  await hands.write(page.getByLabel('Reason'), 'Asked the office');
  await hands.press(button(page, 'Decide'));
  await sees(page, 'Nothing to decide');
  await hands.press(button(page, 'Read now'));
  await page.waitForURL('**/tasks/*');
  await page.getByText('Applied.', { exact: true }).first().waitFor();
  await page.context().close();
  expect((await listPeople({ search: 'E200003' })).items.map(({ id }) => id).sort()).toEqual([one.id, other.id].sort());
});

async function personWith(number: string): Promise<Person> {
  const [found] = (await listPeople({ search: number })).items;
  if (!found) throw new Error(`no one has the number ${number}`);
  return found;
}

test('a second source with the same people is decided at once, taken back, and decided otherwise', async () => {
  const { product } = stage;
  const twins = Array.from({ length: 19 }, (_, at) => `T${at},Twin ${at},E${200_100 + at}`);
  const rows = ['external_id,display_name,employee_id', ...twins, 'O1,Only here,9001'];
  const list = { name: 'gate.csv', content: Buffer.from(rows.join('\n')) };
  const gateId = await addStaff(product, 'Gate list', list);
  const query = { connection_id: gateId, state: 'open' } as const;
  expect((await product.must(conflicts.list, { query })).total).toBe(19);

  const page = await open(`/iam-manager?source=${gateId}&tab=conflicts`);
  const decide = async (decision: string, effect: string) => {
    await page.getByRole('checkbox').first().check();
    await button(page, 'Choose all 19 from two sources').click();
    const bar = page.getByRole('region', { name: 'Decide many alike' });
    await bar.getByText('19 conflicts chosen').waitFor();
    await bar.getByRole('button', { name: decision }).click();
    const dialog = page.getByRole('dialog', { name: decision });
    await dialog.getByText(effect).waitFor();
    await dialog.getByLabel('Reason').fill('The gate copies the directory');
    await dialog.getByRole('button', { name: 'Decide 19 conflicts' }).click();
    await sees(page, 'Nothing to decide');
  };
  await decide('They are different people', '19 people are also imported from this source');
  await button(page, 'Take back').click();
  await sees(page, 'Taken back. 19 conflicts are to be decided again.');
  await decide('The same person: leave out here', '19 people are not imported from this source');
  await isClean(page);
  await page.context().close();
  await runImport(product, gateId);
  expect((await product.must(iam.get, { params: { id: gateId } })).people).toBe(1);
  expect((await product.must(conflicts.list, { query })).total).toBe(0);
});

test('many leave: the run stops, is seen and allowed once, and the next one is guarded again', async () => {
  const { product } = stage;
  const countThere = async () => (await product.must(iam.get, { params: { id: sourceId } })).people;
  const before = await countThere();
  await tell('leavers', '20');
  const stopped = await stoppedRun();
  const leavers = stopped.counts.leaver ?? 0;
  expect(await countThere()).toBe(before);

  const page = await open(`/change-sets/${stopped.id}`);
  await sees(page, new RegExp(`Stopped by the guard: ${leavers} of \\d+ people would leave`));
  await page.getByRole('tab', { name: /^The list/ }).click();
  await page.getByText('Left', { exact: true }).first().waitFor();
  await isClean(page);
  await button(page, 'Allow once…').click();
  const dialog = page.getByRole('dialog', { name: 'Allow these changes once?' });
  await dialog
    .getByText(
      `mark ${leavers} people as left; the next sync withdraws all access, their keys keep it until their update`,
    )
    .waitFor();
  await dialog.getByLabel('Reason').fill('The contract with the agency has ended');
  await dialog.getByRole('button', { name: 'Allow once and apply' }).click();
  await sees(page, /Allowed once by .+ Completed /);
  await page.context().close();
  expect(await countThere()).toBeLessThan(before);

  await tell('leavers', '40');
  expect((await stoppedRun()).guards.map(({ reason }) => reason)).toContain('too_many_removals');
});
