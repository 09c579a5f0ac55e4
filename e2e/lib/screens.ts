import type { Page } from 'playwright-core';

/** Ids the screens need, from `seedScreens`. */
export type Scene = {
  sourceId: string;
  systemId: string;
  /** The key system whose last inventory was stopped. */
  shrunkenSystemId: string;
  planId: string;
  /** A plan with changes that are not in force. */
  draftPlanId: string;
  placeId: string;
  personId: string;
  directoryChangeSetId: string;
  syncChangeSetId: string;
  taskId: string;
};

export type Screen = {
  name: string;
  path: (scene: Scene) => string;
  /** Brings the screen into the wanted state, e.g. opens a panel, and waits for it. */
  act?: (page: Page) => Promise<void>;
  isSignedOut?: true;
  /** Shown by a product without data. */
  isEmpty?: true;
};

type Name = string | RegExp;

const dialog = (page: Page, name: Name) => page.getByRole('dialog', { name, exact: true }).waitFor();

const press =
  (button: Name, opens: Name): Screen['act'] =>
  async (page) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    await dialog(page, opens);
  };

const openRow =
  (row: RegExp, opens: RegExp): Screen['act'] =>
  async (page) => {
    await page.getByRole('row', { name: row }).first().click();
    await dialog(page, opens);
  };

async function search(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await dialog(page, 'Search');
  await page.getByRole('combobox', { name: 'Search' }).fill('library');
  await page
    .getByRole('option', { name: /library/i })
    .first()
    .waitFor();
}

async function mapColumns(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next: Map columns' }).click();
  await page.getByRole('table', { name: 'Fields and the columns that feed them' }).waitFor();
}

async function selectKeySystem(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /CLIQ Web Manager/ }).check();
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.getByLabel('Connection Name').waitFor();
}

/** Uses a taken name, so that nothing is stored. */
async function failToAddKeySystem(page: Page): Promise<void> {
  await selectKeySystem(page);
  await page.getByLabel('Connection Name').fill('CLIQ Head office');
  await page.getByRole('button', { name: /Fill in the sandbox/ }).click();
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.getByRole('button', { name: 'Cannot Proceed' }).waitFor();
}

async function failAndEdit(page: Page): Promise<void> {
  await failToAddKeySystem(page);
  await page.getByRole('button', { name: 'Go Back & Edit Configuration' }).click();
  await page.getByText('Connection Failed').waitFor();
}

/** Uses an existing key system in place of a created one, to keep the number of key systems. */
async function testKeySystem(page: Page): Promise<void> {
  await page.route('**/key-systems/connections', async (route) => {
    const authorization = (await route.request().headerValue('authorization')) ?? '';
    const list = await fetch(route.request().url(), { headers: { authorization } }); // a GET, without the request's body
    const { items } = (await list.json()) as { items: unknown[] }; // as the contract has it
    await route.fulfill({ status: 201, json: items[0] });
  });
  await selectKeySystem(page);
  await page.getByLabel('Connection Name').fill('CLIQ North');
  await page.getByRole('button', { name: /Fill in the sandbox/ }).click();
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.getByText('Connection test successful and is active.').waitFor();
}

async function reviewKeySystem(page: Page): Promise<void> {
  await testKeySystem(page);
  await page.getByRole('button', { name: 'Next: Review & Finish' }).click();
  await page.getByRole('button', { name: 'Complete Setup' }).waitFor();
}

/** A sheet with an unknown cylinder and a cell that is not a mark. */
async function uploadLockingPlan(page: Page): Promise<void> {
  const [, first = ''] = await page.getByRole('columnheader').allTextContents();
  const buffer = Buffer.from(`;${first};Z 9999\nSomebody new;x;\nReserve;maybe;x\n`);
  await page
    .getByLabel('Locking plan', { exact: true })
    .setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('table', { name: 'Problems of the sheet' }).waitFor();
}

/** The screen before there is a plan. */
async function withoutLockingPlan(page: Page): Promise<void> {
  const none = {
    type: 'about:blank',
    title: 'Not found',
    status: 404,
    code: 'not_found',
    detail: '-',
    request_id: '-',
  };
  await page.route('**/keyplan', (route) => route.fulfill({ status: 404, json: none }));
  await page.reload();
  await page.getByRole('table', { name: 'Example of a locking plan' }).waitFor();
}

async function askToAccept(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Accept the loss…' }).click();
  await page.getByRole('group', { name: 'Are these records really gone?' }).waitFor();
}

async function askToDelete(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions for CLIQ Head office' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog(page, 'Delete Key System Connection');
}

async function selectWork(page: Page): Promise<void> {
  const [, first, second] = await page.getByRole('checkbox', { name: /^Select/ }).all();
  await first?.check();
  await second?.check();
  await page.getByRole('region', { name: 'Selected entries' }).waitFor();
}

async function tickWork(page: Page): Promise<void> {
  await selectWork(page);
  await page.getByRole('button', { name: 'Tick as done…' }).click();
  await dialog(page, 'Tick as done');
}

async function selectCylinders(page: Page): Promise<void> {
  const [, first, second] = await page.getByRole('checkbox', { name: /^Select/ }).all();
  await first?.check();
  await second?.check();
  await page.getByRole('region', { name: 'Selected cylinders' }).waitFor();
}

async function placeSelected(page: Page): Promise<void> {
  await selectCylinders(page);
  await page.getByRole('button', { name: 'Place…' }).click();
  await dialog(page, 'Place 2 cylinders');
}

const dashboard = () => '/dashboards/start';
const addKeySystem = () => '/add-key-system';
const upload = ({ sourceId }: Scene) => `/connect/iam-wizard?connection=${sourceId}`;
const person = ({ personId }: Scene) => `/people/${personId}`;
const place = ({ placeId }: Scene) => `/keys/locations?location_id=${placeId}`;
const draft = ({ draftPlanId }: Scene) => `/keys/key-plans/${draftPlanId}`;
const rules = ({ planId }: Scene) => `/keys/key-plans/${planId}`;
const lockingPlan = ({ systemId }: Scene) => `/key-systems/${systemId}/locking-plan`;
const stopped = ({ directoryChangeSetId }: Scene) => `/change-sets/${directoryChangeSetId}`;
const keySystem = ({ systemId }: Scene) => `/key-systems?connection=${systemId}`;
const loss = ({ shrunkenSystemId }: Scene) => `/key-systems?connection=${shrunkenSystemId}&tab=inventory`;
const applied = ({ syncChangeSetId }: Scene) => `/change-sets/${syncChangeSetId}`;

/** Every screen of the product in its notable states, for pictures and accessibility checks. */
export const screens: Screen[] = [
  { name: 'login', path: () => '/login', isSignedOut: true },
  { name: 'dashboard', path: dashboard },
  { name: 'dashboard-empty', path: dashboard, isEmpty: true },
  { name: 'connection-manager', path: () => '/connection-manager' },
  { name: 'connection-manager-empty', path: () => '/connection-manager', isEmpty: true },
  { name: 'iam-manager', path: () => '/iam-manager' },
  { name: 'iam-manager-empty', path: () => '/iam-manager', isEmpty: true },
  { name: 'iam-wizard', path: () => '/connect/iam-wizard' },
  { name: 'iam-wizard-upload', path: upload },
  { name: 'iam-wizard-map', path: upload, act: mapColumns },
  { name: 'administrators', path: () => '/admin/administrators' },
  { name: 'people', path: () => '/people' },
  { name: 'people-filtered', path: () => '/people?search=lib&sort=-department' },
  { name: 'people-none', path: () => '/people?search=nobody-of-this-name' },
  { name: 'people-empty', path: () => '/people', isEmpty: true },
  { name: 'person', path: person },
  { name: 'person-why', path: person, act: openRow(/^Why may /, /^Why /) },
  { name: 'add-key-system', path: addKeySystem },
  { name: 'add-key-system-credentials', path: addKeySystem, act: selectKeySystem },
  { name: 'add-key-system-failed', path: addKeySystem, act: failToAddKeySystem },
  { name: 'add-key-system-edit', path: addKeySystem, act: failAndEdit },
  { name: 'add-key-system-test', path: addKeySystem, act: testKeySystem },
  { name: 'add-key-system-review', path: addKeySystem, act: reviewKeySystem },
  { name: 'key-systems', path: () => '/key-systems' },
  { name: 'key-systems-none', path: () => '/key-systems?search=nothing-of-this-name' },
  { name: 'key-system-overview', path: keySystem },
  { name: 'key-system-configuration', path: (scene) => `${keySystem(scene)}&tab=configuration` },
  { name: 'key-system-certificates', path: (scene) => `${keySystem(scene)}&tab=certificates` },
  { name: 'key-system-test', path: (scene) => `${keySystem(scene)}&tab=test` },
  { name: 'key-system-inventory', path: (scene) => `${keySystem(scene)}&tab=inventory` },
  { name: 'key-system-loss', path: loss },
  { name: 'key-system-loss-accept', path: loss, act: askToAccept },
  { name: 'key-system-edit', path: (scene) => `${keySystem(scene)}&mode=edit` },
  { name: 'key-system-delete', path: () => '/key-systems', act: askToDelete },
  { name: 'locking-plan', path: lockingPlan },
  { name: 'locking-plan-none', path: lockingPlan, act: withoutLockingPlan },
  { name: 'locking-plan-preview', path: lockingPlan, act: uploadLockingPlan },
  { name: 'locking-plan-delete', path: lockingPlan, act: press('Delete plan', 'Delete the locking plan?') },
  { name: 'cylinders', path: () => '/cylinders' },
  { name: 'cylinders-empty', path: () => '/cylinders', isEmpty: true },
  { name: 'cylinder', path: () => '/cylinders?job=open', act: openRow(/^Open /, /./) },
  { name: 'cylinder-groups', path: () => '/cylinders?tab=groups' },
  { name: 'keys', path: () => '/cylinders?tab=keys&holder=any' },
  { name: 'key', path: () => '/cylinders?tab=keys&holder=any', act: openRow(/^Open /, /./) },
  { name: 'work-list', path: () => '/work-list' },
  { name: 'work-list-empty', path: () => '/work-list', isEmpty: true },
  { name: 'work-list-selected', path: () => '/work-list', act: selectWork },
  { name: 'work-list-tick', path: () => '/work-list', act: tickWork },
  { name: 'work-list-entry', path: () => '/work-list', act: openRow(/^Open: /, /./) },
  { name: 'drift', path: () => '/drift' },
  { name: 'locations', path: () => '/keys/locations' },
  { name: 'locations-empty', path: () => '/keys/locations', isEmpty: true },
  { name: 'location', path: place },
  { name: 'location-edit', path: place, act: press('Edit', 'Edit place') },
  { name: 'location-selected', path: place, act: selectCylinders },
  { name: 'location-place', path: place, act: placeSelected },
  { name: 'locations-unplaced', path: () => '/keys/locations?placing=unplaced' },
  { name: 'locations-without-owner', path: () => '/keys/locations?view=owner' },
  { name: 'locations-differences', path: () => '/keys/locations?placing=differs' },
  { name: 'locations-proposal', path: () => '/keys/locations?view=proposal' },
  { name: 'locations-import', path: () => '/keys/locations', act: press('Import…', 'Import places') },
  { name: 'key-plans', path: () => '/keys/key-plans' },
  { name: 'key-plans-empty', path: () => '/keys/key-plans', isEmpty: true },
  { name: 'key-plan-rules', path: rules },
  { name: 'key-plan-rule-form', path: rules, act: press('Add rule', 'Add rule') },
  { name: 'key-plan-profiles', path: (scene) => `${rules(scene)}?tab=profiles` },
  { name: 'key-plan-check', path: (scene) => `${rules(scene)}?tab=check` },
  { name: 'key-plan-draft', path: draft },
  { name: 'key-plan-activate', path: draft, act: press('Activate...', /^Activate /) },
  { name: 'key-plan-discard', path: draft, act: press('Discard...', /^Discard the changes/) },
  { name: 'key-plan-impact', path: (scene) => `${draft(scene)}?tab=impact` },
  {
    name: 'key-plan-impact-doors',
    path: (scene) => `${draft(scene)}?tab=impact`,
    act: openRow(/^Doors that /, /./),
  },
  { name: 'key-plan-no-impact', path: (scene) => `${rules(scene)}?tab=impact` },
  { name: 'key-plan-history', path: (scene) => `${draft(scene)}?tab=history` },
  {
    name: 'key-plan-restore',
    path: (scene) => `${draft(scene)}?tab=history`,
    act: press(/^Restore version 2/, /^Restore version 2/),
  },
  { name: 'key-plan-form', path: () => '/keys/key-plans?dialog=create' },
  { name: 'key-plan-connections', path: (scene) => `${rules(scene)}?tab=connections` },
  { name: 'change-sets', path: () => '/change-sets' },
  { name: 'change-sets-empty', path: () => '/change-sets', isEmpty: true },
  { name: 'change-set-stopped', path: stopped },
  { name: 'change-set-allow', path: stopped, act: press('Allow once…', 'Allow this change set once?') },
  { name: 'change-set-item', path: (scene) => `${stopped(scene)}?kind=leaver`, act: openRow(/^Open Leaver/, /./) },
  { name: 'change-set-applied', path: applied },
  { name: 'task', path: ({ taskId }) => `/tasks/${taskId}` },
  { name: 'not-built-yet', path: () => '/keys/manage' },
  { name: 'architecture', path: () => '/dashboards/demo/Key2XSArchitecture' },
  { name: 'notifications', path: dashboard, act: press(/^Notifications/, 'Notifications') },
  { name: 'settings', path: dashboard, act: press('Dashboard Settings', 'Dashboard Settings') },
  { name: 'account', path: dashboard, act: press(/^SA, account of /, /^SA, account of /) },
  { name: 'navigation', path: dashboard, act: press('Open navigation', 'Navigation') },
  { name: 'search', path: dashboard, act: search },
];
