import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auth } from '@key2xs/contract';
import { report } from '../../apps/server/bench/report';
import { launchBrowser, openContext } from '../lib/browser';
import { startProduct } from '../lib/product';
import { screens } from '../lib/screens/screens';
import { scriptsOf } from '../lib/screens/scripts-of';
import { seedScreens } from '../lib/screens/seed-screens';

const look = { width: 1_440, height: 900, isDark: false };

/** What every screen loads into an empty browser. */
export async function benchSizes(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'key2xs-bench-'));
  const product = await startProduct(folder);
  const browser = await launchBrowser();
  const { username = '', password = '' } = product.credentials ?? {};
  await product.signIn(username, password);
  const scene = await seedScreens(product, folder, { isSmall: true });
  const { access_token, expires_in } = await product.must(auth.login, { body: { username, password } });
  const session = { token: access_token, expires_at: Date.now() + expires_in * 1_000, username };
  const sizes = new Map<string, number>();
  for (const screen of screens.filter(({ act }) => !act)) {
    const context = await openContext(browser, look, screen.isSignedOut ? undefined : session);
    sizes.set(screen.name, await scriptsOf(await context.newPage(), product.url + screen.path(scene)));
    await context.close();
  }
  await browser.close();
  await product.kill('SIGTERM');
  await rm(folder, { recursive: true });

  const { login = 0, dashboard = 0, ...others } = Object.fromEntries(sizes);
  const [heaviest = ['', 0]] = Object.entries(others).sort(([, a], [, b]) => b - a);
  report('JavaScript of /login', login, 120, 'kB');
  report('JavaScript of /dashboards/start', dashboard, 220, 'kB');
  report(`JavaScript of the heaviest other screen (${heaviest[0]})`, heaviest[1], 320, 'kB');
}
