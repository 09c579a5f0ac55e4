import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Look, launchBrowser, openContext, type SignedIn, settled } from '../lib/browser';
import { killAll, type Product, startProduct } from '../lib/product';
import { type Scene, type Screen, screens } from '../lib/screens/screens';
import { seedScreens } from '../lib/screens/seed-screens';
import { signedIn } from '../lib/signed-in';
import { shownPictures } from './shown-pictures';

// Every screen, wide and narrow, light and dark, into a folder that git ignores. `--readme` takes the few that docs/screens
// shows instead, `--german` all in German but for the screens that are acted on by their English names. Names on the command
// line choose some of them.
const { values, positionals: chosen } = parseArgs({
  options: { readme: { type: 'boolean', default: false }, german: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const target = fileURLToPath(new URL(values.readme ? '../../docs/screens/' : '../../.screens/', import.meta.url));
const webpQuality = 60; // letters stay sharp; a wide screen has 20 to 60 kB
const german = values.german && ({ language: 'de' } as const);
const looks: Look[] = [true, false].flatMap((isDark) => [
  { width: 1_440, height: 900, isDark, ...german },
  { width: 390, height: 844, isDark, ...german },
]);

const folders: string[] = [];
const browser = await launchBrowser();
await mkdir(target, { recursive: true });
try {
  const seeded = await open();
  const empty = await open();
  const scene = await seedScreens(seeded.product, seeded.folder);
  for (const look of looks) {
    for (const screen of screens.filter((one) => isWanted(one, look))) {
      await take(screen, look, { scene, ...(screen.isEmpty ? empty : seeded) });
    }
  }
} finally {
  await browser.close();
  killAll();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}

/** Starts a product on an empty data folder, with a session. */
async function open(): Promise<{ product: Product; folder: string; session: SignedIn }> {
  const folder = await mkdtemp(join(tmpdir(), 'key2xs-screens-'));
  folders.push(folder);
  const product = await startProduct(folder);
  const { username = '', password = '' } = product.credentials ?? {};
  return { product, folder, session: await signedIn({ product, username, password }) };
}

type Place = { product: Product; session: SignedIn; scene: Scene };

async function take(screen: Screen, look: Look, { product, session, scene }: Place): Promise<void> {
  const context = await openContext(browser, look, screen.isSignedOut ? undefined : session);
  const page = await context.newPage();
  await page.goto(product.url + screen.path(scene));
  await settled(page);
  await screen.act?.(page).catch((error: unknown) => process.stdout.write(`${screen.name}: ${error}\n`));
  await settled(page);
  const name = pictureOf(screen.name, look);
  if (values.readme) await page.screenshot({ path: join(target, `${name}.webp`), type: 'webp', quality: webpQuality });
  else await page.screenshot({ path: join(target, `${name}.png`) });
  process.stdout.write(`${name}\n`);
  await context.close();
}

function pictureOf(name: string, { isDark, width, language }: Look): string {
  return [name, ...(language ? [language] : []), isDark ? 'dark' : 'light', width].join('-');
}

function isWanted({ name, act }: Screen, look: Look): boolean {
  if (values.readme && !shownPictures.includes(pictureOf(name, look))) return false;
  if (look.language && act) return false;
  return chosen.length === 0 || chosen.includes(name);
}
