import { iam, sync, timetables } from '@key2xs/contract';
import { expect, onTestFinished, test } from 'vitest';
import { openContext } from './lib/browser';
import { commandEntra, connectEntra } from './lib/entra-source';
import { useStage } from './lib/fixtures';
import { connectKeySystem } from './lib/scenario';
import { signedIn } from './lib/signed-in';

const stage = useStage({ hasMovableClock: true });
/** The clock of the product is ahead by this. */
let aheadMs = 0;

/** Moves the product's clock to a minute after this. */
async function moveTo(instant: number): Promise<void> {
  aheadMs = instant + 60_000 - Date.now();
  await stage.clock.moveAhead(aheadMs);
}

/** A page signed in at the product's present clock. */
async function open(address: string) {
  const session = await signedIn(stage);
  session.expires_at += aheadMs;
  const context = await openContext(stage.browser, { width: 1_440, height: 900, isDark: false }, session);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.clock.install({ time: Date.now() + aheadMs });
  await page.goto(stage.product.url + address);
  return page;
}

test('a source is given hours on the screen, is read when they come, is paused and resumed', async () => {
  const { product, username, password } = stage;
  await product.signIn(username, password);
  const id = await connectEntra(product, 'City directory');
  const address = `/iam-manager?source=${id}&tab=overview`;
  const page = await open(address);
  const panel = page.getByRole('region', { name: 'Timetable' });
  await panel.getByRole('button', { name: 'Set a timetable' }).click();
  await panel.getByLabel('How often').selectOption('6h');
  await panel.getByLabel('Type the hours').fill('Mon–Sun 06:00–23:00');
  await page.keyboard.press('Enter');
  await panel.getByText(/^With these times: /).waitFor();
  await panel.getByRole('button', { name: 'Save timetable' }).click();
  await panel.getByText('Read every 6 hours').waitFor();
  await panel.getByText('Next five runs').click();
  await expect.poll(() => panel.getByRole('listitem').count()).toBe(5);
  expect(await panel.getByText(/Last automatic run: /).count()).toBe(0);

  await commandEntra(stage.dataDir, 'create-person', 'Ilse', 'Newcomer');
  const before = (await product.must(iam.get, { params: { id } })).people;
  const { next_run_at } = await product.must(timetables.ofSource, { params: { id } });
  await moveTo(Date.parse(next_run_at ?? ''));
  const later = await open(address);
  const stands = later.getByRole('region', { name: 'Timetable' });
  await stands.getByText(/Last automatic run: /).waitFor({ timeout: 60_000 });
  await expect
    .poll(async () => (await product.must(iam.get, { params: { id } })).people, { timeout: 60_000, interval: 500 })
    .toBe(before + 1);

  await stands.getByRole('button', { name: 'Pause...' }).click();
  await stands.getByLabel('Reason').fill('The directory is moved');
  await stands.getByRole('button', { name: 'Pause', exact: true }).click();
  await stands.getByText(`Paused by ${username}: The directory is moved`).waitFor();
  await stands.getByText(/^Paused$/).waitFor();
  expect((await product.must(timetables.ofSource, { params: { id } })).state).toBe('paused');
  await stands.getByRole('button', { name: 'Resume' }).click();
  await stands.getByText(/^On$/).waitFor();
  expect(await stands.getByText(/Paused by/).count()).toBe(0);
});

test('a new key system is read by itself when its time has come, and nothing is written', async () => {
  const { product, username, password } = stage;
  await product.signIn(username, password);
  const params = { id: await connectKeySystem(product, 'Head office') };
  const body = { sync_interval: '6h' } as const;
  const { next_run_at } = await product.must(timetables.changeOfKeySystem, { params, body });
  const next = Date.parse(next_run_at ?? '');
  expect(next).toBeGreaterThan(Date.now() + aheadMs);

  await moveTo(next);
  await expect
    .poll(
      async () => {
        await product.signIn(username, password);
        return (await product.must(timetables.ofKeySystem, { params })).last_run_at;
      },
      { interval: 1_000 },
    )
    .not.toBeNull();
  await expect
    .poll(
      async () => {
        const { items } = await product.must(sync.list, { query: {} });
        return items.flatMap(({ kind, status }) => (kind === 'directory' ? [] : `${kind} ${status}`));
      },
      { interval: 500 },
    )
    .toEqual(['inventory SUCCESS', 'inventory SUCCESS']);
  const { state, only_reads, next_run_at: following } = await product.must(timetables.ofKeySystem, { params });
  expect([state, only_reads, following]).toEqual(['scheduled', true, new Date(next + 6 * 3_600_000).toISOString()]);
});
