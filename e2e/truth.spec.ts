import { changeSets, overview } from '@key2xs/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openContext } from './lib/browser';
import { loadLists, type StaffListFile } from './lib/data/lists';
import { useStage } from './lib/fixtures';
import { readKeySystem } from './lib/key-system';
import {
  activatePlan,
  addDepartmentRule,
  addPlan,
  addStaff,
  connectKeySystem,
  fireStations,
  importList,
  runSync,
  sandboxPeer,
} from './lib/scenario';
import { signedIn } from './lib/signed-in';

const stage = useStage();
const wide = { width: 1_440, height: 900, isDark: false };

type House = { systemId: string; planId: string; doors: number };

/** Rights to withdraw and to grant, from the list that counts and what the sandbox holds; one rule, for the department FIRE. */
async function truth({ doors }: Pick<House, 'doors'>, list: StaffListFile) {
  const wanted = new Set([...list.rows.values()].flatMap((row) => (row.department === 'FIRE' ? [row.employeeId] : [])));
  const { persons, profiles } = await readKeySystem(await sandboxPeer(stage.product));
  const numbers = new Map(
    persons.flatMap(({ reference, active, employee_id }) =>
      active && reference && employee_id ? [[reference, employee_id] as const] : [],
    ),
  );
  const held = new Set(profiles.flatMap(({ members }) => members.flatMap((member) => numbers.get(member) ?? [])));
  return {
    withdraw: [...held].filter((one) => !wanted.has(one)).length * doors,
    grant: [...wanted].filter((one) => !held.has(one)).length * doors,
  };
}

const shown = (count: number) => count.toLocaleString('en');

/** Dashboard, plan and key systems say the same as the API, and that is the truth. */
async function expectTruth(page: Page, { systemId, planId, doors }: House, list: StaffListFile): Promise<void> {
  const { withdraw, grant } = await truth({ doors }, list);
  const { recorded } = await stage.product.must(overview.get, { query: {} });
  expect(recorded).toMatchObject({ rights_to_withdraw: withdraw, rights_to_grant: grant });
  const words =
    withdraw + grant > 0
      ? `${shown(withdraw + grant)} right${withdraw + grant === 1 ? '' : 's'} to sync`
      : 'Up to date';

  await page.goto(`${stage.product.url}/dashboards/start`);
  const standing = page.getByRole('region', { name: 'How things stand' });
  await standing.getByRole('link', { name: words }).waitFor();
  const warning = standing.getByText(/rights? to withdraw may still open/);
  if (withdraw > 0) expect(await warning.textContent()).toContain(shown(withdraw));
  else expect(await warning.count()).toBe(0);

  await page.goto(`${stage.product.url}/keys/key-plans/${planId}`);
  const ofPlan =
    withdraw + grant > 0 ? `Town hall, all plans: ${words}.` : /^Town hall has recorded what the plans say/;
  await page.getByText(ofPlan).first().waitFor();

  await page.goto(`${stage.product.url}/key-systems`);
  await page.getByText(words, { exact: true }).first().waitFor();
  expect(systemId).toBe(recorded.key_systems[0]?.connection_id);
}

test('dashboard, plan and key systems say what is true, whatever happens', async () => {
  const session = await signedIn(stage);
  const { product } = stage;
  const { first, second } = await loadLists({ isSmall: true });
  const sourceId = await addStaff(product, 'Town staff', first);
  const systemId = await connectKeySystem(product, 'Town hall');
  const { planId } = await addPlan(product, { sourceId, systemId });
  const objects = await fireStations(product);
  await addDepartmentRule(product, { sourceId, planId }, { name: 'Fire stations', departments: ['FIRE'], objects });
  await activatePlan(product, planId);
  await runSync(product, systemId, true);
  const { may_open } = await product.must(overview.get, { query: {} });
  const house = { systemId, planId, doors: may_open.doors };
  const context = await openContext(stage.browser, wide, session);
  const page = await context.newPage();

  await expectTruth(page, house, first); // previewed, not done
  await runSync(product, systemId);
  await expectTruth(page, house, first);
  const stopped = await importList(product, sourceId, second);
  expect(stopped.result?.outcome).toBe('quarantined');
  await expectTruth(page, house, first); // a stopped import changes no people
  const params = { id: stopped.change_set_id ?? '' };
  const allowed = await product.must(changeSets.allowOnce, { params, body: { reason: 'The year has ended' } });
  await product.ended(allowed.task_id);
  await expectTruth(page, house, second);
  const sync = await runSync(product, systemId);
  await expectTruth(page, house, second);
  if (sync.result?.outcome === 'quarantined') {
    const of = { id: sync.change_set_id ?? '' };
    const { task_id } = await product.must(changeSets.allowOnce, { params: of, body: { reason: 'They have left' } });
    await product.ended(task_id);
    await expectTruth(page, house, second);
  }
  await context.close();
});
