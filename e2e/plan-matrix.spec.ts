import { keyPlans, planVersions } from '@key2xs/contract';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Hands, keyboard, mouse } from './five-minutes/hands';
import { type Look, openContext } from './lib/browser';
import { addRecordedPlan as seed, wide } from './lib/data/plans';
import { takesEveryWay } from './lib/every-way';
import { useStage } from './lib/fixtures';
import { readKeySystem } from './lib/key-system';
import type { Product } from './lib/product';
import { sandboxPeer } from './lib/scenario';
import { signedIn } from './lib/signed-in';

const narrow = { width: 390, height: 844, isDark: false };

const grid = (page: Page) => page.getByRole('grid', { name: /^Who may open what/ });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const sees = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** What stands at the cursor of the matrix, in words. */
async function atCursor(page: Page): Promise<string> {
  const id = await grid(page).getAttribute('aria-activedescendant');
  return (await page.locator(`[id="${id}"]`).textContent()) ?? '';
}

/** Brings the cursor to where a department and the fire stations cross. */
async function goTo(page: Page, hands: Hands, department: string): Promise<void> {
  await grid(page).waitFor();
  const find = page.getByRole('searchbox', { name: 'Find rows and columns' });
  for (const text of ['Fire stations', department]) {
    await hands.write(find, text);
    await expect.poll(() => atCursor(page)).toContain(text);
  }
  await grid(page).focus(); // a click would be one on a crossing
  await expect.poll(() => atCursor(page)).toMatch(new RegExp(`^${department}, Fire stations`));
}

const ways = [
  { way: 'by keyboard alone', handsOf: keyboard },
  ...(takesEveryWay ? [{ way: 'by mouse', handsOf: mouse }] : []),
];

describe.each(ways)('a plan is changed in its matrix $way', ({ handsOf }) => {
  const stage = useStage();

  test('from a crossing to the key system, and back', async () => {
    const { product } = stage;
    const session = await signedIn(stage);
    const planId = await seed(product);
    const before = await peopleRecorded(product);
    const context = await openContext(stage.browser, wide, session);
    const page = await context.newPage();
    const hands = handsOf(page);
    const address = `${product.url}/keys/key-plans/${planId}`;

    await page.goto(address);
    const gaining = await grant(page, hands);
    await activate(page, hands, gaining);
    await sync(page, hands, product.url);
    expect(await peopleRecorded(product)).toBe(before + gaining);

    const { version_in_force: latest } = await product.must(keyPlans.get, { params: { id: planId } });
    await page.goto(address);
    await grid(page).waitFor();
    await hands.filter(page.getByRole('combobox', { name: 'Show' }), /^Compare/);
    await hands.filter(page.getByRole('combobox', { name: 'From' }), new RegExp(`^Version ${latest - 1},`));
    await hands.filter(page.getByRole('combobox', { name: 'To' }), new RegExp(`^Version ${latest},`));
    await sees(page, new RegExp(`^${gaining} people gain doors$`));
    await goTo(page, hands, 'FINANCE');
    await expect.poll(() => atCursor(page)).toContain('gained');

    await page.goto(`${address}?tab=history`);
    await hands.press(button(page, `Restore version ${latest - 1}`));
    await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }));
    await sees(page, new RegExp(`not yet in force: ${gaining} people lose doors`));
    const { effect } = await product.must(planVersions.compare, { params: { keyplan_id: planId }, query: {} });
    expect(effect).toMatchObject({ people_losing: gaining, people_gaining: 0 });
    await context.close();
  });
});

/** The outline of the cursor as it is painted. As text: this folder knows no browser types. */
const outline = `(() => {
  const canvas = document.querySelector('.matrix-stage canvas');
  const context = canvas.getContext('2d');
  context.fillStyle = getComputedStyle(canvas).getPropertyValue('--matrix-accent').trim();
  const accent = Number.parseInt(context.fillStyle.slice(1), 16);
  const { width, height } = canvas;
  const { data } = context.getImageData(0, 0, width, height);
  for (let y = 0, run = 0; y < height; y += 1, run = 0) {
    for (let x = 0; x <= width; x += 1) {
      const at = (y * width + x) * 4;
      const isLine = x < width && ((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]) === accent;
      if (!isLine && run >= 20) {
        const { left, top } = canvas.getBoundingClientRect();
        return { x: left + x - run / 2, y: top + y + run / 2, side: run };
      }
      run = isLine ? run + 1 : 0;
    }
  }
  return null;
})()`;

type Outline = { x: number; y: number; side: number };

/** The middle of the crossing that has the cursor, in the window, and its side. */
async function painted(page: Page): Promise<Outline> {
  await page.locator('.matrix-stage').scrollIntoViewIfNeeded();
  const read = () => page.evaluate<Outline | null>(outline);
  await expect.poll(read).not.toBeNull();
  const found = await read();
  if (!found) throw new Error('no cursor is painted');
  return found;
}

const zoomOf = (page: Page) => Number(new URL(page.url()).searchParams.get('zoom'));

describe('the canvas of a plan', () => {
  const stage = useStage();
  let address = '';

  beforeAll(async () => {
    await signedIn(stage);
    address = `${stage.product.url}/keys/key-plans/${await seed(stage.product)}?tab=matrix`;
  });

  async function open(look: Look = wide): Promise<Page> {
    const context = await openContext(stage.browser, look, await signedIn(stage));
    const page = await context.newPage();
    await page.goto(address);
    await grid(page).waitFor();
    return page;
  }

  test('grants and takes back by clicks, and an area by dragging', async () => {
    const page = await open();
    await goTo(page, mouse(page), 'FINANCE');
    const click = async () => {
      const { x, y } = await painted(page);
      await page.mouse.click(x, y);
    };

    await click();
    await page.getByRole('dialog', { name: 'Grant: FINANCE – Fire stations' }).waitFor();
    await button(page, 'Keep').click();
    await expect.poll(() => atCursor(page)).toMatch(/^FINANCE, Fire stations.*gained/);
    await click();
    await page.getByRole('dialog', { name: 'Take back: FINANCE – Fire stations' }).waitFor();
    await button(page, 'Keep').click();
    await expect.poll(() => atCursor(page)).toMatch(/^FINANCE, Fire stations.*may not open/);

    await page.getByRole('switch', { name: 'Only with rights' }).click();
    await expect.poll(() => atCursor(page)).toMatch(/^FINANCE, Fire stations/);
    await grid(page).focus();
    const drag = async (down: number) => {
      const { x, y, side } = await painted(page);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y + down * side, { steps: 4 });
      await page.mouse.up();
    };
    await drag(2);
    await sees(page, '3 × 1 selected');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByText(/selected$/).count()).toBe(0);
    await goTo(page, mouse(page), 'FINANCE');
    await drag(2);
    await button(page, 'Grant (G)').click();
    await page.getByRole('dialog', { name: 'Grant: FINANCE, FIRE … +1 – Fire stations' }).waitFor();
    await button(page, 'Keep').click();
    await expect.poll(() => atCursor(page)).toMatch(/^POLICE, Fire stations.*gained/);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await grid(page).focus();
    await page.keyboard.press('Control+z');
    await expect.poll(() => atCursor(page)).toMatch(/^POLICE, Fire stations.*may not open/);

    await page.keyboard.press('Escape');
    await drag(1);
    await button(page, 'Grant (G)').waitFor();
    expect(await button(page, 'Take back (Del)').count()).toBe(0);
    await page.keyboard.press('Delete');
    await sees(page, /^No one here may open any of these doors/);
    await click(); // another crossing: the area is left
    await page.getByRole('dialog', { name: /^Grant: .* – Fire stations/ }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByText(/selected$/).count()).toBe(0);
    await page.context().close();
  });

  test('tells by a tap and a long press, and zooms by a pinch', async () => {
    const page = await open({ ...narrow, hasTouch: true });
    await goTo(page, mouse(page), 'WATER MGMNT');
    const { x, y } = await painted(page);
    await page.touchscreen.tap(x, y);
    const why = page.getByRole('dialog', { name: 'WATER MGMNT – Fire stations' });
    await why.getByRole('button', { name: 'Grant' }).waitFor();
    expect(await why.getByRole('button', { name: 'Take back' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await why.waitFor({ state: 'hidden' });

    const fingers = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      fingers.send('Input.dispatchTouchEvent', { type, touchPoints });
    const told = page.getByRole('status').filter({ hasText: 'WATER MGMNT – Fire stations' });
    await touch('touchStart', { x, y });
    await told.waitFor();
    await touch('touchEnd');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.touchscreen.tap(x, y);
    await told.waitFor({ state: 'hidden' });
    expect(await page.getByRole('dialog').count()).toBe(0);

    await touch('touchStart', { x: x - 60, y }, { x: x + 60, y });
    for (const apart of [50, 40, 30]) await touch('touchMove', { x: x - apart, y }, { x: x + apart, y });
    await touch('touchEnd');
    await expect.poll(() => zoomOf(page)).toBe(20); // half of what is usual for fingers
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.context().close();
  });

  test('zooms by the wheel, and is found again as it was left', async () => {
    const page = await open();
    const rows = async () => Number(await grid(page).getAttribute('aria-rowcount'));
    const fewer = await rows();
    await sees(page, /^Hidden: \d+ rows, \d+ columns$/);
    await page.getByRole('switch', { name: 'Only with rights' }).click();
    await expect.poll(rows).toBeGreaterThan(fewer);
    await goTo(page, mouse(page), 'FIRE');
    const { x, y, side } = await painted(page);
    await page.mouse.move(x, y);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -80);
    await page.keyboard.up('Control');
    await expect.poll(() => zoomOf(page)).toBeGreaterThan(side);
    const zoom = zoomOf(page);
    expect((await painted(page)).side).toBe(zoom);

    await page.getByRole('link', { name: 'Key Plan Manager' }).click();
    await page.waitForURL(/\/keys\/key-plans$/);
    await page.goBack();
    await grid(page).waitFor();
    await grid(page).focus();
    expect((await painted(page)).side).toBe(zoom);
    expect(await rows()).toBeGreaterThan(fewer);
    await page.context().close();
  });
});

/** Grants a department the fire stations, takes that back, and grants it again. @returns how many people gain */
async function grant(page: Page, hands: Hands): Promise<number> {
  await goTo(page, hands, 'FIRE');
  expect(await atCursor(page)).toMatch(/may open, by a rule for its group/);
  await goTo(page, hands, 'FINANCE');
  expect(await atCursor(page)).toContain('may not open');
  await page.keyboard.press('Space');
  const proposal = page.getByRole('dialog', { name: 'Grant: FINANCE – Fire stations' });
  const said = await proposal
    .getByText(/^\d+ people gain \d+ doors, no one loses any\.$/)
    .first()
    .textContent();
  const gaining = Number(/\d+/.exec(said ?? '')?.[0]);
  await proposal.getByText("'Fire stations' also applies to FINANCE.").waitFor();
  await hands.press(proposal.getByRole('button', { name: 'Keep', exact: true }));
  await sees(page, `1 change not yet in force: ${gaining} people gain doors.`);
  await sees(page, new RegExp(`^${gaining} people gain doors$`));
  await expect.poll(() => atCursor(page)).toContain('gained');

  await hands.press(button(page, 'Undo').first());
  await expect.poll(() => atCursor(page)).not.toContain('gained');
  await hands.press(button(page, 'Redo').first());
  await expect.poll(() => atCursor(page)).toContain('gained');
  return gaining;
}

async function activate(page: Page, hands: Hands, gaining: number): Promise<void> {
  await hands.press(page.getByRole('link', { name: 'Preview', exact: true }));
  await page
    .getByRole('table', { name: /by department$/ })
    .getByRole('row', { name: `FINANCE ${gaining}` })
    .waitFor();
  await hands.press(button(page, 'Activate...'));
  await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Activate', exact: true }));
  await sees(page, /is active, with all its changes\.$/);
}

async function sync(page: Page, hands: Hands, url: string): Promise<void> {
  await page.goto(`${url}/connection-manager`);
  await hands.press(page.getByRole('button', { name: /Preview sync/ }).first());
  await hands.press(button(page, 'Review and apply'));
  await hands.press(page.getByRole('dialog').getByRole('button', { name: /^Apply/ }));
  await sees(page, /people may open \d+ doors\./);
}

async function peopleRecorded(product: Product): Promise<number> {
  const { persons } = await readKeySystem(await sandboxPeer(product));
  return persons.filter(({ reference, active }) => reference !== null && active).length;
}
