import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

function classesOf(file: string): Set<string | undefined> {
  const css = readFileSync(resolve(import.meta.dirname, file), 'utf8');
  return new Set([...css.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name));
}

it('the style sheets of both week charts share no class, since both may be loaded on one page', () => {
  const ofDays = classesOf('week.css');
  expect(ofDays).toContain('week-line');
  expect([...classesOf('../access/week/week.css')].filter((name) => ofDays.has(name))).toEqual([]);
});
