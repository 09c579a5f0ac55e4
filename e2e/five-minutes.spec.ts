import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Hands, keyboard, mouse } from './five-minutes/hands';
import { type Met, takeTour } from './five-minutes/tour';
import { type Look, openContext } from './lib/browser';
import { takesEveryWay } from './lib/every-way';
import { useStage } from './lib/fixtures';
import { readKeySystem } from './lib/key-system';
import { sandboxPeer } from './lib/scenario';

const maxActs = 35;
const wide = { width: 1_440, height: 900, isDark: false };
const phone = { width: 390, height: 844, isDark: false };

type Way = { way: string; look: Look; handsOf: (page: Page) => Hands };

const others: Way[] = [
  { way: 'by mouse', look: wide, handsOf: mouse },
  { way: 'on a phone', look: phone, handsOf: mouse },
];
const ways: Way[] = [{ way: 'by keyboard alone', look: wide, handsOf: keyboard }, ...(takesEveryWay ? others : [])];

/** What stands in quotation marks in the README's tour. */
async function quotedTexts(): Promise<string[]> {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const tour = /\n## Five minutes with the sandbox\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? '';
  const steps = tour.slice(tour.indexOf('\n1. '));
  return [...steps.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text.replace(/\s+/g, ' '));
}

describe.each(ways)('the five minutes of the README $way', ({ way, look, handsOf }) => {
  const stage = useStage({ isEmbedded: true });

  test('lead from the sign-in to synced doors and the next list', async () => {
    const { browser, product, username, password } = stage;
    const context = await openContext(browser, look);
    const page = await context.newPage();
    const hands = handsOf(page);
    const met: Met = new Set();
    const { toDoors, waits } = await takeTour({ page, hands, met, account: { url: product.url, username, password } });
    await context.close();

    process.stdout.write(`${way}: ${toDoors} acts to the first synced doors, ${hands.acts} in all, ${waits} waits\n`);
    expect(toDoors).toBeLessThanOrEqual(maxActs);
    expect((await quotedTexts()).filter((text) => !met.has(text))).toEqual([]);
    await product.signIn(username, password);
    const { persons } = await readKeySystem(await sandboxPeer(product));
    expect(persons.filter(({ reference, active }) => reference !== null && active)).toHaveLength(60);
  });
});
