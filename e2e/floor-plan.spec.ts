import { cylinders, floorPlans, locations } from '@key2xs/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openContext } from './lib/browser';
import { isClean } from './lib/checks/is-clean';
import { useStage } from './lib/fixtures';
import { connectKeySystem } from './lib/scenario';
import { signedIn } from './lib/signed-in';

const stage = useStage();
const wide = { width: 1_440, height: 900, isDark: false };
const phone = { width: 390, height: 844, isDark: true, hasTouch: true } as const;

/** A floor plan of 600 × 400 pixels, drawn by the browser. */
async function drawn(page: Page): Promise<Buffer> {
  const code = `(() => { const canvas = document.createElement('canvas'); canvas.width = 600; canvas.height = 400;
    const pen = canvas.getContext('2d'); pen.fillStyle = '#fff'; pen.fillRect(0, 0, 600, 400);
    pen.strokeRect(50, 50, 500, 300); return canvas.toDataURL('image/png').split(',')[1]; })()`;
  return Buffer.from(await page.evaluate<string>(code), 'base64');
}

/** Where a pin is, in percent of the picture. */
async function spotOf(page: Page, name: string): Promise<[number, number]> {
  const [pin, frame] = await Promise.all([
    page.getByRole('button', { name: new RegExp(`^${name}`) }).boundingBox(),
    page.locator('.plan-frame').boundingBox(),
  ]);
  if (!pin || !frame) throw new Error(`${name} is not on the plan`);
  const share = (at: number, size: number) => Math.round((at / size) * 100);
  return [share(pin.x + pin.width / 2 - frame.x, frame.width), share(pin.y + pin.height / 2 - frame.y, frame.height)];
}

test('pins are placed by mouse, keys and finger, and are there again', async () => {
  const { product, browser } = stage;
  const admin = await signedIn(stage);
  await connectKeySystem(product, 'Town hall');
  const floor = await product.must(locations.create, { body: { name: 'Ground floor', type: 'floor' } });
  const { items } = await product.must(cylinders.list, { query: { limit: 4 } });
  const spare = items[3]?.marking ?? '';
  const placements = items.slice(0, 3).map(({ id }) => ({ cylinder_id: id, location_id: floor.id }));
  await product.must(locations.place, { body: { placements } });
  const plan = await product.must(floorPlans.get, { params: { id: floor.id } });
  const [first = '', second = '', third = ''] = plan.items.map(({ name }) => name);

  const page = await (await openContext(browser, wide, admin)).newPage();
  await page.goto(`${product.url}/keys/locations?location_id=${floor.id}`);
  await page.getByRole('button', { name: 'Floor plan', exact: true }).click();
  await page.getByText('No floor plan yet').waitFor();
  await page.getByRole('button', { name: 'Upload a plan…' }).click();
  const file = { name: 'ground.png', mimeType: 'image/png', buffer: await drawn(page) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('img', { name: /^Floor plan of Ground floor/ }).waitFor();

  await page.getByRole('button', { name: 'Place pins' }).click();
  const others = page.getByRole('region', { name: 'Not on the plan yet' });
  await others.getByRole('button', { name: first }).click();
  const frame = (await page.locator('.plan-frame').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const at = (x: number, y: number) => [frame.x + frame.width * x, frame.y + frame.height * y] as const;
  await page.mouse.click(...at(0.2, 0.3));
  await page.mouse.move(...at(0.2, 0.3));
  await page.mouse.down();
  await page.mouse.move(...at(0.5, 0.5), { steps: 4 });
  await page.mouse.move(...at(0.7, 0.6));
  await page.mouse.up();
  expect(await spotOf(page, first)).toEqual([70, 60]);

  await others.getByRole('button', { name: second }).press('Enter');
  await page.getByRole('button', { name: new RegExp(`^${second}`) }).press('Shift+ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Escape');
  expect(await spotOf(page, second)).toEqual([40, 50]);
  await isClean(page);
  await page.getByRole('button', { name: 'Save pins' }).click();
  await page.getByText('The pins were saved.').waitFor();
  await page.reload();
  await page.getByRole('img', { name: /with 2 pins$/ }).waitFor();
  expect([await spotOf(page, first), await spotOf(page, second)]).toEqual([
    [70, 60],
    [40, 50],
  ]);
  await page.getByRole('button', { name: new RegExp(`^${first}`) }).click();
  await page.getByRole('link', { name: 'Who may open this' }).waitFor();
  await isClean(page);

  await page.getByRole('button', { name: 'Swap the cylinder…' }).click();
  const dialog = page.getByRole('dialog', { name: `Swap ${first}?` });
  await dialog.getByRole('combobox', { name: 'New cylinder' }).fill(spare);
  await page.getByRole('option', { name: new RegExp(`^${spare}`) }).click();
  await dialog.getByRole('textbox', { name: 'Why it is swapped' }).fill('The thumb turn is broken');
  await isClean(page);
  await dialog.getByRole('button', { name: 'Swap', exact: true }).click();
  await page.getByRole('button', { name: new RegExp(`^${spare}`) }).waitFor();
  expect(await spotOf(page, spare)).toEqual([70, 60]);
  await page.getByRole('button', { name: 'Back to the place' }).click();
  await page.getByText('1 swapped cylinder').click();
  await page.getByText(new RegExp(`took the place of ${first}$`)).waitFor();
  await isClean(page);

  const small = await (await openContext(browser, phone, admin)).newPage();
  await small.goto(`${product.url}/keys/locations?view=plan&location_id=${floor.id}`);
  await small.getByRole('button', { name: 'Place pins' }).click();
  await small.getByRole('region', { name: 'Not on the plan yet' }).getByRole('button', { name: third }).tap();
  const picture = small.locator('.plan-frame');
  await picture.scrollIntoViewIfNeeded();
  const box = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const on = (x: number, y: number) => ({ x: box.x + box.width * x, y: box.y + box.height * y });
  const start = on(0.25, 0.25);
  await small.touchscreen.tap(start.x, start.y);
  const fingers = await small.context().newCDPSession(small);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', start);
  await touch('touchMove', on(0.4, 0.5));
  await touch('touchMove', on(0.5, 0.75));
  await touch('touchEnd');
  expect(await spotOf(small, third)).toEqual([50, 75]);
  await isClean(small);
  await small.getByRole('button', { name: 'Save pins' }).click();
  await small.getByText('The pins were saved.').waitFor();
  const saved = await product.must(floorPlans.get, { params: { id: floor.id } });
  expect(saved.items.map(({ x, y }) => [Math.round((x ?? 0) * 100), Math.round((y ?? 0) * 100)])).toEqual([
    [40, 50],
    [50, 75],
    [70, 60],
  ]);
});
