import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** Half the size of the package's default export. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type AxeResult = { violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] };

/** Rules that axe runs only on request. */
type More = { rules?: Record<string, { enabled: true }> };

/** axe's findings; `only` limits its rules, `more` adds to them. */
export async function violations(page: Page, { only, more }: { only?: string; more?: string } = {}): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(source);
  const options: More & { resultTypes: string[]; runOnly?: string[] } = { resultTypes: ['violations'] };
  if (only) options.runOnly = [only];
  if (more) options.rules = { [more]: { enabled: true } };
  const found = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as AxeResult; // as documented by axe-core
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  );
}
