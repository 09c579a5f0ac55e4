import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** One way to use the screens. Every act is one thing that a person does; `acts` counts them. */
export type Hands = {
  acts: number;
  /** Presses a button, link, tab, radio or row. */
  press(target: Locator): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
  /** Types into a picker and takes its first match. */
  pick(field: Locator, text: string): Promise<void>;
  /** Opens a filter and takes the option that begins with a text. */
  filter(field: Locator, option: RegExp): Promise<void>;
  /** Chooses a file by a button. */
  choose(button: Locator, path: string): Promise<void>;
};

const stepMs = 60_000;

/** Clicks; on a narrow window the same as a finger does. */
export function mouse(page: Page): Hands {
  const hands: Hands = {
    acts: 0,
    async press(target) {
      hands.acts += 1;
      await target.click();
    },
    async write(field, text) {
      hands.acts += 1;
      await field.click();
      await field.fill(text);
    },
    async pick(field, text) {
      hands.acts += 1;
      await field.click();
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
    },
    async filter(field, option) {
      hands.acts += 2;
      await field.click();
      await page.getByRole('option', { name: option }).first().click();
    },
    async choose(button, path) {
      hands.acts += 1;
      const chooser = page.waitForEvent('filechooser');
      await button.click();
      await (await chooser).setFiles(path);
    },
  };
  return hands;
}

/** More than any screen of the story has to be tabbed through. */
const maxTabs = 150;

/** Tab, Enter, Space and letters only. After each act the focus has to be on something. */
export function keyboard(page: Page): Hands & { tabs: number } {
  const reach = async (target: Locator) => {
    await target.waitFor({ timeout: stepMs });
    for (let tabs = 0; tabs <= maxTabs; tabs += 1) {
      if (await isFocused(target)) return;
      hands.tabs += 1;
      await page.keyboard.press('Tab');
    }
    throw new Error(`not reached by ${maxTabs} times Tab: ${target}`);
  };
  const act = async (target: Locator, key: string) => {
    hands.acts += 1;
    await reach(target);
    await page.keyboard.press(key);
  };
  const hands: Hands & { tabs: number } = {
    acts: 0,
    tabs: 0,
    async press(target) {
      await target.waitFor({ timeout: stepMs });
      await expect.poll(() => target.isEnabled(), { timeout: stepMs }).toBe(true); // as a click waits by itself
      const isRadio = (await target.getAttribute('type')) === 'radio';
      await act(target, isRadio ? 'Space' : 'Enter');
      await focusStays(page);
    },
    async write(field, text) {
      hands.acts += 1;
      await reach(field);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
    async pick(field, text) {
      hands.acts += 1;
      await reach(field);
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
      await focusStays(page);
    },
    async filter(field, option) {
      hands.acts += 1;
      await reach(field);
      const wanted = page.getByRole('option', { name: option }).first();
      const isMarked = async () => (await wanted.count()) > 0 && (await wanted.getAttribute(marked)) !== null;
      for (let downs = 0; downs <= maxTabs && !(await isMarked()); downs += 1) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await focusStays(page);
    },
    async choose(button, path) {
      const chooser = page.waitForEvent('filechooser');
      await act(button, 'Enter');
      await (await chooser).setFiles(path);
      await focusStays(page);
    },
  };
  return hands;
}

/** How the component library marks the option that Enter takes. */
const marked = 'data-combobox-selected';

// As text: this folder knows no browser types.
const focused = 'document.activeElement !== null && document.activeElement !== document.body';

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === element.ownerDocument.activeElement, undefined, { timeout: stepMs });

/** Waits for the focus to settle: a screen that comes takes it when it stands. */
async function focusStays(page: Page): Promise<void> {
  const isOnSomething = async () => ((await page.evaluate(focused).catch(() => false)) ? true : page.url());
  await expect.poll(isOnSomething, { timeout: stepMs, message: 'the focus is lost' }).toBe(true);
}
