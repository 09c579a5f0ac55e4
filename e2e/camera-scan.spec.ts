import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { keys } from '@key2xs/contract';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { launchBrowser, openContext } from './lib/browser';
import { isClean } from './lib/checks/is-clean';
import { useStage } from './lib/fixtures';
import { addStaff, connectKeySystem } from './lib/scenario';
import { signedIn } from './lib/signed-in';

const stage = useStage();
const phone = { width: 390, height: 844, isDark: true };
const staff = 'external_id,display_name,department\n1,Ada Invented,Ward 3\n';

let inStock: string[];

beforeAll(async () => {
  const { product, username, password } = stage;
  await product.signIn(username, password);
  await addStaff(product, 'Staff', { name: 'staff.csv', content: Buffer.from(staff) });
  await connectKeySystem(product, 'Town hall');
  const { items } = await product.must(keys.list, { query: { custody: 'in_stock', limit: 3 } });
  inStock = items.map(({ marking }) => marking);
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
  const bytes = await readFile(wasm);
  await prepareZXingModule({ overrides: { wasmBinary: bytes.buffer as ArrayBuffer }, fireImmediately: true });
});

const [width, height] = [640, 480];

/** A picture of labels side by side, black on white. */
async function pictureOf(labels: readonly string[]): Promise<Buffer> {
  const luma = Buffer.alloc(width * height, 235);
  for (const [at, label] of labels.entries()) {
    const { symbol } = await writeBarcode(label, { format: 'QRCode' });
    const [left, dot] = [40 + at * 300, Math.floor(240 / symbol.width)];
    for (let y = 0; y < symbol.height * dot; y++)
      for (let x = 0; x < symbol.width * dot; x++) {
        const isDark = symbol.data[Math.floor(y / dot) * symbol.width + Math.floor(x / dot)] === 0;
        if (isDark) luma[(y + 120) * width + left + x] = 16;
      }
  }
  return Buffer.concat([luma, Buffer.alloc((width * height) / 2, 128)]);
}

/** A browser whose camera shows these labels; none at all without any list. */
async function browserSeeing(labels: readonly string[]): Promise<Browser> {
  const file = join(stage.dataDir, `camera-${labels.length}.y4m`);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), await pictureOf(labels)]);
  await writeFile(file, Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 C420\n`), frame, frame]));
  const browser = await launchBrowser([
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${file}`,
  ]);
  onTestFinished(() => browser.close());
  return browser;
}

async function openDesk(browser: Browser, permissions: string[], unreachable = ''): Promise<Page> {
  const context = await openContext(browser, phone, await signedIn(stage));
  if (unreachable) await context.route(unreachable, (route) => route.abort());
  await context.grantPermissions(permissions, { origin: stage.product.url });
  const page = await context.newPage();
  await page.goto(`${stage.product.url}/keys/manage?desk=hand_out`);
  await page.getByRole('button', { name: 'Scan with the camera' }).click();
  return page;
}

test('the label of a key is read with the camera of a phone, at the desk and in a count', async () => {
  const [marking = ''] = inStock;
  const page = await openDesk(await browserSeeing([marking]), ['camera']);
  const refused: string[] = [];
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
  await page.getByText(`${marking} is read.`).waitFor();
  await page.getByRole('list', { name: 'Keys on the list' }).getByText(marking, { exact: true }).waitFor();
  await isClean(page);
  await page.getByRole('button', { name: 'Stop the camera' }).click();
  expect(await page.getByRole('list', { name: 'Keys on the list' }).getByRole('listitem').count()).toBe(1);
  await page.goto(`${stage.product.url}/keys/stock-taking`);
  await page.getByRole('button', { name: 'Begin a count' }).click();
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
  await page.getByRole('button', { name: 'Scan with the camera' }).click();
  await page.getByText(`${marking} is counted.`).waitFor();
  expect(refused).toEqual([]);
});

test('several labels in view, a camera that may not be used, and a reader that does not load are said', async () => {
  const browser = await browserSeeing(inStock.slice(0, 2));
  const page = await openDesk(browser, ['camera']);
  await page.getByText('Several codes are in view. Hold one of them in front of the camera.').waitFor();
  const refused = await openDesk(browser, []);
  await refused.getByText(/^The browser may not use the camera\./).waitFor();
  await isClean(refused);
  const cut = await openDesk(browser, ['camera'], '**/*.wasm');
  await cut.getByText(/^The reader for codes could not be loaded\./).waitFor();
});
