import axe from 'axe-core';
import type { Page } from 'playwright-core';

type Found = { violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] };

/** axe's findings; `only` limits its rules. */
export async function violations(page: Page, ...only: string[]): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const options = { resultTypes: ['violations'], ...(only.length > 0 && { runOnly: only }) };
  const found = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as Found; // what axe-core documents
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  );
}
