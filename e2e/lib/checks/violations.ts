import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** Half the size of the package's default export. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type AxeResult = { violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] };

export type Rules = {
  /** The only rule to run. */
  only?: string;
  /** A rule that axe runs only on request. */
  more?: string;
  /** Leaves the contrast of colours out, the slowest rule by far. */
  ignoresColours?: boolean;
  /** While a menu is open: it stands at the end of the page, so that nothing cuts it, and thus in no landmark. */
  ignoresLandmarks?: boolean;
};

/** axe's findings. */
export async function violations(
  page: Page,
  { only, more, ignoresColours, ignoresLandmarks }: Rules = {},
): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(source);
  const options = {
    resultTypes: ['violations'],
    ...(only && { runOnly: [only] }),
    rules: {
      ...(more && { [more]: { enabled: true } }),
      ...(ignoresColours && { 'color-contrast': { enabled: false } }),
      ...(ignoresLandmarks && { region: { enabled: false } }),
    },
  };
  const found = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as AxeResult; // as documented by axe-core
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  );
}
