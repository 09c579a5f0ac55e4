import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sync } from '@key2xs/contract';
import { expect, onTestFinished, test } from 'vitest';
import { openContext } from './lib/browser';
import { isClean } from './lib/checks/is-clean';
import { useStage } from './lib/fixtures';
import { startProduct } from './lib/product';
import {
  activatePlan,
  addDepartmentRule,
  addPlan,
  addStaff,
  connectKeySystem,
  fireStations,
  runSync,
} from './lib/scenario';
import { signedIn } from './lib/signed-in';

const stage = useStage({ isEmbedded: true });
const wide = { width: 1_440, height: 900, isDark: false };
const staff = 'external_id,display_name,department\n1,Ada Invented,FIRE\n2,Bo Made-Up,FIRE\n';

/** Runs a command of the README. @returns what it printed */
async function npmRun(command: string, args: readonly string[], env: Record<string, string>): Promise<string> {
  const options = { env: { ...process.env, ...env } };
  return (await promisify(execFile)(process.execPath, [`tools/${command}.mjs`, ...args], options)).stdout;
}

test('a backup is restored on a bare machine, which is paused until its systems are compared', async () => {
  const { product } = stage;
  await signedIn(stage);
  const sourceId = await addStaff(product, 'Staff', { name: 'staff.csv', content: Buffer.from(staff) });
  const systemId = await connectKeySystem(product, 'Town hall');
  const { planId } = await addPlan(product, { sourceId, systemId });
  const objects = await fireStations(product);
  await addDepartmentRule(product, { sourceId, planId }, { name: 'Fire', departments: ['FIRE'], objects });
  await activatePlan(product, planId);
  await runSync(product, systemId);
  await product.kill('SIGTERM');

  const folder = await mkdtemp(join(tmpdir(), 'key2xs-restored-'));
  onTestFinished(async () => {
    await stage.product.kill();
    await rm(folder, { recursive: true, force: true });
  });
  const file = join(folder, 'safe', 'backup.age');
  const [, recipient = '', key = ''] =
    /^Recipient: +(age1\S+)\nRecovery key: (AGE-SECRET-KEY-\S+)\n/.exec(await npmRun('backup', ['--new-key'], {})) ??
    [];
  const written = await npmRun('backup', ['--out', file], {
    KEY2XS_DATA_DIR: stage.dataDir,
    KEY2XS_BACKUP_RECIPIENT: recipient,
  });
  expect(written).toMatch(/^\S+backup\.age: \d+ rows, [\d.]+ MiB\n$/);
  const bare = join(folder, 'data');
  const restored = await npmRun('restore', [file], { KEY2XS_DATA_DIR: bare, KEY2XS_RECOVERY_KEY: key });
  expect(restored).toContain('The installation is paused');
  // The key system goes on where it was.
  await cp(join(stage.dataDir, 'sandbox'), join(bare, 'sandbox'), { recursive: true });

  stage.product = await startProduct(bare);
  expect((await stage.product.call(sync.start, { body: {} })).status).toBe(401);
  const page = await (await openContext(stage.browser, wide, await signedIn(stage))).newPage();
  await page.goto(stage.product.url);
  await page.getByRole('link', { name: 'Compare…' }).click();
  await page.getByRole('heading', { name: 'Restored from a backup' }).waitFor();
  await isClean(page);
  await page.getByRole('button', { name: 'Preview sync of Town hall' }).click();
  await page.waitForURL(/\/(tasks|change-sets)\//);
  const { items } = await stage.product.must(sync.list, { query: { offset: 0, limit: 1 } });
  await page.getByRole('link', { name: 'Compare…' }).click();
  const systems = page.getByRole('list', { name: 'Key systems' });
  await systems.getByText('Town hall').waitFor();
  expect(await stage.product.ended(items[0]?.task_id ?? '')).toMatchObject({ status: 'SUCCESS', error: null });
  await systems.getByText('Not compared yet').waitFor({ state: 'detached' }); // by itself
  await page.getByRole('button', { name: 'Resume…' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('New machine, compared');
  await page.getByRole('dialog').getByRole('button', { name: 'Resume', exact: true }).click();
  await page.getByText('The installation is not paused').waitFor();
  await page.getByRole('region', { name: 'This installation is paused' }).waitFor({ state: 'detached' });
  expect((await stage.product.call(sync.start, { body: {} })).status).toBe(202);
});
